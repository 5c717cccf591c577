import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys
import WebBundles

/// One side of a comparison: what the documents of one environment say, built or about to be built.
package final class ComparedTree: Sendable {
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
    let documents: [String: Document]
    let bundles: ComparedBundles
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
    /// The keys, by name, that are the only proof of a document and not the one that signs.
    let otherKeys: [String: KeyState]
    /// When its index was signed; nil where that is not known.
    let signed: Instant?
    /// The names of the keys of its ring, oldest first; none where only ids are known.
    let keyNames: [String]

    init(
        environment: EnvironmentName, documents: [String: Document], bundles: ComparedBundles, signing: Signing?,
        ring: [Publication.Key], delivery: Delivery?, problems: [Problem], policy: EnvironmentPolicy?,
        isComplete: Bool, otherKeys: [String: KeyState] = [:], signed: Instant? = nil, keyNames: [String] = []
    ) {
        self.keyNames = keyNames
        (self.environment, self.documents, self.bundles, self.policy) = (environment, documents, bundles, policy)
        (self.signing, self.ring, self.delivery, self.problems) = (signing, ring, delivery, problems)
        (self.isComplete, self.otherKeys, self.signed) = (isComplete, otherKeys, signed)
    }

    struct Signing: Equatable, Sendable {
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

    package var firstProblem: (message: String, hint: String?)? { problems.first.map { ($0.message, $0.hint) } }

    package var isEmpty: Bool { documents.isEmpty && bundles.isEmpty && problems.isEmpty }

    /// The format of a document, for a side of which no index says it.
    func format(of path: DocumentPath) -> DocumentFormat {
        documents[path.rawValue]?.format ?? ComparedBundles.format(ofPath: path)
    }

    func has(_ path: DocumentPath) -> Bool { documents[path.rawValue] != nil || bundles.has(path) }

    /// The platforms of the environment, for documents that serve all of them.
    var platforms: [Platform] { policy?.platforms.map(\.platform) ?? Platform.allCases }
}

extension ComparedTree {
    /// The documents of a policy, as far as they could be rendered.
    ///
    /// - Parameters:
    ///   - key: the active key of the environment.
    ///   - ring: its ring, oldest key first; none where it is not known.
    package convenience init(
        _ environment: RenderedEnvironment, key: TrustedKey?, ring: [Publication.Key] = [], keyNames: [String] = []
    ) {
        let policy = environment.policy
        let documents = environment.documents.filter { !environment.unusable.contains($0.path) }.map { document in
            Document(
                path: document.path, format: document.format, body: document.body, knowledge: document.knowledge,
                origin: document.origin)
        }
        self.init(
            environment: policy.name,
            documents: Dictionary(documents.map { ($0.path.rawValue, $0) }) { first, _ in first },
            bundles: ComparedBundles(environment.bundles),
            signing: key.map { Signing(keyName: $0.name, profile: policy.profile) }, ring: ring,
            delivery: Delivery(environment), problems: [], policy: policy, isComplete: environment.isComplete,
            keyNames: keyNames)
    }

    /// The documents of a policy, signed by the active key of a ring; nil for none that is known.
    package convenience init(_ environment: RenderedEnvironment, signing folder: KeyFolder?) {
        let name = environment.policy.name
        let names = folder?.ring.entries.filter { $0.environment == name }.map(\.name)
        self.init(
            environment, key: folder?.activeKey(for: name), ring: folder?.listed(for: name) ?? [], keyNames: names ?? []
        )
    }

    /// The documents of a tree whose signatures were verified.
    ///
    /// - Parameters:
    ///   - policy: what it was built from, if that is known.
    ///   - keyNames: those of the ring, oldest key first; none where they are not known.
    package convenience init(_ tree: VerifiedTree, policy: EnvironmentPolicy?, keyNames: [String] = []) {
        let bodies = tree.documents.compactMap { document in document.content.map { (document.path.rawValue, $0) } }
        self.init(
            unverified: tree.publication, bodies: Dictionary(bodies) { first, _ in first }, key: tree.key.name,
            policy: policy, keyNames: keyNames)
    }

    /// The documents that an index lists.
    ///
    /// - Warning: Nothing is verified; a tree from outside is compared as a `VerifiedTree` or a `ProvenTree`.
    /// - Parameter key: the name of the key that signs.
    package convenience init(
        unverified publication: Publication, bodies: [String: [UInt8]], key: String, policy: EnvironmentPolicy? = nil,
        keyNames: [String] = []
    ) {
        var documents: [String: Document] = [:]
        for listed in publication.documents where !listed.format.concernsWebBundles {
            documents[listed.path.rawValue] = Document(
                path: listed.path, format: listed.format, sha256: listed.sha256,
                body: listed.format == .file ? nil : bodies[listed.path.rawValue], knowledge: listed.knowledge)
        }
        self.init(
            environment: publication.environment, documents: documents,
            bundles: ComparedBundles { path in
                publication.documents.contains { $0.path == path } ? bodies[path.rawValue] : nil
            },
            signing: Signing(keyName: key, profile: publication.profile),
            ring: publication.keys, delivery: Delivery(publication), problems: [], policy: policy, isComplete: true,
            keyNames: keyNames)
    }

    /// The same side, of which the recorded shells are known from elsewhere.
    ///
    /// - Parameter shells: nil where they are not known from there.
    func recording(_ shells: [RecordedShell]?) -> ComparedTree {
        guard let shells else { return self }
        var bundles = bundles
        bundles.shells = shells
        return with(documents, bundles)
    }

    /// The same documents as the readers of other ones know them: apps that are installed ask for the parameters that they
    /// were built for.
    func read(asReadersOf other: ComparedTree) -> ComparedTree {
        var read = documents
        for (path, document) in documents {
            guard let known = other.documents[path], known.format == document.format else { continue }
            if known.knowledge?.parameters != nil || document.knowledge == nil {
                read[path]?.knowledge = known.knowledge
            }
        }
        return with(read, bundles)
    }

    private func with(_ documents: [String: Document], _ bundles: ComparedBundles) -> ComparedTree {
        ComparedTree(
            environment: environment, documents: documents, bundles: bundles, signing: signing, ring: ring,
            delivery: delivery, problems: problems, policy: policy, isComplete: isComplete, otherKeys: otherKeys,
            signed: signed, keyNames: keyNames)
    }
}

extension KeyFolder {
    package func listed(for environment: EnvironmentName) -> [Publication.Key] {
        keys.filter { $0.environment == environment }.map { Publication.Key($0) }
    }
}

extension ComparedTree.Signing {
    init(_ index: VerifiedIndex) {
        self.init(keyName: index.key.name, profile: index.publication.profile)
    }
}
