import Diagnostics
import LocalFiles
import ManifestVerifier

/// A tree in which every signature was verified; only verifying makes one.
///
/// What was verified is carried along, so that publishing verifies nothing again: a body is read and hashed once more
/// when it is sent, and must still be the one that was verified.
package final class VerifiedTree: Sendable {
    package struct Document: Sendable {
        package let path: DocumentPath
        package let format: DocumentFormat
        package let byteCount: Int
        package let digest: ListedDigest
        package let headers: [HeaderField]
        package let signature: [UInt8]
        package let jws: JWSFile?
        /// The signed date, in the headers or else in the `.jws`; nil when neither has one.
        package let date: SignedDate?
        /// The body of a rendered document, for comparisons; nil for static files and archives.
        package let content: [UInt8]?
    }

    /// A `.jws` as it was verified. It is read when it is sent.
    package struct JWSFile: Sendable {
        package let path: String
        package let byteCount: Int
        package let digest: ListedDigest
    }

    package enum Verdict: Sendable {
        case verified(VerifiedTree)
        case refused(VerificationReport)
    }

    package var folder: Folder { tree.folder }
    package let index: VerifiedIndex
    /// The documents in the order of the index.
    package let documents: [Document]
    package var publication: Publication { index.publication }
    package var key: TrustedKey { index.key }
    private let tree: TreeFolder

    /// Verifies the tree of an environment; archives of web bundles are verified by their signatures, and not read.
    package static func verify(
        _ tree: TreeFolder, environment: EnvironmentName, keys: TrustedKeys,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(FileError) -> Verdict {
        let examination = try await TreeVerifier(keys: keys, archives: .unread)
            .examine(tree, environment: environment, keepsBytes: true, progress: progress)
        guard examination.report.refusals.isEmpty, let index = examination.index else {
            return .refused(examination.report)
        }
        return .verified(VerifiedTree(tree, index, examination.documents))
    }

    private init(
        _ tree: TreeFolder, _ index: VerifiedIndex, _ verified: [TreeVerifier.Examination.Document]
    ) {
        self.tree = tree
        self.index = index
        documents =
            zip(index.publication.documents, verified).map { listed, verified in
                guard let sidecar = verified.sidecar else { preconditionFailure("a tree without a .sig is refused") }
                return Document(
                    path: listed.path, format: listed.format, byteCount: listed.byteCount, digest: listed.digest,
                    headers: listed.headers, signature: sidecar, jws: verified.jws,
                    date: verified.date, content: verified.body)
            }
    }

    /// The archive of a web bundle as it is in the tree, with the listed size, of which nothing is read; nil when the
    /// tree does not have it.
    package func archive(of document: Document) throws(FileError) -> BodyFile? {
        guard document.format == .webBundle, case .file(let file)? = try tree.body(of: document.path, .webBundle),
            file.byteCount == document.byteCount
        else { return nil }
        return file
    }

    /// The body of a document other than an archive, read now; fails unless it is the one that was verified.
    package func body(of document: Document) throws(FileError) -> [UInt8] {
        guard let body = try tree.read(document.path.rawValue, limit: document.format.byteLimit),
            document.digest.matches(SHA256.hash(body))
        else { throw changed(document) }
        return body
    }

    /// The bytes of a `.jws`, read now; fails unless it is the one that was verified.
    package func bytes(of jws: JWSFile) throws(FileError) -> [UInt8] {
        guard let bytes = try tree.read(jws.path, limit: jws.byteCount), jws.digest.matches(SHA256.hash(bytes)) else {
            throw FileError(folder.child(jws.path), .read, .changed)
        }
        return bytes
    }

    package func changed(_ document: Document) -> FileError {
        FileError(folder.child(document.path.rawValue), .read, .changed)
    }
}
