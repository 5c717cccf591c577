import ManifestFormat
import ManifestSigning

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
    ) async throws(KeyFolderError) -> KeyRingChange {
        var edit = try LockedKeyRing(path, isNew: false)
        let former = edit.ring.entries.firstIndex { $0.environment == environment && $0.state == .active }
        // Only a later key: to a client an earlier one is older than the one whose documents it has.
        let signed = edit.ring.entries.lastIndex { $0.environment == environment && $0.state == .retired }
        let later = edit.ring.entries.indices.dropFirst((former ?? signed).map { $0 + 1 } ?? 0)
        guard
            let next = later.first(where: {
                edit.ring.entries[$0].environment == environment && edit.ring.entries[$0].state == .next
            })
        else { throw .noNextKey(path, environment) }
        guard edit.ring.entries[next].shippedIn != nil || mayBeUnshipped else {
            throw .notShipped(path, edit.ring.entries[next].name, environment)
        }
        if let former { edit.ring.entries[former].state = .retired }
        edit.ring.entries[next].state = .active
        if case .file = edit.ring.entries[next].signer {
            let name = newName ?? freeName(for: environment, in: edit)
            _ = try edit.generate(name: name, environment: environment, state: .next, passphrase: secrets.passphrase)
        } else if let newName {
            throw .cannotGenerate(path, newName, edit.ring.entries[next].name)
        }
        try await edit.commit(variables: secrets.variables)
        return KeyRingChange(from: edit.before, to: edit.ring)
    }

    /// Takes a key out of use for good: nothing that it signed verifies any more with this ring.
    ///
    /// - Parameter key: its id or its name.
    package static func revoke(_ key: String, inFolder path: String) throws(KeyFolderError) -> KeyRingChange {
        try changing(key, inFolder: path) { (entry) throws(KeyFolderError) in
            guard entry.state != .revoked else { throw .alreadyRevoked(path, entry.name) }
            entry.state = .revoked
        }
    }

    /// Notes the first app version that embeds a key.
    ///
    /// - Parameter key: its id or its name.
    package static func noteShipped(
        _ key: String, in version: NumericVersion, inFolder path: String
    ) throws(KeyFolderError) -> KeyRingChange {
        try changing(key, inFolder: path) { $0.shippedIn = version.spelling }
    }

    private static func changing(
        _ key: String, inFolder path: String, _ change: (inout KeyRing.Entry) throws(KeyFolderError) -> Void
    ) throws(KeyFolderError) -> KeyRingChange {
        var edit = try LockedKeyRing(path, isNew: false)
        let found = edit.ring.entries.indices.filter {
            edit.ring.entries[$0].id.rawValue == key || edit.ring.entries[$0].name == key
        }
        // One key's name can be another's id.
        guard let index = found.first, found.count == 1 else { throw .noSuchKey(path, key) }
        try change(&edit.ring.entries[index])
        try edit.commit()
        return KeyRingChange(from: edit.before, to: edit.ring)
    }

    private static func freeName(for environment: EnvironmentName, in edit: LockedKeyRing) -> String {
        var number = edit.ring.entries.count { $0.environment == environment } + 1
        // A run that was killed may have left the files of a key.
        while !edit.isFree("\(environment)-\(number)") { number += 1 }
        return "\(environment)-\(number)"
    }
}
