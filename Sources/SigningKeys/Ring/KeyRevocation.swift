import ManifestVerifier

/// Takes keys out of use for good.
package enum KeyRevocation {
    /// How the key was named.
    package enum Choice: Equatable, Sendable {
        /// An id or a name, where it can mean only one key.
        case any(String)
        /// The key with this id or name, whatever else is called so.
        case key(String)
        /// The key that signs for an environment.
        case active(EnvironmentName)
    }

    /// Revokes one key: nothing that it signed verifies any more with this ring.
    ///
    /// A word that is an environment's name is refused unless it is the active key of that environment: after a
    /// rotation the key of that name is a retired one, and the stolen one would stay.
    package static func revoke(_ choice: Choice, inFolder path: String) throws -> KeyRingChange {
        try KeyRotation.changing(inFolder: path) { (ring) throws in
            let index = try index(of: choice, in: ring, path)
            guard ring.entries[index].state != .revoked else {
                throw KeyFolderError.alreadyRevoked(path, ring.entries[index].name)
            }
            ring.entries[index].state = .revoked
        }
    }

    private static func index(
        of choice: Choice, in ring: KeyRing, _ path: String
    ) throws -> Int {
        switch choice {
        case .active(let environment):
            guard let index = ring.entries.firstIndex(where: { $0.environment == environment && $0.state == .active })
            else { throw KeyFolderError.noActiveKey(path, environment) }
            return index
        case .key(let key):
            return try KeyRotation.index(of: key, in: ring, path)
        case .any(let key):
            if let environment = EnvironmentName(key), ring.entries.contains(where: { $0.environment == environment }) {
                let active = ring.activeEntry(for: environment)
                guard let active, active.id.rawValue == key || active.name == key else {
                    throw KeyFolderError.keyOrEnvironment(path, environment, active: active?.name)
                }
            }
            return try KeyRotation.index(of: key, in: ring, path)
        }
    }
}
