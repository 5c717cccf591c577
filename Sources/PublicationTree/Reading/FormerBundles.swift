import LocalFiles
import ManifestVerifier
import WebBundles

/// What a former tree says about web bundles, for the signatures over archives that can be kept.
///
/// A signature over an archive holds whatever else is in the tree, and each is verified over the digest that the
/// reviewed list names.
package struct FormerBundles: Sendable {
    /// The index, if one of the keys signed it.
    private let index: WebBundleIndex?
    private let key: TrustedKey?
    /// All bundles that the documents name, also under a revoked key, and the keys that a signature in them may be from.
    /// Clients look at no signature of a bundle that is not offered any more: it outlives its key.
    private let named: [WebBundle]
    private let manifest: WebBundle?
    private let ring: [TrustedKey]

    package init() { (index, key, named, manifest, ring) = (nil, nil, [], nil, []) }

    /// Reads the documents of a tree that are about web bundles.
    ///
    /// - Parameters:
    ///   - keys: the keys that may have signed them; a revoked key and one of another environment may not.
    ///   - ring: all keys of the environment, where those are others.
    package init(
        _ tree: TreeFolder, of environment: EnvironmentName, keys: TrustedKeys, ring: [TrustedKey]? = nil
    ) throws(FileError) {
        let own = keys.keys.filter { $0.environment == environment }
        self.ring = ring ?? own
        let verified = try Self.verified(.webBundleIndex, in: tree, keys: self.ring)
        let content = verified.flatMap { try? WebBundleIndex(body: $0.body) }
        key = verified.flatMap { index in own.first { !$0.isRevoked && $0.id == index.key.id } }
        self.index = key == nil ? nil : content
        manifest = try Self.verified(.webBundleManifest, in: tree, keys: self.ring)
            .flatMap { try? WebBundleManifest(body: $0.body) }?.bundle
        named = [manifest].compactMap(\.self) + (content?.entries ?? []).map(\.bundle)
    }

    /// Whether the manifest names the archive with this digest.
    package func names(_ digest: ListedDigest) -> Bool { manifest?.sha256 == digest.hexadecimal }

    /// A signature over the archive with this digest, by the key that signed the documents.
    ///
    /// - Parameter content: its size and the SHA-256 of the list of its files, which a build has found before it signed;
    ///   nil when it is not offered any more: any key of the ring may have signed it then.
    package func signature(
        over digest: ListedDigest, of content: (byteCount: Int, files: String)?
    ) -> ECDSASignature? {
        let offered = index?.entries.filter { $0.byteCount == content?.byteCount && $0.files == content?.files }
        let bundles = content == nil ? named : offered?.map(\.bundle) ?? []
        let keys = content == nil ? ring : [key].compactMap(\.self)
        for bundle in bundles where bundle.sha256 == digest.hexadecimal {
            guard let signature = try? ECDSASignature(derRepresentation: bundle.signature),
                keys.contains(where: { $0.publicKey.isValidSignature(signature, for: digest) })
            else { continue }
            return signature
        }
        return nil
    }

    private static func verified(
        _ path: DocumentPath, in tree: TreeFolder, keys: [TrustedKey]
    ) throws(FileError) -> (body: [UInt8], key: TrustedKey)? {
        guard let body = try tree.read(path.rawValue, limit: Limits.manifestBytes),
            let sidecar = try tree.sidecars(of: path).signature, let signature = try? BodySignature(sidecar: sidecar)
        else { return nil }
        return signature.signer(of: SHA256.hash(body), among: keys).map { (body, $0) }
    }
}
