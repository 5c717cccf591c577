import LocalFiles
import ManifestVerifier

extension TreeVerifier {
    /// How much of the archives of web bundles is looked at. Their signatures are verified in any case: a signature over
    /// the listed SHA-256 says which bytes an archive has, and a tree need not have the archive itself.
    package enum Archives: Sendable {
        /// No archive is read: one in the tree must have the listed size.
        case unread
        /// An archive in the tree must have the listed size and SHA-256.
        case present
        /// Like `present`, and every archive must be in the tree.
        case all
    }

    /// Checks the archive of a web bundle by its `.sig`, and the archive itself as far as it is wanted.
    func checkArchive(
        _ listed: Publication.Document, of tree: TreeFolder, publication: Publication
    ) throws(FileError) -> VerificationReport {
        var report = VerificationReport()
        let path = listed.path
        let sidecars = try tree.sidecars(of: path)
        guard let fields = headers(sidecars.headers, path: path, into: &report) else { return report }
        if fields != listed.headers {
            report.refuse(path.headersSidecar, "does not agree with the headers in publication.json")
        }
        if Set(fields.map(\.name)) != Self.archiveHeaders || fields.count != Self.archiveHeaders.count {
            report.refuse(
                path.headersSidecar, "an archive has the headers content-type and cache-control and no other",
                hint: "an earlier version built this tree; build it again with: signet build")
        }
        guard let key = archiveKey(path, publication, into: &report) else { return report }
        guard let digest = ListedDigest(hexadecimal: listed.sha256) else {
            preconditionFailure("an index with another digest is not read")
        }
        check(sidecars.signature, digest, key, path, into: &report)
        guard let body = try tree.body(of: path, listed.format) else {
            if archives == .all {
                report.refuse(
                    path.rawValue, "is not in the tree", hint: "put the archive into bundles/ and build again")
            }
            if report.refusals.isEmpty {
                report.unreadArchives = [.init(path: path.rawValue, isInTree: false)]
            }
            return report
        }
        let digests = archives == .unread ? nil : try body.digests(date: nil)
        guard body.byteCount == listed.byteCount, digests.map({ $0.body.hexadecimal == listed.sha256 }) ?? true else {
            report.refuse(path.rawValue, "is not the archive that publication.json lists")
            return report
        }
        guard report.refusals.isEmpty else { return report }
        if let digests {
            report.documents = [
                VerificationReport.Document(
                    path: path.rawValue, format: listed.format, byteCount: listed.byteCount, digest: digests.body,
                    key: key, profile: nil, date: nil)
            ]
        } else {
            report.unreadArchives = [.init(path: path.rawValue, isInTree: true)]
        }
        return report
    }

    /// The key of the publication, if it may sign.
    private func archiveKey(
        _ path: DocumentPath, _ publication: Publication, into report: inout VerificationReport
    ) -> TrustedKey? {
        // The index was refused already when its key is not on the ring, or not good enough.
        guard let key = publication.keyID.flatMap({ keys.key(for: $0) }), !key.isRevoked,
            key.environment == publication.environment
        else {
            report.refuse(path.rawValue, "cannot be verified: the publication names no key that may sign")
            return nil
        }
        if let pin, key.publicKey.fingerprint.hexadecimal != pin {
            report.refuse(
                path.rawValue, "is signed by a key with fingerprint \(key.publicKey.fingerprint), not \(pin)")
        }
        return key
    }

    private func check(
        _ sidecar: [UInt8]?, _ digest: ListedDigest, _ key: TrustedKey, _ path: DocumentPath,
        into report: inout VerificationReport
    ) {
        guard let sidecar else { return report.refuse(path.signatureSidecar, "is missing") }
        do throws(BodySignatureError) {
            try BodySignature(sidecar: sidecar).check(listed: digest, key: key.publicKey)
        } catch {
            report.refuse(path.signatureSidecar, error.message, hint: error.hint)
        }
    }

    private static let archiveHeaders: Set = [HeaderField.contentType, HeaderField.cacheControl]
}
