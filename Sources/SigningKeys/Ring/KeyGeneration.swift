import ManifestVerifier

/// Makes keys and puts them on a ring.
package enum KeyGeneration {
    /// Makes a key and appends it to the ring of the folder at `path`, which is made when it is not there.
    ///
    /// The first key that an environment ever has is `active`, a further one `next`. The private key is written as PKCS#8 that
    /// only its owner can read, encrypted when there is a passphrase.
    package static func generate(
        name: String, environment: EnvironmentName, inFolder path: String, secrets: SignerSecrets
    ) async throws -> KeyRing.Entry {
        let keys = try await generate(names: [name], environment: environment, inFolder: path, secrets: secrets)
        return keys[0]
    }

    /// Makes several keys for an environment, all of them or none.
    package static func generate(
        names: [String], environment: EnvironmentName, inFolder path: String, secrets: SignerSecrets
    ) async throws -> [KeyRing.Entry] {
        if let name = names.first(where: { EnvironmentName($0) == nil }) { throw KeyFolderError.invalidName(name) }
        var ring = try LockedKeyRing(path, isNew: true)
        let keys = try names.map { (name) throws in
            try ring.generate(name: name, environment: environment, passphrase: secrets.passphrase)
        }
        try await ring.commit(variables: secrets.variables)
        return keys
    }
}
