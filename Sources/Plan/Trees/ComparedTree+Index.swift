import ManifestVerifier
import PublicationTree

extension ComparedTree {
    /// The documents that an index lists.
    ///
    /// - Warning: Nothing is verified; a tree from outside is compared as a `VerifiedTree` or a `ProvenTree`.
    /// - Parameters:
    ///   - bodies: the bodies of documents by their paths.
    ///   - key: the key that signs.
    package init(unverified publication: Publication, bodies: [String: [UInt8]], key: (id: KeyID, name: String)) {
        var documents: [String: Document] = [:]
        for listed in publication.documents where !Self.isAboutBundles(listed.format) {
            documents[listed.path.rawValue] = Document(
                path: listed.path, format: listed.format, sha256: listed.sha256,
                body: listed.format == .file ? nil : bodies[listed.path.rawValue], knowledge: listed.knowledge)
        }
        let index = publication.documents.first { $0.format == .webBundleIndex }
        self.init(
            environment: publication.environment, documents: documents,
            bundles: index.flatMap { bodies[$0.path.rawValue] }.flatMap { try? WebBundleIndex(body: $0) },
            signing: Signing(keyID: key.id, keyName: key.name, profile: publication.profile),
            ring: publication.keys, delivery: Delivery(publication), problems: [], policy: nil, isComplete: true)
    }
}
