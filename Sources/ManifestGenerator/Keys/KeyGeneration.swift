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
        let folder: Folder
        do throws(FileError) {
            folder = try Folder(creating: path)
            guard try folder.tryLock() else { throw FileError(path, .write, .locked) }
        } catch {
            throw .file(error)
        }
        var ring = KeyRing()
        do throws(KeyFolderError) {
            ring = try KeyFolder(folder).ring
        } catch {
            guard case .noRing = error else { throw error }
        }
        let files = (privateKey: "\(name).key.pem", publicKey: "\(name).pub.pem")
        guard !ring.entries.contains(where: { $0.name == name }), folder.kind(of: files.privateKey) == nil,
            folder.kind(of: files.publicKey) == nil, let signer = SignerReference("file:\(files.privateKey)")
        else { throw .nameTaken(path, name) }

        let key: PrivateKey
        var pem: [UInt8]
        do throws(PrivateKeyError) {
            key = try PrivateKey.generate()
            pem = try key.pem(passphrase: passphrase).copy()
        } catch {
            throw .privateKey(folder.child(files.privateKey), error)
        }
        defer { pem.wipe() }
        guard let id = KeyID(key.publicKey.fingerprint.hexadecimal) else {
            preconditionFailure("64 hexadecimal digits are a key id")
        }
        let entry = KeyRing.Entry(
            id: id, name: name, publicKey: files.publicKey, environment: environment,
            state: ring.activeEntry(for: environment) == nil ? .active : .next, shippedIn: nil, signer: signer)
        ring.entries.append(entry)
        do throws(FileError) {
            try protect(folder)
            try folder.write(files.privateKey, pem, mode: 0o600)
            do throws(FileError) {
                try folder.write(files.publicKey, Array(key.publicKey.pemRepresentation.utf8))
                try folder.replace(KeyFolder.ringName, JSONWriter.bytes(of: ring.json))
            } catch {
                // Without its place on the ring the key is of no use.
                try? folder.remove(files.privateKey)
                try? folder.remove(files.publicKey)
                throw error
            }
        } catch {
            throw .file(error)
        }
        return entry
    }

    /// Keeps private keys out of git before the first one is there.
    private static func protect(_ folder: Folder) throws(FileError) {
        guard folder.kind(of: ".gitignore") == nil else { return }
        try folder.write(".gitignore", Array("*.key.pem\n\(DevelopmentKey.folderName)/\n".utf8))
    }
}
