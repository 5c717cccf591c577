import Diagnostics
import LocalFiles
import ManifestVerifier

/// Makes keys and puts them on a ring.
package enum KeyGeneration {
    /// Makes keys for an environment and appends them to the ring of the folder at `path`, which is created if necessary: all
    /// of them or none.
    ///
    /// The first key that an environment ever has is `active`, a further one `next`. The private key is written as PKCS#8 that
    /// only its owner can read, encrypted when there is a passphrase.
    package static func generate(
        names: [String], environment: EnvironmentName, inFolder path: String, secrets: SignerSecrets
    ) async throws -> [KeyRing.Entry] {
        if let name = names.first(where: { EnvironmentName($0) == nil }) { throw ErrorReport.invalidKeyName(name) }
        var ring = try LockedKeyRing(path, isNew: true)
        let keys = try names.map { (name) throws in
            try ring.generate(name: name, environment: environment, passphrase: secrets.passphrase)
        }
        try await ring.commit(variables: secrets.variables)
        return keys
    }
}

/// Puts keys on a ring that are made elsewhere: in an HSM, in KMS, or by another program.
package enum KeyAddition {
    /// Gets the public key from its signer, writes it beside the ring in the folder at `path`, and appends its entry.
    ///
    /// The folder is created if necessary. The first key that an environment ever has is `active`, a further one `next`.
    ///
    /// - Parameters:
    ///   - id: nil for the id that KMS has for the key, or the SHA-256 of the public key.
    ///   - shippedIn: the first app version that embeds the key.
    package static func add(
        name: String, environment: EnvironmentName, signer reference: SignerReference, id: KeyID?, shippedIn: String?,
        toFolder path: String, secrets: SignerSecrets
    ) async throws -> KeyRing.Entry {
        guard EnvironmentName(name) != nil else { throw ErrorReport.invalidKeyName(name) }
        // A token or KMS may take its time, and may fail: the folder is neither created nor locked yet.
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
