import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What a tree changes for apps that use the live index of web bundles.
struct WebBundleRules {
    /// The index that is about to be published; nil without one.
    let new: WebBundleIndex?
    /// The live index; nil when there is none to trust.
    let live: WebBundleIndex?
    let findings: FileFindings

    /// The live index of web bundles, if it is the one that the tree's verified index lists.
    static func index(of publication: Publication, in tree: TreeFolder) throws(FileError) -> WebBundleIndex? {
        guard let listed = publication.documents.first(where: { $0.format == .webBundleIndex }),
            listed.byteCount <= Limits.manifestBytes,
            let body = try tree.read(listed.path.rawValue, limit: listed.byteCount),
            SHA256.hash(body).hexadecimal == listed.sha256
        else { return nil }
        return try? WebBundleIndex(body: body)
    }

    /// Adds the changes that must be allowed.
    func check() {
        guard let new, let live else { return }
        for version in live.withdrawn where !new.withdrawn.contains(version) {
            findings.add(
                .bundleReoffered, "web bundle v\(version) is withdrawn, but would no longer be", at: nil,
                hint: "clients that abandoned it would install it again; list it as withdrawn")
        }
        let known = new.offered.map(\.bundle.version) + new.withdrawn + new.retired
        for version in live.offered.map(\.bundle.version) where !known.contains(version) {
            findings.add(
                .documentRemoved,
                "web bundle v\(version) is offered, but the new index does not list it",
                at: nil, hint: "list it as retired, or as withdrawn if clients should abandon it")
        }
    }
}
