import Diagnostics
import ManifestVerifier

/// Renders the flat remote-config documents and Firebase's template.
struct RemoteConfigRendering {
    let context: RenderingContext

    func documents() -> [RenderedDocument] {
        var documents: [RenderedDocument?] = []
        if let policy = context.environment.documents.remoteConfig {
            for config in configs(policy, "remote-config") ?? [] {
                let format: DocumentFormat = config.platform == .ios ? .remoteConfigIOS : .remoteConfigAndroid
                documents.append(context.document(policy.path, config.platform, format, json: config.json))
            }
        }
        if let policy = context.environment.documents.firebaseTemplate,
            let configs = configs(policy, "firebase-template")
        {
            let template = FirebaseTemplate(configs: configs, names: policy.names)
            documents.append(context.document(policy.path, nil, .firebaseTemplate, json: template.json))
        }
        return documents.compactMap(\.self)
    }

    /// The versions of every platform; the optional one is the recommended version, else the latest.
    private func configs(_ policy: RemoteConfigPolicy, _ format: String) -> [RemoteConfig]? {
        let platforms = context.platforms(for: format, at: policy.path.position)
        let configs = platforms.compactMap { platform -> RemoteConfig? in
            let force = context.required(
                platform.minimum, platform.name("minimumAppVersion"), for: format, at: platform.position)
            let optional = context.required(
                platform.recommended ?? platform.latest, platform.name("latestAppVersion"), for: format,
                at: platform.position)
            guard let force, let optional else { return nil }
            return RemoteConfig(
                platform: platform.platform, names: policy.names, forceUpdateVersion: force,
                optionalUpdateVersion: optional)
        }
        return configs.isEmpty || configs.count < platforms.count ? nil : configs
    }
}
