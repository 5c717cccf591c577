import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// The tree that was built before, whose signatures are kept where they still hold.
///
/// Nothing in it is trusted: a signature counts only when it verifies under the key that signs today.
struct FormerTree: Sendable {
    enum Kept: Sendable {
        case everything
        /// Those without a date: a cache may have served older documents than those that are live.
        case undated
        case nothing
    }

    private let tree: TreeFolder
    private let key: EnvironmentSigner
    private let kept: Kept
    /// The index, if the key that signs today signed it.
    let index: VerifiedIndex?
    /// The headers of the documents by the former index, for a tree that came from a bucket without its sidecars.
    private let listedHeaders: [DocumentPath: [HeaderField]]

    init(_ tree: TreeFolder, key: EnvironmentSigner, kept: Kept) throws(FileError) {
        (self.tree, self.key, self.kept) = (tree, key, kept)
        let file = try tree.readIfUsual(DocumentPath.publication.file, limit: VerifiedIndex.byteLimit)
        index = file.flatMap { try? VerifiedIndex($0, keys: key.trusted, environment: key.environment) }
        listedHeaders = Dictionary((index?.publication.documents ?? []).map { ($0.path, $0.headers) }) { first, _ in
            first
        }
    }

    func keepsSignatures(of profile: SignatureProfile) -> Bool {
        switch kept {
        case .everything: true
        case .undated: profile == .body
        case .nothing: false
        }
    }

    /// Whether the tree has exactly these files, whatever is in them.
    func hasExactly(_ paths: [String]) -> Bool {
        tree.unexpectedEntries.isEmpty && tree.files == Set(paths)
    }

    func has(_ files: [TreeFile]) throws(FileError) -> Bool {
        for file in files {
            guard try tree.readIfUsual(file.path, limit: file.bytes.count) == file.bytes else { return false }
        }
        return true
    }

    /// What the key signed of a document, where what does not verify is as good as not there; nil when the tree has no such
    /// document.
    func document(_ path: DocumentPath) throws(FileError) -> FormerDocument? {
        let limit = Limits.publicationBytes
        let found: TreeDocument?
        do throws(FileError) {
            found = try tree.read(path, bodyLimit: limit)
        } catch {
            // Whatever it is, it will be replaced.
            guard case .tooLarge = error.reason else { throw error }
            return nil
        }
        guard let files = found else { return nil }
        let fields = files.headers.map { try? [HeaderField](sidecarBytes: $0) } ?? listedHeaders[path]
        let file = try tree.readIfUsual(path.jwsSidecar, limit: JWS.byteLimit(ofBody: limit))
        let verifier = SignatureVerifier(keys: key.trusted, environment: key.environment, profile: nil)
        let header = try? verifier.verify(files.body, headers: fields ?? []).claim
        var body = files.signature.flatMap { try? BodySignature(sidecar: $0) }
        // With profile `body` the two are usually the same signature, which has just been verified.
        if let found = body, header?.profile != .body || header?.signature != found.signature,
            (try? found.check(digest: SHA256.hash(files.body), key: key.signer.publicKey)) == nil
        {
            body = nil
        }
        let jws = file.flatMap { try? JWS($0) }.flatMap { (try? verifier.verify($0, path: path)) == nil ? nil : $0 }
        return FormerDocument(files: files, header: header, body: body?.signature, jws: jws)
    }
}

/// A document of the former tree, and what the key that signs today signed of it.
struct FormerDocument: Sendable {
    let files: TreeDocument
    let header: SignatureClaim?
    /// The signature of the `.sig`.
    let body: ECDSASignature?
    /// The `.jws`, which may hold another body.
    let jws: JWS?

    /// The last date in any envelope: clients have seen it, and take nothing that is older.
    var lastDate: SignedDate? { [header?.date, jws?.header.date].compactMap(\.self).max() }
}
