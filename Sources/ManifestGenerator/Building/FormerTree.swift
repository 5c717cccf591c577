import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// The tree that was built before, whose signatures are kept where they still hold.
///
/// Nothing in it is trusted: a signature counts only when it verifies under the key that signs today.
struct FormerTree: Sendable {
    private let tree: TreeFolder
    /// The headers of the documents by the former index, for a tree that came from a bucket without its sidecars.
    private let listedHeaders: [DocumentPath: [HeaderField]]

    /// - Parameter verifier: knows the key that signs today and no other.
    init(_ tree: TreeFolder, verifier: SignatureVerifier) throws(FileError) {
        self.tree = tree
        listedHeaders =
            tree.files.contains(DocumentPath.publication.headersSidecar)
            ? [:] : try Self.listedHeaders(of: tree, verifier: verifier)
    }

    /// Whether the tree has exactly these documents with their sidecars, whatever is in them.
    func hasExactly(_ documents: [DocumentPath]) -> Bool {
        tree.strangers.isEmpty && tree.files.count == 3 * documents.count
            && documents.allSatisfy { path in
                [path.rawValue, path.signatureSidecar, path.headersSidecar].allSatisfy(tree.files.contains)
            }
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

    /// The signatures of the archive of a web bundle, if all of them verify.
    ///
    /// - Parameter progress: told of every piece of the archive how many bytes it has.
    func signatures(
        of bundle: ShelvedBundle, verifiedBy verifier: SignatureVerifier, progress: (Int) -> Void = { _ in }
    ) throws(FileError) -> DocumentSignatures? {
        let sidecars = try tree.sidecars(of: bundle.path)
        guard let sidecar = sidecars.signature, let body = try? BodySignature(sidecar: sidecar),
            let key = verifier.keys.keys.first
        else { return nil }
        let digests = try BodyDigests(of: bundle.file.open(), date: nil, progress: progress)
        guard digests.body == bundle.digest, (try? body.check(digest: digests.body, key: key.publicKey)) != nil
        else { return nil }
        let header = SignatureHeader(keyID: key.id, signature: body.signature.derRepresentation)
        return DocumentSignatures(header: header, date: nil, body: body.signature)
    }

    /// Whether the sidecars of a document are these, to the byte.
    func hasSidecars(
        of path: DocumentPath, fields: [HeaderField], _ signatures: DocumentSignatures
    ) throws(FileError) -> Bool {
        let sidecars = try tree.sidecars(of: path)
        return sidecars.headers == fields.sidecarBytes && sidecars.signature == signatures.sidecarBytes
    }

    private static func listedHeaders(
        of tree: TreeFolder, verifier: SignatureVerifier
    ) throws(FileError) -> [DocumentPath: [HeaderField]] {
        guard let index = try tree.read(DocumentPath.publication, bodyLimit: Limits.publicationBytes),
            let sidecar = index.signature, let key = verifier.keys.keys.first,
            (try? BodySignature(sidecar: sidecar).check(digest: SHA256.hash(index.body), key: key.publicKey)) != nil,
            let publication = try? Publication(JSONParser.parse(index.body))
        else { return [:] }
        return Dictionary(uniqueKeysWithValues: publication.documents.map { ($0.path, $0.headers) })
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
            let key = try? verifier.verify(claim, body: files.body)
        else { return nil }
        // With profile `body` the two are usually the same signature, which has just been verified.
        if verifier.profile == .dated || claim.signature != body.signature {
            guard (try? body.check(digest: SHA256.hash(files.body), key: key.publicKey)) != nil else {
                return nil
            }
        }
        let header = SignatureHeader(keyID: claim.keyID, signature: claim.signature.derRepresentation)
        return DocumentSignatures(header: header, date: claim.date, body: body.signature)
    }
}
