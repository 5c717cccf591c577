import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// A key ring whose folder is locked, to put one more key on it; the lock ends with this value.
struct LockedKeyRing {
    /// What is known of a key that is not on the ring yet.
    struct NewKey {
        let id: KeyID
        let name: String
        let environment: EnvironmentName
        let shippedIn: String?
        let signer: SignerReference
        let publicKey: PublicKey

        /// The file that the public key goes into.
        var publicKeyFile: String { LockedKeyRing.publicKeyFile(name) }
    }

    let folder: Folder
    private var ring = KeyRing()
    private var keys: [TrustedKey] = []

    /// Locks the folder at `path`, which is made when it is not there, and reads its ring.
    init(creating path: String) throws(KeyFolderError) {
        do throws(FileError) {
            folder = try Folder(creating: path)
            guard try folder.tryLock() else { throw FileError(path, .write, .locked) }
        } catch {
            throw .file(error)
        }
        do throws(KeyFolderError) {
            let present = try KeyFolder(folder)
            (ring, keys) = (present.ring, present.keys)
        } catch {
            guard case .noRing = error else { throw error }
        }
    }

    /// Fails when there is a key of that name, its public key's file, or one of `files`.
    func requireFree(_ name: String, files: [String]) throws(KeyFolderError) {
        guard !ring.entries.contains(where: { $0.name == name }),
            (files + [Self.publicKeyFile(name)]).allSatisfy({ folder.kind(of: $0) == nil })
        else { throw .nameTaken(folder.path, name) }
    }

    /// Writes the files of a key and appends its entry, or leaves everything as it was.
    ///
    /// The first key of an environment is `active`, a further one `next`.
    mutating func append(
        _ key: NewKey, privateKey: (file: String, pem: [UInt8])? = nil
    ) throws(KeyFolderError) -> KeyRing.Entry {
        try requireFree(key.name, files: privateKey.map { [$0.file] } ?? [])
        if let other = ring.entries.first(where: { $0.id == key.id }) {
            throw .idTaken(folder.path, key.id, other.name)
        }
        if let other = keys.first(where: { $0.publicKey == key.publicKey }) {
            throw .samePublicKey(folder.child(KeyFolder.ringName), other.name, key.name)
        }
        let entry = KeyRing.Entry(
            id: key.id, name: key.name, publicKey: key.publicKeyFile, environment: key.environment,
            state: ring.activeEntry(for: key.environment) == nil ? .active : .next, shippedIn: key.shippedIn,
            signer: key.signer)
        var longer = ring
        longer.entries.append(entry)
        do throws(FileError) {
            try protect()
            if let privateKey { try folder.write(privateKey.file, privateKey.pem, mode: 0o600) }
            do throws(FileError) {
                try folder.write(key.publicKeyFile, Array(key.publicKey.pemRepresentation.utf8))
                try folder.replace(KeyFolder.ringName, JSONWriter.bytes(of: longer.json))
            } catch {
                // Without its place on the ring the key is of no use.
                if let privateKey { try? folder.remove(privateKey.file) }
                try? folder.remove(key.publicKeyFile)
                throw error
            }
        } catch {
            throw .file(error)
        }
        ring = longer
        return entry
    }

    /// Keeps private keys out of git before the first one is there.
    private func protect() throws(FileError) {
        guard folder.kind(of: ".gitignore") == nil else { return }
        try folder.write(".gitignore", Array("*.key.pem\n\(DevelopmentKey.folderName)/\n".utf8))
    }

    private static func publicKeyFile(_ name: String) -> String { "\(name).pub.pem" }
}
