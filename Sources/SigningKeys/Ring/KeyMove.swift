import Diagnostics
import LocalFiles
import ManifestVerifier

/// Moves the private half of a key from its file beside the ring to where a CI system keeps secrets.
///
/// The file stays until the move is confirmed: a secret that was pasted wrongly is otherwise the end of a key.
package enum KeyMove {
    /// Hands the PEM out as it is in the file, encrypted or not, and lets the ring say that the key is in a variable now.
    ///
    /// - Parameters:
    ///   - key: an environment, whose active key is meant, or the id or name of a key.
    ///   - deliver: writes the PEM to its new place; the ring changes after it only.
    package static func move(
        _ key: String, to variable: SignerReference.VariableName, inFolder path: String, secrets: SignerSecrets,
        deliver: (SecretBytes) throws -> Void
    ) throws -> KeyRingChange {
        try KeyRingChange(inFolder: path) { (ring) throws in
            let index = try index(of: key, in: ring, path)
            try ring.refuseVariable(.environment(variable), takenFrom: ring.entries[index].environment, path)
            try deliver(pem(of: ring.entries[index], to: variable, at: path, secrets))
            ring.entries[index].signer = .environment(variable)
        }
    }

    /// Fails for a file that git would take.
    package static func check(_ file: String, in folder: Folder, variables: [String: String]) async throws {
        try await PrivateKeyIgnoring(folder: folder, variables: variables).refuse(file)
    }

    /// Deletes the file of a key that has been moved.
    ///
    /// - Returns: the path of the file.
    package static func confirm(
        _ key: String, in variable: SignerReference.VariableName, inFolder path: String, secrets: SignerSecrets
    ) throws -> String {
        let edit = try LockedKeyRing(path, isNew: false)
        let entry = edit.ring.entries[try index(of: key, in: edit.ring, path)]
        guard entry.signer == .environment(variable) else {
            throw ErrorReport(
                .refused, "\(path)/\(KeyFolder.ringName): key \"\(entry.name)\" is not in env:\(variable.rawValue)",
                hint: "move it first: signet keys move \(entry.name) env:\(variable.rawValue) --to -")
        }
        let file = fileName(of: entry)
        guard edit.folder.kind(of: file) != nil else {
            throw ErrorReport(
                .missingInput,
                "\(edit.folder.child(file)): is gone already; key \"\(entry.name)\" is in env:\(variable.rawValue)")
        }
        // Whatever else has that name stays.
        _ = try pem(of: entry, to: variable, at: path, secrets)
        try edit.folder.remove(file)
        return edit.folder.child(file)
    }

    private static func index(of key: String, in ring: KeyRing, _ path: String) throws -> Int {
        if let environment = EnvironmentName(key), let active = ring.activeEntry(for: environment) {
            return try ring.index(of: active.id.rawValue, path)
        }
        return try ring.index(of: key, path)
    }

    /// The content of the key's file, which must be the private half of the key on the ring.
    private static func pem(
        of entry: KeyRing.Entry, to variable: SignerReference.VariableName, at path: String, _ secrets: SignerSecrets
    ) throws -> SecretBytes {
        let file = fileName(of: entry)
        switch entry.signer {
        case .file, .environment(variable): break
        case let signer:
            throw ErrorReport(
                .refused,
                "\(path)/\(KeyFolder.ringName): key \"\(entry.name)\" is not in a file: "
                    + (signer.map { "\($0)" } ?? "it has no signer"),
                hint: "only a key in a file can be moved; a token and KMS give no private key out")
        }
        let folder = try Folder(path: path)
        let pem = try SecretFile.privateKey(file).bytes { folder }
        let (key, listed): (PrivateKey, PublicKey)
        do {
            key = try PrivateKey(pem: pem, passphrase: secrets.passphrase)
            listed = try KeyFolder.publicKey(at: folder.child(entry.publicKey))
        } catch {
            throw ErrorReport(error).at(folder.child(file))
        }
        guard key.publicKey == listed else {
            throw ErrorReport(
                .unparsable, "\(folder.child(file)): is not the private half of \"\(entry.name)\" on the key ring")
        }
        return pem
    }

    private static func fileName(of entry: KeyRing.Entry) -> String {
        if case .file(let name) = entry.signer { return name.rawValue }
        return "\(entry.name).key.pem"
    }
}

extension EnvironmentName {
    /// The variable for its key beside those of other environments: `SIGNET_KEY_STAGING`.
    package var keyVariable: String {
        let name = rawValue.utf8.map { $0.isASCIIAlphanumeric ? Character(Unicode.Scalar($0)) : "_" }
        return "SIGNET_KEY_\(String(name).uppercased())"
    }
}

extension KeyRing {
    /// Refuses the variable in which a key of another environment is: it holds one key.
    func refuseVariable(_ signer: SignerReference, takenFrom environment: EnvironmentName, _ path: String) throws {
        guard case .environment(let variable) = signer,
            let other = entries.first(where: {
                $0.signer == signer && $0.environment != environment && [.active, .next].contains($0.state)
            })
        else { return }
        throw ErrorReport(
            .refused,
            "\(path)/\(KeyFolder.ringName): env:\(variable.rawValue) has key \"\(other.name)\" of environment "
                + "\"\(other.environment)\" already, and a variable holds one key",
            hint: "name another one: env:\(environment.keyVariable)")
    }
}
