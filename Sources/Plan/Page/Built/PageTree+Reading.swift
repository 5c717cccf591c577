import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree

extension PageTree {
    package enum Outcome: Sendable {
        case read(PageTree)
        /// Something in the tree at a path does not verify: nothing of it is shown.
        case refused(VerificationReport, String)
    }

    /// Reads a tree that was signed, with everything in it.
    package static func read(
        _ name: EnvironmentName, at place: String, keys: TrustedKeys, embedding: inout Embedding,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> Outcome {
        guard let folder = try TreeFolder.trees(at: place, environment: name).first?.tree else {
            throw PreviousTree.notFound(name, at: place)
        }
        let path = folder.folder.path
        switch try await VerifiedTree.verify(folder, environment: name, keys: keys, progress: progress) {
        case .refused(let report): return .refused(report, path)
        case .verified(let tree):
            let documents = try tree.documents.map { try PageDocument($0, of: tree, embedding: &embedding) }
            return .read(PageTree(path: path, state: .signed, documents: documents))
        }
    }

    /// Reads the tree that was built of an environment, which may not be there.
    ///
    /// - Parameter progress: receives the number of finished documents and the total.
    package static func read(
        _ environment: RenderedEnvironment, in output: String, keys: TrustedKeys, embedding: inout Embedding,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Outcome {
        let name = environment.policy.name
        let path = "\(output)/\(name)"
        func unsigned(_ state: State) -> Outcome {
            let documents = environment.documents.map { PageDocument($0, signature: nil, body: nil) }
            return .read(PageTree(path: path, state: state, documents: documents))
        }
        let folder: TreeFolder
        do throws(FileError) {
            folder = try TreeFolder(Folder(path: path))
        } catch {
            guard error.reason == .notFound else { throw error }
            return unsigned(.missing)
        }
        let (signed, plain) = (DocumentPath.publication.file, DocumentPath.publication.rawValue)
        if !folder.files.contains(signed), folder.files.contains(plain) { return unsigned(.unsigned) }
        switch try await VerifiedTree.verify(folder, environment: name, keys: keys, progress: progress) {
        case .refused(let report): return .refused(report, path)
        case .verified(let tree):
            return .read(try PageTree(tree, of: environment, at: path, embedding: &embedding))
        }
    }

    private init(
        _ tree: VerifiedTree, of environment: RenderedEnvironment, at path: String, embedding: inout Embedding
    ) throws {
        let comparison = TreeComparison(
            from: ComparedTree(tree, policy: nil), to: ComparedTree(environment, key: tree.key))
        let isSame = comparison.changes.isEmpty
        let built = Dictionary(tree.documents.map { ($0.path, $0) }) { first, _ in first }
        var documents: [PageDocument] = []
        for document in environment.documents {
            let found = built[document.path].flatMap { $0.isBody(of: document) ? $0 : nil }
            let signature = try found.flatMap { try PageSignature($0, of: tree) }
            // A static file is listed by its hash.
            let isEmbedded = signature != nil && document.format != .file
            documents.append(
                PageDocument(
                    document, signature: signature, body: isEmbedded ? embedding.take(document.body) : nil))
        }
        let shown = Set(environment.documents.map(\.path))
        for document in tree.documents where isSame && !shown.contains(document.path) {
            documents.append(try PageDocument(document, of: tree, embedding: &embedding))
        }
        self.init(path: path, state: isSame ? .signed : .outdated, documents: documents)
    }
}

/// What may still be embedded in a page.
package struct Embedding: Sendable {
    private var left = Limits.reviewedBodiesBytes

    package init() {}

    mutating func take(_ body: [UInt8]) -> [UInt8]? {
        guard body.count <= min(left, Limits.reviewedBodyBytes) else { return nil }
        left -= body.count
        return body
    }
}

extension PageDocument {
    fileprivate init(_ document: RenderedDocument, signature: PageSignature?, body: [UInt8]?) {
        self.init(
            path: document.path, format: document.format, byteCount: document.body.count,
            sha256: SHA256.hash(document.body).hexadecimal, body: body, signature: signature)
    }

    fileprivate init(
        _ document: VerifiedTree.Document, of tree: VerifiedTree, embedding: inout Embedding
    ) throws(FileError) {
        self.init(
            path: document.path, format: document.format, byteCount: document.byteCount,
            sha256: document.digest.hexadecimal, body: document.content.flatMap { embedding.take($0) },
            signature: try PageSignature(document, of: tree))
    }
}

extension PageSignature {
    /// nil only for what no verified tree has.
    fileprivate init?(_ document: VerifiedTree.Document, of tree: VerifiedTree) throws(FileError) {
        guard let sidecar = try? BodySignature(sidecar: document.signature) else { return nil }
        let claim = try? SignatureClaim(headers: document.headers, profile: nil)
        let web = try document.jws.map { (file) throws(FileError) in try tree.bytes(of: file) }.flatMap { try? JWS($0) }
        self.init(
            key: tree.key, profile: tree.publication.profile, date: claim?.date,
            header: claim?.signature.derRepresentation,
            web: web.map { Web(header: $0.header, signature: $0.signature) },
            sidecar: sidecar.signature.derRepresentation)
    }
}

extension VerifiedTree.Document {
    fileprivate func isBody(of document: RenderedDocument) -> Bool {
        format == document.format && byteCount == document.body.count && digest.matches(SHA256.hash(document.body))
    }
}
