import Diagnostics
import LocalFiles
import ManifestVerifier

/// A tree in which every signature was verified; only verifying makes one.
package struct VerifiedTree: Sendable {
    /// One document of the tree, with what a host must send.
    package struct Document: Sendable {
        package let path: DocumentPath
        /// What the document is; nil for the index.
        package let format: DocumentFormat?
        /// Bytes of the body.
        package let byteCount: Int
        /// SHA-256 of the body, 64 lowercase hexadecimal digits.
        package let sha256: String
        /// The response headers.
        package let headers: [HeaderField]

        /// The signed date; nil with profile `body`.
        package var date: SignedDate? { (try? SignatureClaim(headers: headers, profile: nil))?.date }
    }

    /// What came out of verifying.
    package enum Verdict: Sendable {
        case verified(VerifiedTree)
        case refused(VerificationReport)
    }

    /// The folder of the tree.
    package let folder: Folder
    /// What the index says.
    package let publication: Publication
    /// The documents in the order of the index, then the index itself.
    package let documents: [Document]
    /// The key that signed.
    package let key: TrustedKey
    private let tree: TreeFolder

    /// Verifies the tree of an environment; archives of web bundles are verified by their signatures, and not read.
    ///
    /// - Parameter progress: told how many documents are done of how many.
    package static func verify(
        _ tree: TreeFolder, environment: EnvironmentName, keys: TrustedKeys,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(FileError) -> Verdict {
        var report = try await TreeVerifier(keys: keys, archives: .unread)
            .verify(tree, environment: environment, progress: progress)
        guard report.refusals.isEmpty else { return .refused(report) }
        if let verified = try VerifiedTree(tree, report, keys: keys) { return .verified(verified) }
        report.refuse(
            DocumentPath.publication.rawValue, "was changed while it was looked at", hint: "run the same command again")
        return .refused(report)
    }

    /// Reads the index once more; nil when it is no longer the one that was verified.
    private init?(_ tree: TreeFolder, _ report: VerificationReport, keys: TrustedKeys) throws(FileError) {
        let path = DocumentPath.publication
        guard let index = report.documents.first(where: { $0.path == path.rawValue }),
            let files = try tree.read(path, bodyLimit: Limits.publicationBytes), let sidecar = files.headers,
            let headers = try? [HeaderField](sidecarBytes: sidecar),
            let verified = try? VerifiedIndex(
                body: files.body, headers: headers, keys: keys, environment: index.key.environment)
        else { return nil }
        self.tree = tree
        let publication = verified.publication
        self.publication = publication
        folder = tree.folder
        key = index.key
        documents =
            publication.documents.map {
                Document(
                    path: $0.path, format: $0.format, byteCount: $0.byteCount, sha256: $0.sha256, headers: $0.headers)
            } + [
                Document(
                    path: path, format: nil, byteCount: files.body.count, sha256: SHA256.hash(files.body).hexadecimal,
                    headers: headers)
            ]
    }

    /// The archive of a web bundle as it is in the tree, with the listed size, of which nothing is read; nil when it is not
    /// there.
    package func archive(of document: Document) throws(FileError) -> BodyFile? {
        guard document.format == .webBundle, case .file(let file)? = try tree.body(of: document.path, .webBundle),
            file.byteCount == document.byteCount
        else { return nil }
        return file
    }

    /// The signature sidecar of an archive; nil when it is no longer the one that was verified.
    package func archiveSignature(of document: Document) throws(FileError) -> [UInt8]? {
        guard let sidecar = try tree.sidecars(of: document.path).signature,
            let signature = try? BodySignature(sidecar: sidecar),
            let digest = ListedDigest(hexadecimal: document.sha256),
            (try? signature.check(listed: digest, key: key.publicKey)) != nil
        else { return nil }
        return sidecar
    }

    /// The body of a document and its signature sidecar; nil when they are no longer those that were verified.
    package func files(of document: Document) throws(FileError)
        -> (body: DocumentBody, digest: SHA256Digest, signature: [UInt8])?
    {
        let body: DocumentBody?
        if let format = document.format {
            body = try tree.body(of: document.path, format)
        } else {
            body = try tree.read(document.path.rawValue, limit: document.byteCount).map { .bytes($0) }
        }
        guard let body, body.byteCount == document.byteCount,
            let sidecar = try tree.sidecars(of: document.path).signature,
            let signature = try? BodySignature(sidecar: sidecar)
        else { return nil }
        let digest = try body.digests(date: nil).body
        guard digest.hexadecimal == document.sha256,
            (try? signature.check(digest: digest, key: key.publicKey)) != nil
        else { return nil }
        return (body, digest, sidecar)
    }
}
