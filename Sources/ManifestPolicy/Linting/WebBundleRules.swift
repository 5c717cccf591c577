import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What a tree changes for the apps that follow the live index of web bundles.
struct WebBundleRules {
    private let new: WebBundleIndex?
    private let live: WebBundleIndex?
    private let findings: FileFindings

    /// - Parameters:
    ///   - new: the index that is about to be published; nil without one.
    ///   - live: the one that is live; nil without one to believe.
    init(new: WebBundleIndex?, live: WebBundleIndex?, findings: FileFindings) {
        self.new = new
        self.live = live
        self.findings = findings
    }

    /// The live index, if it is the one that a verified index of a tree lists.
    static func index(of publication: Publication, in tree: TreeFolder) throws(FileError) -> WebBundleIndex? {
        guard let listed = publication.documents.first(where: { $0.format == .webBundleIndex }),
            listed.byteCount <= Limits.manifestBytes,
            let body = try tree.read(listed.path.rawValue, limit: listed.byteCount),
            SHA256.hash(body).hexadecimal == listed.sha256
        else { return nil }
        return try? WebBundleIndex(body: body)
    }

    /// Adds what somebody has to allow.
    func check() {
        guard let new, let live else { return }
        for version in live.withdrawn where !new.withdrawn.contains(version) {
            findings.add(
                .bundleReoffered, "web bundle v\(version) is withdrawn, and would be so no longer", at: nil,
                hint: "clients that have left it would take it again; list it as withdrawn")
        }
        let known = new.offered.map(\.bundle.version) + new.withdrawn + new.retired
        for version in live.offered.map(\.bundle.version) where !known.contains(version) {
            findings.add(
                .documentRemoved,
                "web bundle v\(version) is offered, and is neither offered, retired nor withdrawn any more",
                at: nil, hint: "list it as retired, or as withdrawn if clients are to leave it")
        }
    }
}
