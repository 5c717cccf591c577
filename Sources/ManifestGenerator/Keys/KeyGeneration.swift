import ManifestCrypto
import ManifestFormat
import ManifestSigning
import PublicationTree

/// Makes keys and puts them on a ring.
package enum KeyGeneration {
    /// Makes a key and appends it to the ring of the folder at `path`, which is made when it is not there.
    ///
    /// The first key of an environment is `active`, a further one `next`. The private key is written as PKCS#8 that
    /// only its owner can read, encrypted when there is a passphrase.
    package static func generate(
        name: String, environment: EnvironmentName, inFolder path: String, passphrase: SecretBytes?
    ) throws(KeyFolderError) -> KeyRing.Entry {
        guard EnvironmentName(name) != nil else { throw .invalidName(name) }
        var ring = try LockedKeyRing(creating: path)
        let file = "\(name).key.pem"
        try ring.requireFree(name, files: [file])
        guard let fileName = SignerReference.FileName(file) else { throw .invalidName(name) }
        let key: PrivateKey
        var pem: [UInt8]
        do throws(PrivateKeyError) {
            key = try PrivateKey.generate()
            pem = try key.pem(passphrase: passphrase).copy()
        } catch {
            throw .privateKey(ring.folder.child(file), error)
        }
        defer { pem.wipe() }
        return try ring.append(
            LockedKeyRing.NewKey(
                id: key.publicKey.defaultKeyID, name: name, environment: environment, shippedIn: nil,
                signer: .file(fileName), publicKey: key.publicKey),
            privateKey: (file, pem))
    }
}
