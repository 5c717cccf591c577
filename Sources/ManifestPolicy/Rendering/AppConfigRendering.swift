import Diagnostics
import ManifestVerifier

/// Renders the app-config document, one for all platforms or one for each, and the bodies for apps that are too old.
struct AppConfigRendering {
    let context: RenderingContext

    func documents() -> [RenderedDocument] {
        var documents: [RenderedDocument?] = []
        if let policy = context.environment.documents.appConfig {
            let platforms = context.platforms(for: "app-config", at: policy.path.position)
            let groups = policy.isPerPlatform ? platforms.map { [$0] } : [platforms]
            for group in groups {
                let platform = policy.isPerPlatform ? group.first?.platform : nil
                documents.append(
                    config(group, policy, .appConfig, platform).flatMap {
                        context.document(policy.path, platform, .appConfig, json: $0.json)
                    })
            }
        }
        if let policy = context.environment.documents.updateRequired {
            for platform in context.platforms(for: "update-required", at: policy.path.position) {
                let format: DocumentFormat = platform.platform == .ios ? .updateRequiredIOS : .updateRequiredAndroid
                documents.append(
                    config([platform], policy, format, platform.platform).flatMap { config in
                        let body = UpdateRequired(platform: platform.platform, config: config)
                        return context.document(policy.path, platform.platform, format, json: body.json)
                    })
            }
        }
        return documents.compactMap(\.self)
    }

    private func config(
        _ platforms: [AppVersions], _ policy: AppConfigPolicy, _ format: DocumentFormat, _ platform: Platform?
    ) -> AppConfig? {
        guard !platforms.isEmpty else { return nil }
        let name = format == .appConfig ? "app-config" : "update-required"
        let minimum = common("minimumAppVersion", \.minimum, of: platforms, policy, name)
        let latest = common("latestAppVersion", \.latest, of: platforms, policy, name)
        let updateURL = updateURL(platforms, policy, name, isSingle: format == .appConfig && platform != nil)
        let maintenance = context.environment.maintenance
        let isClosed = maintenance?.isActive ?? false
        // Looked up even while the service is open: an error must not wait for the day it closes.
        let message = maintenance?.message.flatMap { message -> String? in
            let filling = Placeholders(context.environment, for: platform)
            return context.message(
                message, for: TextDestination(format: format, platform: platform, filling: filling))
        }
        guard let minimum, let latest, let updateURL else { return nil }
        return AppConfig(
            minimumVersion: minimum, latestVersion: latest, updateURL: updateURL, maintenanceMode: isClosed,
            maintenanceMessage: isClosed ? message : nil)
    }

    /// The version that all platforms share, of exactly three components.
    private func common(
        _ member: String, _ version: KeyPath<AppVersions, NumericVersion?>, of platforms: [AppVersions],
        _ policy: AppConfigPolicy, _ name: String
    ) -> NumericVersion? {
        var found: [(version: NumericVersion, platform: Platform)] = []
        for platform in platforms {
            guard
                let version = context.required(
                    platform[keyPath: version], platform.name(member), for: name, at: platform.position)
            else { continue }
            found.append((version, platform.platform))
            if version.componentCount != 3 {
                context.findings.add(
                    .versionGrammar,
                    "\(member) \(version) of \(platform.platform) does not have exactly 3 numbers, which \(name) needs",
                    at: platform.position)
            }
        }
        guard let first = found.first, found.count == platforms.count else { return nil }
        if let other = found.first(where: { $0.version != first.version }) {
            context.findings.add(
                .platformsDisagree,
                "\(name) has one \(member) for all platforms, but \(first.platform) has \(first.version) and "
                    + "\(other.platform) has \(other.version)",
                at: policy.path.position)
        }
        return first.version
    }

    private func updateURL(
        _ platforms: [AppVersions], _ policy: AppConfigPolicy, _ name: String, isSingle: Bool
    ) -> AppConfig.UpdateURL? {
        if let url = policy.updateURL { return .single(url) }
        var urls: [Platform: String] = [:]
        for platform in platforms {
            urls[platform.platform] = context.required(platform.storeURL, "storeURL", for: name, at: platform.position)
        }
        if isSingle { return urls.values.first.map { .single($0) } }
        return urls.count == platforms.count ? .perPlatform(ios: urls[.ios], android: urls[.android]) : nil
    }
}
