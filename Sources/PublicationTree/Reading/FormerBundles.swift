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
    /// What the manifest names; when nothing is offered any more, it still has the signature of the last version.
    private let last: WebBundle?

    package init() { (index, key, last) = (nil, nil, nil) }

    /// Reads the documents of a tree that are about web bundles.
    ///
    /// - Parameter keys: the keys that may have signed them; a revoked key and one of another environment may not.
    package init(_ tree: TreeFolder, of environment: EnvironmentName, keys: TrustedKeys) throws(FileError) {
        let keys = keys.keys.filter { $0.environment == environment && !$0.isRevoked }
        let index = try Self.verified(.webBundleIndex, in: tree, keys: keys)
        let manifest = try Self.verified(.webBundleManifest, in: tree, keys: keys)
        self.index = index.flatMap { try? WebBundleIndex(body: $0.body) }
        key = index?.key
        last =
            manifest.flatMap { $0.key.id == index?.key.id ? try? WebBundleManifest(body: $0.body) : nil }?.bundle
    }

    /// A signature over the archive with this digest, by the key that signed the documents.
    ///
    /// - Parameter content: its size and the SHA-256 of the list of its files, which a build has found before it signed;
    ///   nil when they are of no account.
    package func signature(
        over digest: ListedDigest, of content: (byteCount: Int, files: String)?
    ) -> ECDSASignature? {
        guard let key else { return nil }
        let entries = index?.entries ?? []
        let bundles =
            content.map { content in
                entries.filter { $0.byteCount == content.byteCount && $0.files == content.files }.map(\.bundle)
            } ?? entries.map(\.bundle) + [last].compactMap(\.self)
        for bundle in bundles where bundle.sha256 == digest.hexadecimal {
            guard let signature = try? ECDSASignature(derRepresentation: bundle.signature),
                key.publicKey.isValidSignature(signature, for: digest)
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
