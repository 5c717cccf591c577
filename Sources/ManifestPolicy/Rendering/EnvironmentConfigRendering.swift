import Diagnostics
import ManifestVerifier

/// Merges the apps of the policy's environments into a team's own environment file, and changes nothing else in it.
struct EnvironmentConfigRendering {
    let context: RenderingContext
    /// All environments of the policy, since one file may describe several.
    let environments: [EnvironmentPolicy]
    let files: any PolicyFiles

    private static let format = "environment-config"

    func documents() -> [RenderedDocument] {
        guard let policy = context.environment.documents.environmentConfig,
            let base = context.findings.attempt({
                try BaseFile(path: policy.base, format: .environmentConfig)
                    .read(from: files, policy: context.findings.file)
            }), let json = merged(base, policy)
        else { return [] }
        return policy.paths.compactMap { context.document($0, nil, .environmentConfig, json: json) }
    }

    private func merged(_ base: JSONValue, _ policy: EnvironmentConfigPolicy) -> JSONValue? {
        guard case .object(var members) = base.content,
            let index = members.firstIndex(where: { $0.name == "environments" }),
            case .object(var ids) = members[index].value.content
        else {
            context.findings.add(
                .missingMember, "\(policy.base.value) has no object \"environments\"", at: policy.base.position)
            return nil
        }
        let slots = Dictionary(
            ids.enumerated().map { (Array($1.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        for (id, name) in policy.environments {
            guard let slot = slots[Array(id.name.utf8)], case .object(var environment) = ids[slot].value.content else {
                context.findings.add(
                    .missingMember, "\(policy.base.value) has no environment \"\(id.name)\"", at: id.position,
                    hint: id.name.didYouMean(ids.map(\.name)))
                continue
            }
            guard let source = environments.first(where: { $0.name.rawValue == name.value }) else {
                context.findings.add(
                    .missingMember, "there is no environment \"\(name.value)\"", at: name.position,
                    hint: name.value.didYouMean(environments.map(\.name.rawValue)))
                continue
            }
            guard let apps = apps(of: source, at: name.position) else { continue }
            if let present = environment.firstIndex(where: { $0.name == "apps" }) {
                environment[present].value = apps
            } else {
                environment.append(JSONMember("apps", apps))
            }
            ids[slot].value.content = .object(environment)
        }
        members[index].value.content = .object(ids)
        return JSONValue(.object(members), at: base.position)
    }

    private func apps(of environment: EnvironmentPolicy, at position: TextPosition?) -> JSONValue? {
        let platforms = AppVersions.all(of: environment)
        guard !platforms.isEmpty else {
            context.findings.add(
                .missingMember, "environment \"\(environment.name)\" has neither \"ios\" nor \"android\"", at: position)
            return nil
        }
        let members = platforms.compactMap { platform in
            app(platform).map { JSONMember(platform.platform.rawValue, $0.json) }
        }
        return members.count == platforms.count ? .object(members) : nil
    }

    private func app(_ platform: AppVersions) -> EnvironmentApp? {
        func required<Value>(_ value: Value?, _ name: String) -> Value? {
            context.required(value, name, for: Self.format, at: platform.position)
        }
        let version = required(platform.minimum, platform.name("minimumAppVersion"))
        let build = required(platform.minimumBuild, platform.buildName)
        let url = required(platform.storeURL, "storeURL")
        guard let version, let build, let url else { return nil }
        return EnvironmentApp(minimalVersion: version.spelling, build: build, url: url)
    }
}
