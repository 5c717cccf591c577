import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import SigningKeys
import WebBundles

/// One side of a comparison: what the documents of one environment say, built or about to be built.
package struct ComparedTree: Sendable {
    package struct Document: Sendable {
        let path: DocumentPath
        let format: DocumentFormat
        /// SHA-256 of the body in lowercase hexadecimal digits; nil when it is not known.
        let sha256: String?
        /// The body of a rendered document; nil for static files.
        let body: [UInt8]?
        /// What the body says, which is read once; nil when it is not of its format, and without a body.
        let content: (any Sendable)?
        /// What its readers know besides; nil where no index says so.
        var knowledge: ReaderKnowledge?
        /// The place in the policy that it comes from.
        let origin: TextPosition?

        init(
            path: DocumentPath, format: DocumentFormat, sha256: String?, body: [UInt8]?,
            knowledge: ReaderKnowledge? = nil, origin: TextPosition? = nil
        ) {
            (self.path, self.format, self.sha256, self.body) = (path, format, sha256, body)
            (self.knowledge, self.origin) = (knowledge, origin)
            content = body.flatMap { try? format.reader.read($0) }
        }

        /// A rendered document.
        package init(
            path: DocumentPath, format: DocumentFormat, body: [UInt8], knowledge: ReaderKnowledge? = nil,
            origin: TextPosition? = nil
        ) {
            self.init(
                path: path, format: format, sha256: SHA256.hash(body).hexadecimal,
                body: format == .file ? nil : body, knowledge: knowledge, origin: origin)
        }
    }

    package let environment: EnvironmentName
    /// The documents by their paths, without those about web bundles.
    private(set) var documents: [String: Document]
    /// What is said about web bundles.
    private(set) var bundles: ComparedBundles
    /// The key that signs, and its profile; nil where they are not known.
    let signing: Signing?
    /// The ring of the environment, oldest key first; none where it is not known.
    let ring: [Publication.Key]
    /// How signatures are published; nil where it is not known.
    let delivery: Delivery?
    /// The published documents that cannot be compared, with reasons.
    let problems: [Problem]
    let policy: EnvironmentPolicy?
    /// Whether a document that is not here does not exist.
    let isComplete: Bool
    /// The names of retired keys that are the only proof of a document.
    var retiredKeys: Set<String> = []
    /// When its index was signed; nil where that is not known.
    var signed: Instant?

    struct Signing: Equatable, Sendable {
        let keyID: KeyID
        let keyName: String
        let profile: SignatureProfile
    }

    struct Problem: Sendable {
        let path: String
        let message: String
        let hint: String?
    }

    /// An environment with nothing published.
    package static func nothing(of environment: EnvironmentName) -> ComparedTree {
        ComparedTree(
            environment: environment, documents: [:], bundles: .none, signing: nil, ring: [], delivery: nil,
            problems: [], policy: nil, isComplete: true)
    }

    /// The first document that cannot be compared, if there is one.
    package var firstProblem: (message: String, hint: String?)? { problems.first.map { ($0.message, $0.hint) } }

    package var isEmpty: Bool { documents.isEmpty && bundles.isEmpty && problems.isEmpty }

    /// The format of a document, for a side of which no index says it.
    func format(of path: DocumentPath) -> DocumentFormat {
        documents[path.rawValue]?.format ?? bundles.format(of: path) ?? .file
    }

    /// The platforms of the environment, for documents that serve all of them.
    var platforms: [Platform] { policy?.platforms.map(\.platform) ?? Platform.allCases }
}

extension ComparedTree {
    /// The documents of a policy, as far as they could be rendered.
    ///
    /// - Parameters:
    ///   - key: the active key of the environment.
    ///   - ring: its ring, oldest key first; none where it is not known.
    package init(_ environment: RenderedEnvironment, key: TrustedKey?, ring: [Publication.Key] = []) {
        let policy = environment.policy
        self.environment = policy.name
        self.policy = policy
        documents = Self.byPath(
            environment.documents.compactMap { document in
                guard !environment.unusable.contains(document.path) else { return nil }
                return Document(
                    path: document.path, format: document.format, body: document.body, knowledge: document.knowledge,
                    origin: document.origin)
            })
        bundles = ComparedBundles(environment.bundles)
        signing = key.map { Signing(keyID: $0.id, keyName: $0.name, profile: policy.profile) }
        self.ring = ring
        delivery = Delivery(environment)
        problems = []
        isComplete = environment.isComplete
    }

    /// The documents of a policy, signed by the active key of a ring; nil for none that is known.
    package init(_ environment: RenderedEnvironment, signing folder: KeyFolder?) {
        let name = environment.policy.name
        self.init(environment, key: folder?.activeKey(for: name), ring: folder?.listed(for: name) ?? [])
    }

    /// The documents of a tree whose signatures were verified.
    ///
    /// - Parameter policy: what it was built from, if that is known.
    package init(_ tree: VerifiedTree, policy: EnvironmentPolicy?) {
        environment = tree.publication.environment
        self.policy = policy
        documents = Self.byPath(
            zip(tree.publication.documents, tree.documents).compactMap { listed, verified in
                Self.isAboutBundles(listed.format)
                    ? nil
                    : Document(
                        path: listed.path, format: listed.format, sha256: listed.sha256, body: verified.content,
                        knowledge: listed.knowledge)
            })
        bundles = ComparedBundles { path in tree.documents.first { $0.path == path }?.content }
        signing = Signing(keyID: tree.key.id, keyName: tree.key.name, profile: tree.publication.profile)
        ring = tree.publication.keys
        delivery = Delivery(tree.publication)
        problems = []
        isComplete = true
    }

    /// The documents of a tree that was built or published before; only what a key of the environment signed is believed.
    ///
    /// - Parameters:
    ///   - other: the other side, which tells the formats where no index does.
    ///   - policy: what it was built from, if that is known.
    package init(
        _ previous: PreviousTree, of environment: EnvironmentName,
        comparedWith other: ComparedTree? = nil, keys: TrustedKeys, policy: EnvironmentPolicy? = nil
    ) throws(FileError) {
        var problems = (previous.download?.problems ?? []).map { problem in
            Problem(
                path: problem.path,
                message: "\(environment)/\(problem.path) was published, but could not be downloaded: "
                    + problem.failure.message, hint: problem.failure.hint)
        }
        var index = previous.download?.index
        let path = DocumentPath.publication.file
        if index == nil, let file = try previous.tree.read(path, limit: VerifiedIndex.byteLimit) {
            do throws(VerifiedIndex.Failure) {
                index = try VerifiedIndex(file, keys: keys, environment: environment)
            } catch {
                problems.append(
                    Problem(path: path, message: "\(environment)/\(path) \(error.message)", hint: error.hint))
            }
        }
        let publication = index?.publication
        let listed = Dictionary((publication?.documents ?? []).map { ($0.path.rawValue, $0) }) { first, _ in first }
        var documents: [Document] = []
        // A file that the index does not list is not published; without an index, every file may be.
        let paths = publication == nil ? previous.documents : Set(listed.keys)
        for text in paths.sorted() {
            guard let path = try? DocumentPath(text), listed[text]?.format != .webBundle else { continue }
            let format = listed[text]?.format ?? other?.format(of: path) ?? .file
            guard format != .file else {
                documents.append(Document(path: path, format: .file, sha256: listed[text]?.sha256, body: nil))
                continue
            }
            // A document that did not come is a problem already.
            guard previous.tree.files.contains(text) else { continue }
            if let body = try Self.signedBody(path, in: previous.tree, listed[text], environment, keys) {
                documents.append(
                    Document(path: path, format: format, body: body, knowledge: listed[text]?.knowledge))
            } else {
                problems.append(
                    Problem(
                        path: text,
                        message: "\(environment)/\(path) was published without a signature that verifies",
                        hint: "it was not compared; check what is published with: signet verify"))
            }
        }
        self.environment = environment
        self.documents = Self.byPath(documents.filter { !Self.isAboutBundles($0.format) })
        bundles = try ComparedBundles { (path) throws(FileError) in
            previous.tree.files.contains(path.rawValue)
                ? try Self.signedBody(path, in: previous.tree, listed[path.rawValue], environment, keys) : nil
        }
        signing = index.map { Signing($0) }
        ring = publication?.keys ?? []
        retiredKeys = Set(index.map { $0.key.isRetired ? [$0.key.name] : [] } ?? [])
        delivery = publication.map { Delivery($0) }
        signed = index?.date.instant
        self.problems = problems
        self.policy = policy
        isComplete = problems.isEmpty
    }

    /// The same side, of which the recorded shells are known from elsewhere.
    ///
    /// - Parameter shells: nil where they are not known from there.
    func recording(_ shells: [RecordedShell]?) -> ComparedTree {
        var tree = self
        if let shells { tree.bundles.shells = shells }
        return tree
    }

    /// The same documents as the readers of other ones know them: apps that are installed ask for the parameters that they
    /// were built for.
    func read(asReadersOf other: ComparedTree) -> ComparedTree {
        var tree = self
        for (path, document) in documents {
            guard let known = other.documents[path], known.format == document.format else { continue }
            if known.knowledge?.parameters != nil || document.knowledge == nil {
                tree.documents[path]?.knowledge = known.knowledge
            }
        }
        return tree
    }

    private static func byPath(_ documents: [Document]) -> [String: Document] {
        Dictionary(documents.map { ($0.path.rawValue, $0) }) { first, _ in first }
    }

    static func isAboutBundles(_ format: DocumentFormat) -> Bool {
        switch format {
        case .webBundle, .webBundleIndex, .webBundleManifest: true
        default: false
        }
    }

    /// The body of a document, if a key of the environment signed it, or the verified index lists it.
    private static func signedBody(
        _ path: DocumentPath, in tree: TreeFolder, _ listed: Publication.Document?, _ environment: EnvironmentName,
        _ keys: TrustedKeys
    ) throws(FileError) -> [UInt8]? {
        let files: TreeDocument?
        do throws(FileError) {
            files = try tree.read(path, bodyLimit: Limits.manifestBytes)
        } catch {
            guard case .tooLarge = error.reason else { throw error }
            return nil
        }
        guard let files else { return nil }
        if let listed, listed.digest.matches(SHA256.hash(files.body)) { return files.body }
        guard let sidecar = files.signature, let signature = try? BodySignature(sidecar: sidecar) else { return nil }
        let trusted = keys.keys.filter { $0.environment == environment && !$0.isRevoked }
        return signature.signer(of: SHA256.hash(files.body), among: trusted) == nil ? nil : files.body
    }
}

extension KeyFolder {
    /// The ring of an environment as an index lists it.
    package func listed(for environment: EnvironmentName) -> [Publication.Key] {
        zip(ring.entries, keys).filter { $0.0.environment == environment }.map { entry, key in
            Publication.Key(id: key.id, sha256: key.publicKey.fingerprint.hexadecimal, state: entry.state)
        }
    }
}

extension ComparedTree.Signing {
    init(_ index: VerifiedIndex) {
        self.init(keyID: index.key.id, keyName: index.key.name, profile: index.publication.profile)
    }
}
