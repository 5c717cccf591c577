import Diagnostics
import LocalFiles
import ManifestVerifier

package struct EnvironmentSigner: Sendable {
    package let environment: EnvironmentName
    /// What people call the key.
    package let name: String
    package let signer: any Signer
    /// The key and no other, to verify what it signed.
    package let trusted: TrustedKeys
    /// All keys of the environment, oldest first.
    package let ring: [TrustedKey]
}

extension KeyFolder {
    /// The key that signs for an environment, from the ring at `path` or, for `development` alone, the development key
    /// below it.
    ///
    /// - Parameter environment: nil when only one has an active key.
    package static func signer(
        below path: String, environment: EnvironmentName?, secrets: SignerSecrets
    ) async throws -> EnvironmentSigner {
        guard let folder = try KeyFolder.openIfPresent(path) else {
            guard environment == nil || environment == DevelopmentKey.environment,
                let development = try DevelopmentKey.folderIfPresent(below: path)
            else { throw ErrorReport.noKeyRing(path) }
            return try await development.signer(for: DevelopmentKey.environment, secrets: secrets)
        }
        if environment == DevelopmentKey.environment, folder.ring.activeEntry(for: DevelopmentKey.environment) == nil,
            let development = try DevelopmentKey.folderIfPresent(below: path)
        {
            return try await development.signer(for: DevelopmentKey.environment, secrets: secrets)
        }
        let chosen = if let environment { environment } else { try folder.onlyEnvironment() }
        return try await folder.signer(for: chosen, secrets: secrets)
    }

    /// The environment to sign for when none was named: the only one that has an active key.
    private func onlyEnvironment() throws -> EnvironmentName {
        let environments = ring.entries.filter { $0.state == .active }.map(\.environment)
        guard let environment = environments.first else {
            throw ErrorReport(
                .usage, "\(ringPath): no environment has an active key",
                hint: "make one with: signet keys generate NAME")
        }
        guard environments.count == 1 else {
            throw ErrorReport(
                .usage, "\(ringPath): several environments have an active key",
                hint: "name one with --environment: \(environments.map(\.rawValue).joined(separator: ", "))")
        }
        return environment
    }

    package func signer(for environment: EnvironmentName, secrets: SignerSecrets) async throws -> EnvironmentSigner {
        guard let entry = ring.activeEntry(for: environment) else {
            throw ErrorReport.noActiveKey(path, environment, in: ring)
        }
        guard let reference = entry.signer else {
            throw ErrorReport(
                .refused, "\(ringPath): key \"\(entry.name)\" has no signer, so it cannot sign here",
                hint: "add \"signer\": \"file:NAME.key.pem\" to the key on the machine that signs")
        }
        let signer = try await Self.open(reference, name: entry.name, keyID: entry.id, at: path, in: folder, secrets)
        guard let listed = keys.first(where: { $0.id == entry.id }), listed.publicKey == signer.publicKey,
            let trusted = TrustedKeys([listed])
        else {
            let place = reference.place(at: path, name: entry.name)
            throw ErrorReport(
                .unparsable, "\(place): is not the private half of \"\(entry.name)\" on the key ring")
        }
        return EnvironmentSigner(
            environment: environment, name: entry.name, signer: signer, trusted: trusted,
            ring: keys.filter { $0.environment == environment })
    }

    /// Opens the signer of a key that is, or will be, on the ring in a folder.
    ///
    /// - Parameters:
    ///   - keyID: nil for the id that a new key gets.
    ///   - path: where the folder of the ring is, or will be.
    ///   - folder: the folder itself; it must exist when the private key is in it.
    static func open(
        _ reference: SignerReference, name: String, keyID: KeyID?, at path: String,
        in folder: @autoclosure () throws -> Folder, _ secrets: SignerSecrets
    ) async throws -> any Signer {
        let file = try reference.secretFile(secrets).map { try $0.bytes(besideRingIn: folder) }
        do {
            return try await reference.open(keyID: keyID, file: file, secrets: secrets)
        } catch {
            throw ErrorReport(error).at(reference.place(at: path, name: name))
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
    /// The content, which only the file's owner may read.
    func bytes(besideRingIn ringFolder: () throws -> Folder) throws -> SecretBytes {
        let (file, secret, remedy): (ReadableFile, String, String)
        switch self {
        case .privateKey(let name):
            file = try ErrorReport.hinting(
                "put it there from where it is kept; if it is lost, let the next key sign: signet keys rotate ENVIRONMENT"
            ) { try ringFolder().file(name) }
            (secret, remedy) = ("private key", "make a new key")
        case .pin(let path):
            let (parent, name) = path.parentAndName
            file = try ErrorReport.hinting("\(SignerSecrets.pinFileVariable) names the file that holds the PIN") {
                try Folder(path: parent).file(name)
            }
            (secret, remedy) = ("PIN", "set a new PIN")
        }
        // Nothing for group and others; the bytes are not read before.
        guard file.permissions & 0o077 == 0 else {
            throw ErrorReport(
                .keyPermissions, "\(file.path): others may read this \(secret)",
                hint: "chmod 600 \(file.path); if the machine is shared, \(remedy)")
        }
        var bytes = try file.bytes(limit: Limits.keyFileBytes)
        return SecretBytes(taking: &bytes)
    }
}
