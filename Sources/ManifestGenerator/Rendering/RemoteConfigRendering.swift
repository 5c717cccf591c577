import ManifestFormat

/// Renders the flat remote-config documents and Firebase's template.
struct RemoteConfigRendering {
    let environment: EnvironmentPolicy
    let texts: PolicyTexts

    func documents() throws(PolicyError) -> [RenderedDocument] {
        var documents: [RenderedDocument] = []
        if let policy = environment.documents.remoteConfig {
            for config in try configs(policy, "remote-config") {
                let format: DocumentFormat = config.platform == .ios ? .remoteConfigIOS : .remoteConfigAndroid
                documents.append(
                    try texts.document(policy.path, config.platform, format, json: config.json(names: policy.names)))
            }
        }
        if let policy = environment.documents.firebaseTemplate {
            let template = FirebaseTemplate(configs: try configs(policy, "firebase-template"), names: policy.names)
            documents.append(try texts.document(policy.path, nil, .firebaseTemplate, json: template.json))
        }
        return documents
    }

    /// The versions of every platform; the optional one is what is recommended, else the latest.
    private func configs(_ policy: RemoteConfigPolicy, _ format: String) throws(PolicyError) -> [RemoteConfig] {
        var configs: [RemoteConfig] = []
        for platform in AppVersions.all(of: environment) {
            configs.append(
                RemoteConfig(
                    platform: platform.platform,
                    forceUpdateVersion: try texts.required(
                        platform.minimum, platform.name("minimumAppVersion"), for: format, at: platform.position),
                    optionalUpdateVersion: try texts.required(
                        platform.recommended ?? platform.latest, platform.name("latestAppVersion"), for: format,
                        at: platform.position)))
        }
        guard !configs.isEmpty else {
            throw texts.error("\(format) needs \"ios\" or \"android\"", at: policy.path.position)
        }
        return configs
    }
}
