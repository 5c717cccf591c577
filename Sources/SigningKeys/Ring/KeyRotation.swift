import ManifestVerifier

/// Moves the keys of a ring through their states: `next`, `active`, `retired`, `revoked`.
package enum KeyRotation {
    /// Makes the next key of an environment the one that signs, the former one `retired`, and generates a new next key.
    ///
    /// No key is generated where the key that takes over is not in a file: one in a token or a service is made there.
    ///
    /// - Parameters:
    ///   - mayBeUnshipped: whether a key that no app version embeds may sign; apps that do not know it refuse everything.
    ///   - newName: the name of the new next key; nil for the environment's name with the next free number.
    package static func rotate(
        _ environment: EnvironmentName, inFolder path: String, mayBeUnshipped: Bool, newName: String?,
        secrets: SignerSecrets
    ) async throws -> KeyRingChange {
        var edit = try LockedKeyRing(path, isNew: false)
        let former = edit.ring.entries.firstIndex { $0.environment == environment && $0.state == .active }
        guard let next = edit.ring.nextIndex(for: environment) else {
            throw KeyFolderError.noNextKey(path, environment)
        }
        guard edit.ring.entries[next].shippedIn != nil || mayBeUnshipped else {
            throw KeyFolderError.notShipped(path, edit.ring.entries[next].name, environment)
        }
        if let former { edit.ring.entries[former].state = .retired }
        edit.ring.entries[next].state = .active
        if case .file = edit.ring.entries[next].signer {
            let name = newName ?? freeName(for: environment, in: edit)
            _ = try edit.generate(name: name, environment: environment, state: .next, passphrase: secrets.passphrase)
        } else if let newName {
            throw KeyFolderError.cannotGenerate(path, newName, edit.ring.entries[next].name)
        }
        try await edit.commit(variables: secrets.variables)
        return KeyRingChange(from: edit.before, to: edit.ring)
    }

    /// Notes the first app version that embeds a key.
    ///
    /// - Parameter key: its id or its name.
    package static func noteShipped(
        _ key: String, in version: NumericVersion, inFolder path: String
    ) throws -> KeyRingChange {
        try changing(inFolder: path) { (ring) throws in
            ring.entries[try index(of: key, in: ring, path)].shippedIn = version.spelling
        }
    }

    /// Changes what a ring says of its keys.
    static func changing(
        inFolder path: String, _ change: (inout KeyRing) throws -> Void
    ) throws -> KeyRingChange {
        var edit = try LockedKeyRing(path, isNew: false)
        try change(&edit.ring)
        try edit.commit()
        return KeyRingChange(from: edit.before, to: edit.ring)
    }

    /// Where on the ring the one key with that id or name is.
    static func index(of key: String, in ring: KeyRing, _ path: String) throws -> Int {
        let found = ring.entries.indices.filter {
            ring.entries[$0].id.rawValue == key || ring.entries[$0].name == key
        }
        // One key's name can be another's id.
        guard let index = found.first, found.count == 1 else { throw KeyFolderError.noSuchKey(path, key) }
        return index
    }

    private static func freeName(for environment: EnvironmentName, in edit: LockedKeyRing) -> String {
        var number = edit.ring.entries.count { $0.environment == environment } + 1
        // A run that was killed may have left the files of a key.
        while !edit.isFree("\(environment)-\(number)") { number += 1 }
        return "\(environment)-\(number)"
    }
}

extension KeyRing {
    /// The key that takes over for an environment when it is rotated.
    package func nextEntry(for environment: EnvironmentName) -> Entry? {
        nextIndex(for: environment).map { entries[$0] }
    }

    fileprivate func nextIndex(for environment: EnvironmentName) -> Int? {
        // Only a later key: to a client an earlier one is older than the one whose documents it has.
        let former =
            entries.firstIndex { $0.environment == environment && $0.state == .active }
            ?? entries.lastIndex { $0.environment == environment && $0.state == .retired }
        return entries.indices.dropFirst(former.map { $0 + 1 } ?? 0).first {
            entries[$0].environment == environment && entries[$0].state == .next
        }
    }
}
