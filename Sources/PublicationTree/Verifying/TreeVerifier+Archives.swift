import LocalFiles
import ManifestVerifier

extension TreeVerifier {
    /// How thoroughly the archives of web bundles are checked. Their signatures are verified in any case: a signature
    /// over the listed SHA-256 fixes the bytes of an archive, and a tree need not have the archive itself.
    package enum Archives: Sendable {
        /// No archive is read: one in the tree must have the listed size.
        case unread
        /// An archive in the tree must have the listed size and SHA-256.
        case present
        /// Like `present`, and every archive must be in the tree.
        case all
    }

    /// Checks the archive of a web bundle by its `.sig`, and the archive itself as far as `archives` asks for it.
    func checkArchive(
        _ listed: Publication.Document, of tree: TreeFolder, key: TrustedKey
    ) throws(FileError) -> Examination.Document {
        var report = VerificationReport()
        let sidecars = try tree.sidecars(of: listed.path)
        if checkSidecars(sidecars, of: listed, key, into: &report) {
            try checkBytes(of: listed, in: tree, key, into: &report)
        }
        return Examination.Document(report: report, sidecar: sidecars.signature)
    }

    /// Checks headers and signature.
    ///
    /// - Returns: whether there is a point in checking the bytes.
    private func checkSidecars(
        _ sidecars: (headers: [UInt8]?, signature: [UInt8]?), of listed: Publication.Document,
        _ key: TrustedKey, into report: inout VerificationReport
    ) -> Bool {
        let path = listed.path
        guard let fields = headers(sidecars.headers, path: path, into: &report) else { return false }
        if fields != listed.headers {
            report.refuse(path.headersSidecar, "does not agree with the headers in publication.jws")
        }
        if Set(fields.map(\.name)) != Self.archiveHeaders || fields.count != Self.archiveHeaders.count {
            report.refuse(
                path.headersSidecar, "an archive has the headers content-type and cache-control and no other",
                hint: "an earlier version built this tree; build it again with: signet build")
        }
        if listed.jws != nil {
            report.refuse(path.rawValue, "has a .jws in publication.jws, and an archive has none")
        }
        checkPin(of: key, path.rawValue, into: &report)
        checkSidecar(sidecars.signature, path, into: &report) { (sidecar) throws(BodySignatureError) in
            try sidecar.check(listed: listed.digest, key: key.publicKey)
        }
        return true
    }

    private func checkBytes(
        of listed: Publication.Document, in tree: TreeFolder, _ key: TrustedKey, into report: inout VerificationReport
    ) throws(FileError) {
        let path = listed.path
        guard let body = try tree.body(of: path, listed.format) else {
            if archives == .all {
                report.refuse(
                    path.rawValue, "is not in the tree", hint: "put the archive into bundles/ and build again")
            }
            if report.refusals.isEmpty { report.unreadArchives = [path.rawValue] }
            return
        }
        let digest = archives == .unread ? nil : try body.digests(date: nil).body
        guard body.byteCount == listed.byteCount, digest.map(listed.digest.matches) ?? true else {
            return report.refuse(path.rawValue, "is not the archive that publication.jws lists")
        }
        guard report.refusals.isEmpty else { return }
        guard let digest else {
            report.unreadArchives = [path.rawValue]
            return
        }
        report.documents = [
            VerificationReport.Document(
                path: path.rawValue, format: listed.format, byteCount: listed.byteCount, digest: digest, key: key)
        ]
    }

    private static let archiveHeaders: Set = [HeaderField.contentType, HeaderField.cacheControl]
}
