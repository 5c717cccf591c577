import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// The tree that was built before, whose signatures are kept where they still hold.
///
/// Nothing in it is trusted: a signature counts only when it verifies under the key that signs today.
struct FormerTree: Sendable {
    /// Which signatures may be kept.
    enum Kept: Sendable {
        case everything
        /// Those without a date: a cache may have served older documents than those that are live.
        case undated
        case nothing
    }

    private let tree: TreeFolder
    private let kept: Kept
    /// The headers of the documents by the former index, for a tree that came from a bucket without its sidecars.
    private let listedHeaders: [DocumentPath: [HeaderField]]

    /// - Parameter verifier: knows the key that signs today and no other.
    init(_ tree: TreeFolder, verifier: SignatureVerifier, kept: Kept) throws(FileError) {
        self.tree = tree
        self.kept = kept
        listedHeaders =
            tree.files.contains(DocumentPath.publication.headersSidecar)
            ? [:] : try Self.listedHeaders(of: tree, verifier: verifier)
    }

    /// Whether signatures of this profile may be kept.
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

    /// Whether the tree has these files, to the byte.
    func has(_ files: [TreeFile]) throws(FileError) -> Bool {
        for file in files {
            guard try tree.read(file.path, limit: Limits.sidecarBytes) == file.bytes else { return false }
        }
        return true
    }

    /// What the tree has of a document; nil when it has no such document.
    func document(_ path: DocumentPath, bodyLimit: Int) throws(FileError) -> FormerDocument? {
        let files: TreeDocument
        do throws(FileError) {
            guard let found = try tree.read(path, bodyLimit: bodyLimit) else { return nil }
            files = found
        } catch {
            // No document is as large as that: whatever it is, it will be replaced.
            if case .tooLarge = error.reason { return nil }
            throw error
        }
        let fields: [HeaderField]?
        if let sidecar = files.headers {
            fields = try? [HeaderField](sidecarBytes: sidecar)
        } else {
            fields = listedHeaders[path]
        }
        return FormerDocument(files: files, fields: fields ?? [])
    }

    private static func listedHeaders(
        of tree: TreeFolder, verifier: SignatureVerifier
    ) throws(FileError) -> [DocumentPath: [HeaderField]] {
        guard let index = try tree.read(DocumentPath.publication, bodyLimit: Limits.publicationBytes),
            let sidecar = index.signature, let key = verifier.keys.keys.first,
            (try? BodySignature(sidecar: sidecar).check(digest: SHA256.hash(index.body), key: key.publicKey)) != nil,
            let publication = try? Publication(JSONParser.parse(index.body))
        else { return [:] }
        return Dictionary(publication.documents.map { ($0.path, $0.headers) }, uniquingKeysWith: { first, _ in first })
    }
}

/// A document of the former tree.
struct FormerDocument: Sendable {
    let files: TreeDocument
    /// The response headers, as far as they can be read.
    let fields: [HeaderField]

    /// The signatures, if all of them verify; what does not is as good as not there and is signed anew.
    func signatures(verifiedBy verifier: SignatureVerifier) -> DocumentSignatures? {
        guard let sidecar = files.signature, let body = try? BodySignature(sidecar: sidecar),
            let claim = try? SignatureClaim(headers: fields, profile: verifier.profile),
            let key = try? verifier.verify(files.body, headers: fields).key
        else { return nil }
        // With profile `body` the two are usually the same signature, which has just been verified.
        if verifier.profile == .dated || claim.signature != body.signature {
            guard (try? body.check(digest: SHA256.hash(files.body), key: key.publicKey)) != nil else {
                return nil
            }
        }
        return DocumentSignatures(
            keyID: claim.keyID, header: claim.signature, headerDate: claim.date, body: body.signature)
    }
}
