import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestVerifier

/// Checks that the web bundles of a tree and what is said of them agree: every archive is offered by the index, and
/// the manifest names the newest.
struct WebBundleCheck {
    let tree: TreeFolder
    let publication: Publication

    /// Adds what is wrong; `report` has the documents that are in order by themselves.
    func check(into report: inout VerificationReport) throws(FileError) {
        let listed = publication.documents.filter(\.format.concernsWebBundles)
        guard !listed.isEmpty else { return }
        guard let index = try content(.webBundleIndex, { body throws(DocumentError) in try WebBundleIndex(body: body) })
        else {
            report.refuse(
                DocumentPath.webBundleIndex.rawValue, "is missing or no index, and the tree has web bundles")
            return
        }
        let manifest = try content(.webBundleManifest) { body throws(DocumentError) in try WebBundleManifest(body: body)
        }
        if manifest?.bundle != index.offered.first?.bundle {
            report.refuse(
                DocumentPath.webBundleManifest.rawValue, "does not name the newest bundle that the index offers")
        }
        var archives = Dictionary(
            report.documents.filter { $0.format == .webBundle }.map { ($0.path, $0) },
            uniquingKeysWith: { first, _ in first })
        for entry in index.offered {
            let path = DocumentPath.webBundle(entry.bundle.version).rawValue
            guard let archive = archives.removeValue(forKey: path) else {
                report.refuse(path, "is offered by the index of bundles, and is missing or refused")
                continue
            }
            check(entry, archive, into: &report)
        }
        for path in archives.keys.sorted() {
            report.refuse(path, "is not offered by the index of bundles", hint: "withdrawn bundles are not published")
        }
    }

    private func check(
        _ entry: WebBundleIndex.Entry, _ archive: VerificationReport.Document, into report: inout VerificationReport
    ) {
        let bundle = entry.bundle
        if archive.byteCount != entry.byteCount || archive.digest.hexadecimal != bundle.sha256 {
            report.refuse(archive.path, "is not the archive that the index of bundles offers")
        }
        let signature = try? ECDSASignature(derRepresentation: bundle.signature)
        if signature.map({ archive.key.publicKey.isValidSignature($0, for: archive.digest) }) != true {
            report.refuse(
                DocumentPath.webBundleIndex.rawValue, "has a signature of v\(bundle.version) that does not verify")
        }
        if !bundle.url.hasSuffix(DocumentPath.webBundleName(bundle.version)) {
            report.refuse(DocumentPath.webBundleIndex.rawValue, "says that v\(bundle.version) is at \(bundle.url)")
        }
    }

    /// What a document says that has its own format and path; nil without one.
    private func content<Content>(
        _ path: DocumentPath, _ read: ([UInt8]) throws(DocumentError) -> Content
    ) throws(FileError) -> Content? {
        guard let document = publication.documents.first(where: { $0.path == path }),
            case .bytes(let bytes)? = try tree.body(of: path, document.format)
        else { return nil }
        return try? read(bytes)
    }
}
