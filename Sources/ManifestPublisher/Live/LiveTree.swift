import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What is live at a place: a bucket, the folder of a static host, an origin, or a tree that was kept.
package final class LiveTree: Sendable {
    /// The index, and what keys of the environment prove.
    package let proven: ProvenTree
    let documents: [String: LiveDocument]
    /// The `.jws` that a trusted key signed, by the paths of their documents.
    let jwsByPath: [String: LiveJWS]
    /// The archives of web bundles by their paths.
    let archives: [String: LiveArchive]
    /// What the clock of the place said when it was read; nil where it has none.
    package let clock: SignedDate?

    init(
        proven: ProvenTree, documents: [String: LiveDocument], jwsByPath: [String: LiveJWS],
        archives: [String: LiveArchive], clock: SignedDate? = nil
    ) {
        self.proven = proven
        self.documents = documents
        self.jwsByPath = jwsByPath
        self.archives = archives
        self.clock = clock
    }

    var publication: Publication? { verifiedIndex?.publication }

    var verifiedIndex: VerifiedIndex? { proven.verifiedIndex }

    /// Whether nothing of a publication is there.
    package var isEmpty: Bool {
        proven.index == nil && proven.bodies.isEmpty && documents.isEmpty && jwsByPath.isEmpty && archives.isEmpty
    }

    /// Whether it is the beginning of a tree whose first publication was cut off: without an index, nothing is proven but
    /// documents of that tree.
    package func isBeginning(of tree: VerifiedTree) -> Bool {
        let own = Dictionary(tree.documents.map { ($0.path.rawValue, $0.digest) }) { first, _ in first }
        return proven.index == nil
            && proven.bodies.allSatisfy { path, bodies in
                !bodies.isEmpty && bodies.allSatisfy { own[path]?.matches($0.digest) == true }
            }
            && documents.allSatisfy { path, document in own[path]?.matches(document.body.digests.body) ?? true }
    }

    /// The first path that is not empty, trusted or not.
    package var firstPath: String? {
        let index = proven.index.map { _ in DocumentPath.publication.file }
        return index ?? Set(documents.keys).union(proven.bodies.keys).union(jwsByPath.keys).union(archives.keys).min()
    }
}

/// A document as it is live now, in a bucket, in the folder of a static host or at an origin; none of it is trusted.
struct LiveDocument: Sendable {
    /// The digests of the body, and what its headers claim.
    let body: SignedBody

    /// A document whose body is read for the date that its headers claim.
    init<Failure>(
        fields: [HeaderField], read: (SignedDate?) throws(Failure) -> BodyDigests
    ) throws(Failure) {
        body = try SignedBody(headers: fields, profile: nil, read: read)
    }

    init(body: [UInt8], fields: [HeaderField]) {
        self.init(fields: fields) { BodyDigests(of: body, date: $0) }
    }

    init(file: ReadableFile, fields: [HeaderField]) throws(FileError) {
        try self.init(fields: fields) { (date) throws(FileError) in try BodyDigests(of: file, date: date) }
    }
}

/// The archive of a web bundle as it is live now.
struct LiveArchive: Sendable {
    let byteCount: Int
    /// The SHA-256; nil where the host does not report it.
    let sha256: [UInt8]?
}

extension LiveArchive {
    /// An archive as a verified index lists it.
    init(_ listed: Publication.Document) { self.init(byteCount: listed.byteCount, sha256: listed.digest.bytes) }
}

extension Publication {
    /// The archive that a verified index lists at a path.
    func archive(at path: String) -> LiveArchive? {
        documents.first { $0.format == .webBundle && $0.path.rawValue == path }.map { LiveArchive($0) }
    }
}

extension LiveTree {
    /// A place whose index is that of a verified tree, and which has all that it lists.
    convenience init(of tree: VerifiedTree, keys: TrustedKeys, clock: SignedDate?) {
        let environment = tree.publication.environment
        let proofs = BodyProofs(keys: keys, environment: environment, index: tree.index)
        let bodies = tree.documents.compactMap { document in
            document.content.map {
                (
                    document.path.rawValue,
                    proofs.bodies(at: document.path, ($0, document.headers), sidecar: document.signature, jws: nil)
                )
            }
        }
        self.init(
            proven: ProvenTree(
                environment: environment, index: .success(tree.index), bodies: Dictionary(uniqueKeysWithValues: bodies),
                at: PublishedPaths(tree.publication, wanted: [:], beside: []), files: nil),
            documents: [:], jwsByPath: [:], archives: [:], clock: clock)
    }

    /// A tree that was kept from an earlier publication, where what is live cannot be read.
    package convenience init(kept tree: VerifiedTree, keys: TrustedKeys) throws {
        let environment = tree.publication.environment
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        var documents: [String: LiveDocument] = [:]
        var jwsByPath: [String: LiveJWS] = [:]
        var archives: [String: LiveArchive] = [:]
        for document in tree.documents {
            let path = document.path.rawValue
            if document.format == .webBundle {
                archives[path] = LiveArchive(byteCount: document.byteCount, sha256: document.digest.bytes)
                continue
            }
            documents[path] = LiveDocument(body: try tree.body(of: document), fields: document.headers)
            if let file = document.jws {
                jwsByPath[path] = try? LiveJWS(tree.bytes(of: file), of: document.path, by: verifier)
            }
        }
        self.init(
            proven: try ProvenTree(TreeFolder(tree.folder), of: environment, keys: keys, wanted: [:]),
            documents: documents, jwsByPath: jwsByPath, archives: archives)
    }
}

/// A `.jws` that was fetched, and verified as an app does it. Its body is not kept: only which one it is.
final class LiveJWS: Sendable {
    let header: JWS.Header
    /// The signature: of a key of the environment, not revoked, for the path of the document.
    let signature: VerifiedSignature
    let body: SHA256Digest

    /// Verifies the bytes of a `.jws`.
    ///
    /// - Parameter path: that of the document in its tree, never one that an answer names.
    init(_ file: [UInt8], of path: DocumentPath, by verifier: SignatureVerifier) throws(VerificationError) {
        let document = try translating(JWS(file), to: VerificationError.malformed)
        signature = try verifier.verify(document, path: path)
        header = document.header
        body = SHA256.hash(document.body)
    }

    var date: SignedDate { header.date }
}
