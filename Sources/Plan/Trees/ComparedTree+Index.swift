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
        self.init(
            environment: publication.environment, documents: documents,
            bundles: ComparedBundles { path in
                publication.documents.contains { $0.path == path } ? bodies[path.rawValue] : nil
            },
            signing: Signing(keyID: key.id, keyName: key.name, profile: publication.profile),
            ring: publication.keys, delivery: Delivery(publication), problems: [], policy: nil, isComplete: true)
    }
}
