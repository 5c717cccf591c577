import Classic
import Diagnostics
import ManifestVerifier

extension EnvironmentRendering {
    func appConfigs() -> [RenderedDocument] {
        guard let policy = environment.documents.appConfig else { return [] }
        let platforms = self.platforms(for: .appConfig, at: policy.path.position)
        let groups = policy.isPerPlatform ? platforms.map { [$0] } : [platforms]
        return groups.compactMap { group in
            let platform = policy.isPerPlatform ? group.first?.platform : nil
            return config(group, policy, platform).flatMap {
                document(policy.path, platform, .appConfig, json: $0.json)
            }
        }
    }

    private func config(
        _ platforms: [PlatformPolicy], _ policy: AppConfigPolicy, _ platform: Platform?
    ) -> AppConfig? {
        guard !platforms.isEmpty else { return nil }
        let minimum = common(.minimumApp, of: platforms, policy)
        let latest = common(.latestApp, of: platforms, policy)
        let updateURL = self.updateURL(platforms, policy, isSingle: platform != nil)
        let maintenance = environment.maintenance
        let isClosed = maintenance?.isActive ?? false
        // Looked up even while the service is open: an error must not wait for the day it closes.
        let message = maintenance?.message.flatMap { message -> String? in
            let filling = Placeholders(environment, for: platform)
            return self.message(
                message, for: TextDestination(format: .appConfig, platform: platform, filling: filling))
        }
        guard let minimum, let latest, let updateURL else { return nil }
        return AppConfig(
            minimumVersion: minimum, latestVersion: latest, updateURL: updateURL, maintenanceMode: isClosed,
            maintenanceMessage: isClosed ? message : nil)
    }

    /// The version that all platforms share, of exactly three components.
    private func common(
        _ kind: RequirementKind, of platforms: [PlatformPolicy], _ policy: AppConfigPolicy
    ) -> NumericVersion? {
        var found: [(version: NumericVersion, platform: Platform)] = []
        for policy in platforms {
            let (platform, position) = (policy.platform, policy.position)
            let member = platform.versionMember(kind)
            guard let version = required(policy[kind]?.version, member, for: .appConfig, at: position) else { continue }
            found.append((version, platform))
            if version.componentCount != 3 {
                findings.add(
                    .versionGrammar,
                    "\(kind.member(on: platform)) \(version) of \(platform) does not have exactly 3 numbers, which app-config needs",
                    at: position)
            }
        }
        guard let first = found.first, found.count == platforms.count else { return nil }
        if let other = found.first(where: { $0.version != first.version }) {
            findings.add(
                .platformsDisagree,
                "app-config has one \(kind.member(on: first.platform)) for all platforms, but \(first.platform) has \(first.version) and "
                    + "\(other.platform) has \(other.version)",
                at: policy.path.position,
                hint: "give both the same version, in one signet set, or each its own document: "
                    + "\"app-config\": \"\(policy.path.value)-{platform}\"")
        }
        return first.version
    }

    private func updateURL(
        _ platforms: [PlatformPolicy], _ policy: AppConfigPolicy, isSingle: Bool
    ) -> AppConfig.UpdateURL? {
        if let url = policy.updateURL { return .single(url) }
        var urls: [Platform: String] = [:]
        for platform in platforms {
            urls[platform.platform] = required(
                platform.storeURL?.value, "storeURL", for: .appConfig, at: platform.position)
        }
        if isSingle { return urls.values.first.map { .single($0) } }
        return urls.count == platforms.count ? .perPlatform(ios: urls[.ios], android: urls[.android]) : nil
    }
}
