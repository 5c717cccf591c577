import ManifestFormat

/// Renders the app-config document and the bodies for apps that are too old.
struct AppConfigRendering {
    let environment: EnvironmentPolicy
    let texts: PolicyTexts

    func documents() throws(PolicyError) -> [RenderedDocument] {
        var documents: [RenderedDocument] = []
        let platforms = AppVersions.all(of: environment)
        if let policy = environment.documents.appConfig {
            let json = try config(platforms, policy, "app-config").json
            documents.append(try texts.document(policy.path, nil, .appConfig, json: json))
        }
        if let policy = environment.documents.updateRequired {
            guard !platforms.isEmpty else {
                throw texts.error("update-required needs \"ios\" or \"android\"", at: policy.path.position)
            }
            for platform in platforms {
                let body = UpdateRequired(
                    platform: platform.platform, config: try config([platform], policy, "update-required"))
                let format: DocumentFormat = platform.platform == .ios ? .updateRequiredIOS : .updateRequiredAndroid
                documents.append(try texts.document(policy.path, platform.platform, format, json: body.json))
            }
        }
        return documents
    }

    private func config(
        _ platforms: [AppVersions], _ policy: AppConfigPolicy, _ format: String
    ) throws(PolicyError) -> AppConfig {
        let minimum = try common("minimumAppVersion", \.minimum, of: platforms, policy, format)
        let latest = try common("latestAppVersion", \.latest, of: platforms, policy, format)
        let isClosed = environment.maintenance?.isActive ?? false
        var message: String?
        if isClosed, let key = environment.maintenance?.message {
            message = try texts.sourceText(key, filling: Placeholders(common: environment))
        }
        return AppConfig(
            minimumVersion: minimum, latestVersion: latest, updateURL: try updateURL(platforms, policy, format),
            maintenanceMode: isClosed, maintenanceMessage: message)
    }

    /// The version that all platforms share, of exactly three components.
    private func common(
        _ member: String, _ version: KeyPath<AppVersions, NumericVersion?>, of platforms: [AppVersions],
        _ policy: AppConfigPolicy, _ format: String
    ) throws(PolicyError) -> NumericVersion {
        var shared: (version: NumericVersion, platform: Platform)?
        for platform in platforms {
            let found = try texts.required(
                platform[keyPath: version], platform.name(member), for: format, at: platform.position)
            guard found.componentCount == 3 else {
                throw texts.error(
                    "\(member) \(found) of \(platform.platform) has not exactly 3 numbers, which \(format) needs",
                    at: platform.position)
            }
            if let shared, shared.version != found {
                throw texts.error(
                    "\(format) has one \(member) for all platforms, but \(shared.platform) has \(shared.version) and "
                        + "\(platform.platform) has \(found)",
                    at: policy.path.position)
            }
            shared = shared ?? (found, platform.platform)
        }
        guard let shared else {
            throw texts.error("\(format) needs \"ios\" or \"android\"", at: policy.path.position)
        }
        return shared.version
    }

    private func updateURL(
        _ platforms: [AppVersions], _ policy: AppConfigPolicy, _ format: String
    ) throws(PolicyError) -> AppConfig.UpdateURL {
        if let url = policy.updateURL { return .single(url) }
        var urls: [Platform: String] = [:]
        for platform in platforms {
            urls[platform.platform] = try texts.required(
                platform.storeURL, "storeURL", for: format, at: platform.position)
        }
        return .perPlatform(ios: urls[.ios], android: urls[.android])
    }
}
