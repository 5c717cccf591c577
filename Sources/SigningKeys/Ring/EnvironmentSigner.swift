import ManifestVerifier

/// The key that signs for an environment.
package struct EnvironmentSigner: Sendable {
    /// What the key signs for.
    package let environment: EnvironmentName
    /// What people call the key.
    package let name: String
    /// What signs with the key.
    package let signer: any Signer
    /// The key and no other, to verify what it signed.
    package let trusted: TrustedKeys
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
            else { throw KeyFolderError.noRing(path) }
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
        guard let environment = environments.first, environments.count == 1 else {
            throw KeyFolderError.environmentNeeded(path, environments)
        }
        return environment
    }
}
