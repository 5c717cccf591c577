import ManifestVerifier

extension ClassicDocument {
    /// What the document requires of apps on a platform: once, or for each environment of an environment config that has an
    /// app for it.
    ///
    /// - Parameters:
    ///   - names: the parameters that apps read in a remote config.
    ///   - environments: the ids of the environments; nil for all that there are.
    package func requirements(
        on platform: Platform, names: RemoteConfigNames, environments: [String]? = nil
    ) throws(DocumentError) -> [(configEnvironment: String?, requirements: Requirements)] {
        func requirements(_ id: String?) throws(DocumentError) -> Requirements {
            let selection = Requirements.Selection(remoteConfigNames: names, configEnvironment: id)
            return try Requirements(self, platform: platform, selecting: selection)
        }
        guard case .environmentConfig(let config) = self else { return [(nil, try requirements(nil))] }
        let ids = (environments ?? config.environments).filter { config.apps(in: $0)[platform] != nil }
        guard !ids.isEmpty else {
            throw DocumentError(reason: "no environment has an app for \(platform.rawValue)")
        }
        return try ids.map { (id) throws(DocumentError) in (id, try requirements(id)) }
    }
}
