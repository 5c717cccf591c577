import Diagnostics
import LocalFiles
import ManifestVerifier

/// A key ring whose folder is locked, to be changed together with the files beside it: all of it or nothing.
///
/// The lock ends with this value.
struct LockedKeyRing {
    struct NewKey {
        let id: KeyID
        let name: String
        let environment: EnvironmentName
        let shippedIn: String?
        let signer: SignerReference
        let publicKey: PublicKey
        /// What goes into the file that the signer names; nil when the private key is kept elsewhere or exists already.
        var privateKey: (file: String, pem: SecretBytes)?
    }

    let folder: Folder
    /// The ring as it was found.
    let before: KeyRing
    /// The ring as it is to be.
    var ring: KeyRing
    private var keys: [TrustedKey] = []
    private var newFiles: [NewFile] = []
    /// The names of the files of private keys, old and new.
    private var privateKeyFiles: [String] = []

    private struct NewFile {
        let name: String
        let content: SecretBytes
        /// Whether only its owner may read it.
        let isSecret: Bool
    }

    /// Locks the folder at `path` and reads its ring.
    ///
    /// - Parameter isNew: whether a missing folder and ring are made.
    init(_ path: String, isNew: Bool) throws {
        do throws(FileError) {
            let opened = isNew ? try Folder(creating: path) : try Folder(path: path)
            folder = try opened.locked(patience: 60)
        } catch {
            if error.reason == .notFound { throw ErrorReport.noKeyRing(path) }
            throw error
        }
        if folder.kind(of: KeyFolder.ringName) != nil {
            let present = try KeyFolder(folder)
            (before, keys) = (present.ring, present.keys)
        } else {
            guard isNew else { throw ErrorReport.noKeyRing(path) }
            before = KeyRing()
        }
        ring = before
    }

    /// Puts a key at the end of the ring.
    ///
    /// - Parameter state: nil for `active` with the first key of an environment and `next` with a further one.
    mutating func append(_ key: NewKey, state: KeyState? = nil) throws -> KeyRing.Entry {
        try requireFree(key.name, files: key.privateKey.map { [$0.file] } ?? [])
        try ring.refuseVariable(key.signer, takenFrom: key.environment, folder.path)
        if let other = keys.first(where: { $0.publicKey == key.publicKey }) {
            throw ErrorReport.samePublicKey(folder.child(KeyFolder.ringName), other.name, key.name)
        }
        if let other = ring.entries.first(where: { $0.id == key.id }) {
            throw ErrorReport(
                .cannotCreate,
                "\(folder.child(KeyFolder.ringName)): key \"\(other.name)\" has the id \(key.id) already",
                hint: "give the new key another one with --id ID")
        }
        if case .file(let file) = key.signer { privateKeyFiles.append(file.rawValue) }
        if let (file, pem) = key.privateKey { newFiles.append(NewFile(name: file, content: pem, isSecret: true)) }
        let publicKeyFile = Self.publicKeyFile(key.name)
        newFiles.append(
            NewFile(
                name: publicKeyFile, content: SecretBytes(key.publicKey.pemRepresentation), isSecret: false))
        let entry = KeyRing.Entry(
            id: key.id, name: key.name, publicKey: publicKeyFile, environment: key.environment,
            // Apps know only the first key: a further one waits until it is shipped.
            state: state ?? (ring.entries.contains { $0.environment == key.environment } ? .next : .active),
            shippedIn: key.shippedIn, signer: key.signer)
        ring.entries.append(entry)
        return entry
    }

    /// Makes a key in a file and puts it at the end of the ring.
    mutating func generate(
        name: String, environment: EnvironmentName, state: KeyState? = nil, passphrase: SecretBytes?
    ) throws -> KeyRing.Entry {
        let file = "\(name).key.pem"
        guard EnvironmentName(name) != nil, let fileName = SignerReference.FileName(file) else {
            throw ErrorReport.invalidKeyName(name)
        }
        try requireFree(name, files: [file])
        let (key, pem): (PrivateKey, SecretBytes)
        do {
            key = try PrivateKey.generate()
            pem = try key.pem(passphrase: passphrase)
        } catch {
            throw ErrorReport(error).at(folder.child(file))
        }
        return try append(
            NewKey(
                id: key.publicKey.defaultKeyID, name: name, environment: environment, shippedIn: nil,
                signer: .file(fileName), publicKey: key.publicKey, privateKey: (file, pem)),
            state: state)
    }

    /// Whether the name is free for a new key, both on the ring and in the folder.
    func isFree(_ name: String) -> Bool {
        !ring.entries.contains { $0.name == name }
            && ["\(name).key.pem", Self.publicKeyFile(name)].allSatisfy { folder.kind(of: $0) == nil }
    }

    /// Fails when a key of that name, its public key's file or one of `files` exists.
    private func requireFree(_ name: String, files: [String]) throws {
        guard !ring.entries.contains(where: { $0.name == name }),
            (files + [Self.publicKeyFile(name)]).allSatisfy({ folder.kind(of: $0) == nil })
        else {
            throw ErrorReport(
                .cannotCreate, "\(folder.path): there is already a key or a key file called \"\(name)\"",
                hint: "choose another name, such as \(name)-2")
        }
    }

    /// Writes the new files, none of which is a private key that git would take, and then the ring.
    func commit(variables: [String: String]) async throws {
        try await PrivateKeyIgnoring(folder: folder, variables: variables).cover(privateKeyFiles)
        try write()
    }

    func commit() throws {
        precondition(newFiles.isEmpty, "private keys are written after git was asked about them")
        try write()
    }

    /// Writes the new files and then, in one step, the ring.
    private func write() throws {
        var written: [String] = []
        let bytes = JSONWriter.bytes(of: ring.json)
        do throws(FileError) {
            for file in newFiles {
                var content = file.content.copy()
                defer { content.wipe() }
                try folder.write(file.name, content, mode: file.isSecret ? 0o600 : 0o644)
                written.append(file.name)
            }
            // A ring may not name keys that a power cut could still take away.
            if !written.isEmpty { try folder.syncFileSystem() }
            try folder.replace(KeyFolder.ringName, bytes)
        } catch {
            // A key that is not on the ring is useless; but the disk may have failed after the ring was written.
            let isWritten = (try? folder.read(KeyFolder.ringName, limit: Limits.keyRingBytes)) == bytes
            if !isWritten { for name in written { try? folder.remove(name) } }
            throw error
        }
    }

    private static func publicKeyFile(_ name: String) -> String { "\(name).pub.pem" }
}
