import ManifestCrypto
import ManifestFormat
import ManifestSigning
import PublicationTree

/// A change of a key ring and of the files beside it, made under the folder's lock, all of it or nothing.
struct KeyRingEdit {
    /// Where the folder is, for messages.
    let path: String
    /// The ring as it was found.
    let before: KeyRing
    /// The ring as it is to be.
    var ring: KeyRing
    private let folder: Folder
    private var newFiles: [NewFile] = []

    private struct NewFile {
        let name: String
        let content: SecretBytes
        /// Whether it is for its owner's eyes alone.
        let isSecret: Bool
    }

    /// Locks the folder at `path` and reads its ring.
    ///
    /// - Parameter isNew: whether a folder and a ring that are not there are made.
    init(_ path: String, isNew: Bool) throws(KeyFolderError) {
        self.path = path
        do throws(FileError) {
            folder = isNew ? try Folder(creating: path) : try Folder(path: path)
            guard try folder.tryLock() else { throw FileError(path, .write, .locked) }
        } catch {
            throw error.reason == .notFound ? .noRing(path) : .file(error)
        }
        do throws(KeyFolderError) {
            before = try KeyFolder(folder).ring
        } catch {
            guard isNew, case .noRing = error else { throw error }
            before = KeyRing()
        }
        ring = before
    }

    /// Makes a key and puts it at the end of the ring.
    ///
    /// - Parameter passphrase: encrypts the private key.
    mutating func generate(
        name: String, environment: EnvironmentName, state: KeyRing.State, passphrase: SecretBytes?
    ) throws(KeyFolderError) -> KeyRing.Entry {
        let files = (privateKey: "\(name).key.pem", publicKey: "\(name).pub.pem")
        guard let signer = SignerReference("file:\(files.privateKey)") else { throw .invalidName(name) }
        try checkFree(name, files: [files.privateKey, files.publicKey])
        let key: PrivateKey
        let pem: SecretBytes
        do throws(PrivateKeyError) {
            key = try PrivateKey.generate()
            pem = try key.pem(passphrase: passphrase)
        } catch {
            throw .privateKey(folder.child(files.privateKey), error)
        }
        guard let id = KeyID(key.publicKey.fingerprint.hexadecimal) else {
            preconditionFailure("64 hexadecimal digits are a key id")
        }
        newFiles += [
            NewFile(name: files.privateKey, content: pem, isSecret: true),
            NewFile(
                name: files.publicKey, content: SecretBytes(key.publicKey.pemRepresentation), isSecret: false),
        ]
        let entry = KeyRing.Entry(
            id: id, name: name, publicKey: files.publicKey, environment: environment, state: state, shippedIn: nil,
            signer: signer)
        ring.entries.append(entry)
        return entry
    }

    /// Fails when a key or a file of that name is there.
    private func checkFree(_ name: String, files: [String]) throws(KeyFolderError) {
        guard EnvironmentName(name) != nil else { throw .invalidName(name) }
        guard !ring.entries.contains(where: { $0.name == name }), files.allSatisfy({ folder.kind(of: $0) == nil })
        else { throw .nameTaken(path, name) }
    }

    /// Writes the new files and then, in one step, the ring.
    func commit() throws(KeyFolderError) {
        var written: [String] = []
        do throws(FileError) {
            if newFiles.contains(where: \.isSecret) { try protect() }
            do throws(FileError) {
                for file in newFiles {
                    var bytes = file.content.copy()
                    defer { bytes.wipe() }
                    try folder.write(file.name, bytes, mode: file.isSecret ? 0o600 : 0o644)
                    written.append(file.name)
                }
                try folder.replace(KeyFolder.ringName, JSONWriter.bytes(of: ring.json))
            } catch {
                // Without its place on the ring a key is of no use.
                for name in written { try? folder.remove(name) }
                throw error
            }
        } catch {
            throw .file(error)
        }
    }

    /// Keeps private keys out of git before the first one is there.
    private func protect() throws(FileError) {
        guard folder.kind(of: ".gitignore") == nil else { return }
        try folder.write(".gitignore", Array("*.key.pem\n\(DevelopmentKey.folderName)/\n".utf8))
    }
}
