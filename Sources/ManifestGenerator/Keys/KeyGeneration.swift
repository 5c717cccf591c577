import ManifestFormat
import ManifestSigning

/// Makes keys and puts them on a ring.
package enum KeyGeneration {
    /// Makes a key and appends it to the ring of the folder at `path`, which is made when it is not there.
    ///
    /// The first key that an environment ever has is `active`, a further one `next`. The private key is written as PKCS#8 that
    /// only its owner can read, encrypted when there is a passphrase.
    package static func generate(
        name: String, environment: EnvironmentName, inFolder path: String, passphrase: SecretBytes?
    ) throws(KeyFolderError) -> KeyRing.Entry {
        guard EnvironmentName(name) != nil else { throw .invalidName(name) }
        var ring = try LockedKeyRing(path, isNew: true)
        let entry = try ring.generate(name: name, environment: environment, passphrase: passphrase)
        try ring.commit()
        return entry
    }
}
