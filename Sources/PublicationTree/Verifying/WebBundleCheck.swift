import LocalFiles
import ManifestVerifier
import WebBundles

/// Checks that the web bundles of a tree agree with the documents about them: every archive is offered by the index of
/// bundles, and the manifest names the newest.
struct WebBundleCheck {
    let tree: TreeFolder
    let publication: Publication
    let key: TrustedKey?

    /// Adds what is wrong; `report` has the documents that verify by themselves.
    func check(into report: inout VerificationReport) throws(FileError) {
        let listed = publication.documents.filter(\.format.concernsWebBundles)
        guard !listed.isEmpty else { return }
        guard let index = try content(.webBundleIndex, { body throws(DocumentError) in try WebBundleIndex(body: body) })
        else {
            report.refuse(
                DocumentPath.webBundleIndex.rawValue,
                "is missing or is not an index of bundles, and the tree has web bundles")
            return
        }
        let manifest = try content(.webBundleManifest) { body throws(DocumentError) in
            try WebBundleManifest(body: body)
        }
        check(manifest, index, into: &report)

        let good = Set(report.documents.map(\.path) + report.unreadArchives)
        var archives: [DocumentPath: Publication.Document] = [:]
        for document in listed where document.format == .webBundle && good.contains(document.path.rawValue) {
            archives[document.path] = document
        }
        for entry in index.entries {
            let path = DocumentPath.webBundle(entry.bundle.version)
            guard let archive = archives.removeValue(forKey: path) else {
                report.refuse(
                    path.rawValue, "is offered by the index of bundles, but is refused or not in publication.jws")
                continue
            }
            check(entry, archive, into: &report)
        }
        for path in archives.keys.sorted() {
            report.refuse(
                path.rawValue, "is not offered by the index of bundles", hint: "withdrawn bundles are not published")
        }
    }

    /// The manifest names the newest bundle, or a last one that no shell fits, and withdraws what the index does.
    private func check(
        _ manifest: WebBundleManifest?, _ index: WebBundleIndex, into report: inout VerificationReport
    ) {
        let path = DocumentPath.webBundleManifest.rawValue
        guard let manifest else {
            // A list that never had an archive has none to name; a version that only an app ships can be withdrawn.
            if index.versions.count > index.withdrawn.count {
                report.refuse(path, "is missing or is not a manifest, and the tree has web bundles")
            }
            return
        }
        if let right = WebBundleManifest(of: index) {
            if manifest.bundle != right.bundle || manifest.shells != right.shells {
                report.refuse(
                    path, "does not name the newest bundle that the index offers to everybody on both platforms")
            }
        } else if manifest.shells != .noShell {
            report.refuse(
                path,
                "offers v\(manifest.bundle.version), and the index offers no bundle to everybody on both platforms: "
                    + "both of its bounds must be 0.0.0")
        }
        if manifest.withdrawn != index.withdrawn {
            report.refuse(path, "does not withdraw the versions that the index withdraws")
        }
    }

    private func check(
        _ entry: WebBundleIndex.Entry, _ archive: Publication.Document, into report: inout VerificationReport
    ) {
        let bundle = entry.bundle
        if archive.byteCount != entry.byteCount || archive.sha256 != bundle.sha256 {
            report.refuse(archive.path.rawValue, "is not the archive that the index of bundles offers")
        }
        if !isSigned(bundle, as: archive) {
            report.refuse(
                DocumentPath.webBundleIndex.rawValue, "has a signature of v\(bundle.version) that does not verify")
        }
        if !bundle.url.hasSuffix(DocumentPath.webBundleName(bundle.version)) {
            report.refuse(DocumentPath.webBundleIndex.rawValue, "says that v\(bundle.version) is at \(bundle.url)")
        }
    }

    /// Whether the publication's key made the signature in the index over the archive.
    private func isSigned(_ bundle: WebBundle, as archive: Publication.Document) -> Bool {
        guard let signature = try? ECDSASignature(derRepresentation: bundle.signature),
            let key
        else { return false }
        return key.publicKey.isValidSignature(signature, for: archive.digest)
    }

    /// The content of the document with this format, which is also its path; nil without one.
    private func content<Content>(
        _ path: DocumentPath, _ read: ([UInt8]) throws(DocumentError) -> Content
    ) throws(FileError) -> Content? {
        guard let document = publication.documents.first(where: { $0.path == path }),
            case .bytes(let bytes)? = try tree.body(of: path, document.format)
        else { return nil }
        return try? read(bytes)
    }
}
