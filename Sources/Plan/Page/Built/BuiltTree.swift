import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree

/// The documents of an environment, with the signatures that a built tree has for them.
package struct BuiltTree: Sendable {
    package let tree: PageTree
    /// The documents that the policy gives, and those of the tree that only signing makes.
    package let documents: [PageDocument]

    package enum Outcome: Sendable {
        case read(BuiltTree)
        /// Something in the tree does not verify: nothing of it is shown.
        case refused(VerificationReport)
    }

    /// Reads the tree of an environment, which may not be there.
    ///
    /// - Parameter progress: receives the number of finished documents and the total.
    package static func read(
        _ environment: RenderedEnvironment, in output: String, keys: TrustedKeys, embedding: inout Embedding,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Outcome {
        let name = environment.policy.name
        let path = "\(output)/\(name)"
        func unsigned(_ state: PageTree.State, _ index: PageDocument? = nil) -> Outcome {
            let documents = environment.documents.map { PageDocument($0, signature: nil, body: nil) }
            return .read(
                BuiltTree(
                    tree: PageTree(path: path, state: state), documents: documents + (index.map { [$0] } ?? [])))
        }
        let folder: TreeFolder
        do throws(FileError) {
            folder = try TreeFolder(Folder(path: path))
        } catch {
            guard error.reason == .notFound else { throw error }
            return unsigned(.missing)
        }
        if let index = try folder.unsignedIndex {
            let isSame = (try? Publication(body: index))?.lists(environment) == true
            return unsigned(isSame ? .unsigned : .outdated, isSame ? .index(index) : nil)
        }
        switch try await VerifiedTree.verify(folder, environment: name, keys: keys, progress: progress) {
        case .refused(let report): return .refused(report)
        case .verified(let tree):
            return .read(try BuiltTree(tree, of: folder, environment, at: path, keys: keys, embedding: &embedding))
        }
    }

    private init(tree: PageTree, documents: [PageDocument]) {
        (self.tree, self.documents) = (tree, documents)
    }

    private init(
        _ tree: VerifiedTree, of folder: TreeFolder, _ environment: RenderedEnvironment, at path: String,
        keys: TrustedKeys, embedding: inout Embedding
    ) throws {
        var rendered = environment.documents
        var isComplete = true
        if let bundles = environment.bundles {
            let former = try FormerBundles(folder, of: environment.policy.name, keys: keys)
            let signed = bundles.documents(signedIn: former)
            isComplete = signed != nil
            rendered += signed ?? []
        }
        let built = Dictionary(tree.documents.map { ($0.path, $0) }) { first, _ in first }
        var isSame = isComplete && tree.publication.isSigned(as: environment)
        var documents: [PageDocument] = []
        for document in rendered {
            let found = built[document.path]
            let isSigned = found.map { $0.isBody(of: document) } ?? false
            isSame = isSame && isSigned && document.unsignedFields.allSatisfy { found?.headers.contains($0) == true }
            let signature = isSigned ? try found.flatMap { try PageSignature($0, of: tree) } : nil
            // A static file is listed by its hash.
            let isEmbedded = signature != nil && document.format != .file
            documents.append(
                PageDocument(
                    document, signature: signature, body: isEmbedded ? embedding.take(document.body) : nil))
        }
        let paths = Set(rendered.map(\.path) + (environment.bundles?.paths ?? []))
        isSame = isSame && paths == Set(built.keys)
        let shown = Set(rendered.map(\.path))
        for document in tree.documents where isSame && !shown.contains(document.path) {
            documents.append(
                PageDocument(
                    path: document.path, format: document.format, byteCount: document.byteCount,
                    sha256: document.digest.hexadecimal, body: nil,
                    signature: try PageSignature(document, of: tree)))
        }
        self.tree = PageTree(path: path, state: isSame ? .signed : .outdated)
        self.documents = documents
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

    fileprivate static func index(_ body: [UInt8]) -> PageDocument {
        PageDocument(
            path: .publication, format: nil, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal, body: nil,
            signature: nil)
    }
}

extension PageSignature {
    /// nil only for what no verified tree has.
    fileprivate init?(_ document: VerifiedTree.Document, of tree: VerifiedTree) throws(FileError) {
        guard let sidecar = try? BodySignature(sidecar: document.signature) else { return nil }
        let claim = try? SignatureClaim(headers: document.headers, profile: nil)
        var web: JWS?
        if let file = document.jws {
            let bytes = try tree.bytes(of: file)
            web = try? JWS(bytes)
        }
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

extension TreeFolder {
    /// The index, when nothing in the tree is signed.
    fileprivate var unsignedIndex: [UInt8]? {
        get throws(FileError) {
            guard !files.contains(DocumentPath.publication.file) else { return nil }
            return try read(DocumentPath.publication.rawValue, limit: Limits.publicationBytes)
        }
    }
}

extension Publication {
    fileprivate func isSigned(as rendered: RenderedEnvironment) -> Bool {
        profile == rendered.policy.profile && envelopes == rendered.policy.envelopes.value
    }

    fileprivate func lists(_ rendered: RenderedEnvironment) -> Bool {
        func key(_ path: DocumentPath, _ sha256: String) -> String { "\(path) \(sha256)" }
        return environment == rendered.policy.name && isSigned(as: rendered)
            && Set(documents.map { key($0.path, $0.sha256) })
                == Set(rendered.documents.map { key($0.path, SHA256.hash($0.body).hexadecimal) })
    }
}
