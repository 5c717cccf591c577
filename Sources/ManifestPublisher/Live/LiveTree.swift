import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What is live at a place: a bucket, the folder of a static host, an origin, or a tree that was kept.
package struct LiveTree: Sendable {
    /// The index, or why it is not trusted; nil when there is none.
    package let index: Result<VerifiedIndex, VerifiedIndex.Failure>?
    /// The bodies of the rendered documents that keys of the environment prove.
    package let proven: ProvenTree
    let documents: [String: LiveDocument]
    /// The `.jws` that a trusted key signed, by the paths of their documents.
    let jwsByPath: [String: LiveJWS]
    /// The archives of web bundles by their paths.
    let archives: [String: LiveArchive]
    /// What the clock of the place said when it was read; nil where it has none.
    package let clock: SignedDate?

    init(
        index: Result<VerifiedIndex, VerifiedIndex.Failure>?, proven: ProvenTree, documents: [String: LiveDocument],
        jwsByPath: [String: LiveJWS], archives: [String: LiveArchive], clock: SignedDate? = nil
    ) {
        self.index = index
        self.proven = proven
        self.documents = documents
        self.jwsByPath = jwsByPath
        self.archives = archives
        self.clock = clock
    }

    var publication: Publication? { verifiedIndex?.publication }

    /// The index, if it is trusted.
    package var verifiedIndex: VerifiedIndex? { try? index?.get() }

    /// Whether nothing of a publication is there.
    package var isEmpty: Bool { index == nil && documents.isEmpty && jwsByPath.isEmpty && archives.isEmpty }

    /// The first path that is not empty, trusted or not.
    package var firstPath: String? {
        let index = index.map { _ in DocumentPath.publication.file }
        return index ?? Set(documents.keys).union(jwsByPath.keys).union(archives.keys).min()
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
    init(of tree: VerifiedTree, keys: TrustedKeys, clock: SignedDate?) {
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
            index: .success(tree.index),
            proven: ProvenTree(
                environment: environment, index: tree.index, bodies: Dictionary(uniqueKeysWithValues: bodies)),
            documents: [:], jwsByPath: [:], archives: [:], clock: clock)
    }

    /// A tree that was kept from an earlier publication, where what is live cannot be read.
    package init(kept tree: VerifiedTree, keys: TrustedKeys) throws {
        let environment = tree.publication.environment
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        var documents: [String: LiveDocument] = [:]
        var jwsByPath: [String: LiveJWS] = [:]
        var archives: [String: LiveArchive] = [:]
        var bodies: [(VerifiedTree.Document, [UInt8])] = []
        for document in tree.documents {
            let path = document.path.rawValue
            if document.format == .webBundle {
                archives[path] = LiveArchive(byteCount: document.byteCount, sha256: document.digest.bytes)
                continue
            }
            let body = try tree.body(of: document)
            documents[path] = LiveDocument(body: body, fields: document.headers)
            bodies.append((document, body))
            if let file = document.envelopes.first(where: { $0.sidecar == .jws }) {
                jwsByPath[path] = try? LiveJWS(tree.bytes(of: file), of: document.path, by: verifier)
            }
        }
        let proofs = BodyProofs(keys: keys, environment: environment, index: tree.index)
        let proven = bodies.filter { $0.0.format != .file }.map { document, body in
            let found = proofs.bodies(
                at: document.path, (body, document.headers), sidecar: document.signature, jws: nil)
            return (document.path.rawValue, found)
        }
        self.init(
            index: .success(tree.index),
            proven: ProvenTree(
                environment: environment, index: tree.index, bodies: Dictionary(uniqueKeysWithValues: proven)),
            documents: documents, jwsByPath: jwsByPath, archives: archives)
    }
}
