import Diagnostics
import LocalFiles
import ManifestVerifier

extension KeyFolder {
    /// The active key of an environment, ready to sign.
    package func signer(
        for environment: EnvironmentName, secrets: SignerSecrets
    ) async throws -> EnvironmentSigner {
        guard let entry = ring.activeEntry(for: environment) else {
            throw KeyFolderError.noActiveKey(path, environment)
        }
        guard let reference = entry.signer else { throw KeyFolderError.noSigner(path, entry.name) }
        let signer = try await Self.open(reference, name: entry.name, keyID: entry.id, at: path, in: folder, secrets)
        guard let listed = keys.first(where: { $0.id == entry.id }), listed.publicKey == signer.publicKey,
            let trusted = TrustedKeys([listed])
        else { throw KeyFolderError.otherPrivateKey(reference.place(at: path, name: entry.name), entry.name) }
        return EnvironmentSigner(environment: environment, name: entry.name, signer: signer, trusted: trusted)
    }

    /// Opens the signer of a key that is, or will be, on the ring in a folder.
    ///
    /// - Parameters:
    ///   - keyID: nil for the id that a new key gets.
    ///   - path: where the folder of the ring is, or will be.
    ///   - folder: the folder itself; it must be there when the private key is in it.
    static func open(
        _ reference: SignerReference, name: String, keyID: KeyID?, at path: String,
        in folder: @autoclosure () throws(FileError) -> Folder, _ secrets: SignerSecrets
    ) async throws -> any Signer {
        let file = try reference.secretFile(secrets).map { (file) throws in
            try file.bytes(besideRingIn: folder)
        }
        do throws(SignerError) {
            return try await reference.open(keyID: keyID, file: file, secrets: secrets)
        } catch {
            throw KeyFolderError.signer(reference.place(at: path, name: name), error)
        }
    }
}

extension SignerReference {
    /// What a message calls the private key.
    fileprivate func place(at path: String, name: String) -> String {
        if case .file(let file) = self { return "\(path)/\(file.rawValue)" }
        return "key \"\(name)\" (\(self))"
    }
}

extension SecretFile {
    /// The content, which nobody but the file's owner may read.
    fileprivate func bytes(besideRingIn ringFolder: () throws(FileError) -> Folder) throws
        -> SecretBytes
    {
        let file: ReadableFile
        var bytes: [UInt8]
        switch self {
        case .privateKey(let name): file = try ringFolder().file(name)
        case .pin(let path): file = try Folder(path: path.parentAndName.parent).file(path.parentAndName.name)
        }
        // Nothing for group and others; the bytes are not read before.
        bytes = file.permissions & 0o077 == 0 ? try file.bytes(limit: Limits.keyFileBytes) : []
        guard file.permissions & 0o077 == 0 else { throw KeyFolderError.readableByOthers(file.path, self) }
        return SecretBytes(taking: &bytes)
    }
}
