import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
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
        /// When it was signed, as its readers know; nil where they do not, and for what is yet to be signed.
        let signed: Instant?

        /// - Parameter sha256: that of the body, where it is known without one.
        package init(
            path: DocumentPath, format: DocumentFormat, sha256: String? = nil, body: [UInt8]?,
            knowledge: ReaderKnowledge? = nil, origin: TextPosition? = nil, signed: Instant? = nil
        ) {
            (self.path, self.format, self.knowledge, self.origin) = (path, format, knowledge, origin)
            self.signed = signed
            self.sha256 = sha256 ?? body.map { SHA256.hash($0).hexadecimal }
            self.body = format == .file ? nil : body
            content = self.body.flatMap { try? format.reader.read($0) }
        }
    }

    package let environment: EnvironmentName
    /// The documents by their paths, without those about web bundles.
    private(set) var documents: [String: Document]
    @Indirect private(set) var bundles: ComparedBundles
    /// The key that signs, and its profile; nil where they are not known.
    let signing: Signing?
    /// The ring of the environment, oldest key first; none where it is not known.
    private(set) var ring: [Publication.Key]
    /// How signatures are published; nil where it is not known.
    @Indirect private(set) var delivery: Delivery?
    /// The published documents that cannot be compared, with reasons.
    let problems: [Problem]
    /// The documents with another body, which nothing proves, beside the one that is compared.
    var unproven: [String] = []
    @Indirect private(set) var policy: EnvironmentPolicy?
    /// Whether a document that is not here does not exist.
    let isComplete: Bool
    /// The keys, by name, that are the only proof of a document and not the one that signs.
    var otherKeys: [String: KeyState] = [:]
    /// When its index was signed; nil where that is not known.
    var signed: Instant?
    /// The names of the keys of its ring, oldest first; none where only ids are known.
    private(set) var keyNames: [String] = []

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

    package var isEmpty: Bool { documents.isEmpty && bundles.isEmpty && problems.isEmpty }

    /// The format of a document, for a side of which no index says it.
    func format(of path: DocumentPath) -> DocumentFormat {
        documents[path.rawValue]?.format ?? ComparedBundles.format(ofPath: path)
    }

    func has(_ path: DocumentPath) -> Bool { documents[path.rawValue] != nil || bundles.has(path) }

    /// The platforms of the environment, for documents that serve all of them.
    var platforms: [Platform] { policy?.platforms.map(\.platform) ?? Platform.allCases }

    /// Those of which documents say that they are for them; all where there are documents and none says so.
    var saidPlatforms: [Platform] {
        let said = Set(documents.values.flatMap { Reading.all($0, platforms: []) ?? [] }.map(\.place.platform))
        return documents.isEmpty || !said.isEmpty ? Platform.allCases.filter(said.contains) : Platform.allCases
    }
}

extension ComparedTree {
    /// The documents of a policy, as far as they could be rendered.
    ///
    /// - Parameter key: the active key of the environment.
    package init(_ environment: RenderedEnvironment, key: TrustedKey?) {
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
            signing: key.map { Signing(keyName: $0.name, profile: policy.profile) }, ring: [],
            delivery: Delivery(environment), problems: [], policy: policy, isComplete: environment.isComplete)
    }

    /// The documents of a policy, signed by the active key of a ring; nil for none that is known.
    package init(_ environment: RenderedEnvironment, signing folder: KeyFolder?) {
        let name = environment.policy.name
        self.init(environment, key: folder?.activeKey(for: name))
        guard let folder else { return }
        ring = folder.listed(for: name)
        keyNames = folder.ring.entries.filter { $0.environment == name }.map(\.name)
    }

    /// The documents of a tree whose signatures were verified.
    ///
    /// - Parameters:
    ///   - policy: what it was built from, if that is known.
    ///   - keyNames: those of the ring, oldest key first; none where they are not known.
    package init(_ tree: VerifiedTree, policy: EnvironmentPolicy?, keyNames: [String] = []) {
        let bodies = tree.documents.compactMap { document in document.content.map { (document.path.rawValue, $0) } }
        let dates = tree.documents.compactMap { document in document.date.map { (document.path, $0.instant) } }
        self.init(
            unverified: tree.publication, bodies: Dictionary(bodies) { first, _ in first }, key: tree.key.name,
            policy: policy, dates: Dictionary(dates) { first, _ in first })
        self.keyNames = keyNames
    }

    /// The documents that an index lists.
    ///
    /// - Warning: Nothing is verified; a tree from outside is compared as a `VerifiedTree` or a `ProvenTree`.
    /// - Parameters:
    ///   - key: the name of the key that signs.
    ///   - dates: when documents were signed, where that is known.
    package init(
        unverified publication: Publication, bodies: [String: [UInt8]], key: String, policy: EnvironmentPolicy? = nil,
        dates: [DocumentPath: Instant] = [:]
    ) {
        var documents: [String: Document] = [:]
        for listed in publication.documents where !listed.format.concernsWebBundles {
            documents[listed.path.rawValue] = Document(
                path: listed.path, format: listed.format, sha256: listed.sha256, body: bodies[listed.path.rawValue],
                knowledge: listed.knowledge, signed: dates[listed.path])
        }
        self.init(
            environment: publication.environment, documents: documents,
            bundles: ComparedBundles(signed: dates[.webBundleIndex]) { path in
                publication.documents.contains { $0.path == path } ? bodies[path.rawValue] : nil
            },
            signing: Signing(keyName: key, profile: publication.profile),
            ring: publication.keys, delivery: Delivery(publication), problems: [], policy: policy, isComplete: true)
    }

    /// The same side, of which the recorded shells are known from elsewhere.
    ///
    /// - Parameter shells: nil where they are not known from there.
    func recording(_ shells: [RecordedShell]?) -> ComparedTree {
        var tree = self
        tree.bundles.shells = shells ?? bundles.shells
        return tree
    }

    /// The same documents as the readers of other ones know them: apps that are installed ask for the parameters that they
    /// were built for.
    func read(asReadersOf other: ComparedTree) -> ComparedTree {
        var read = self
        for (path, document) in documents {
            guard let known = other.documents[path], known.format == document.format else { continue }
            if known.knowledge?.parameters != nil || document.knowledge == nil {
                read.documents[path]?.knowledge = known.knowledge
            }
        }
        return read
    }
}

extension KeyFolder {
    package func listed(for environment: EnvironmentName) -> [Publication.Key] {
        keys.filter { $0.environment == environment }.map { Publication.Key($0) }
    }
}
