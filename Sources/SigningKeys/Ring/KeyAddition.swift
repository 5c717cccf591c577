import LocalFiles
import ManifestVerifier

/// Puts keys on a ring that are made elsewhere: in an HSM, in KMS, or by another program.
package enum KeyAddition {
    /// Gets the public key from its signer, writes it beside the ring in the folder at `path`, and appends its entry.
    ///
    /// The folder is made when it is not there. The first key that an environment ever has is `active`, a further
    /// one `next`.
    ///
    /// - Parameters:
    ///   - id: nil for the id that KMS has for the key, or the SHA-256 of the public key.
    ///   - shippedIn: the first app version that embeds the key.
    package static func add(
        name: String, environment: EnvironmentName, signer reference: SignerReference, id: KeyID?, shippedIn: String?,
        toFolder path: String, secrets: SignerSecrets
    ) async throws -> KeyRing.Entry {
        guard EnvironmentName(name) != nil else { throw KeyFolderError.invalidName(name) }
        // A token or KMS may take its time, and may fail: the folder is neither made nor locked yet.
        let signer = try await KeyFolder.open(
            reference, name: name, keyID: id, at: path, in: Folder(path: path), secrets)
        var ring = try LockedKeyRing(path, isNew: true)
        let entry = try ring.append(
            LockedKeyRing.NewKey(
                id: signer.keyID, name: name, environment: environment, shippedIn: shippedIn, signer: reference,
                publicKey: signer.publicKey))
        try await ring.commit(variables: secrets.variables)
        return entry
    }
}
