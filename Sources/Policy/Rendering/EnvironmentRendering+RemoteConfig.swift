import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

extension EnvironmentRendering {
    func remoteConfigs() -> [RenderedDocument] {
        var documents: [RenderedDocument?] = []
        if let policy = environment.documents.remoteConfig {
            for config in configs(policy, .remoteConfig) ?? [] {
                let format: DocumentFormat = config.platform == .ios ? .remoteConfigIOS : .remoteConfigAndroid
                documents.append(
                    document(policy.path, config.platform, format, json: config.json, .parameters(policy.names)))
            }
        }
        if let policy = environment.documents.firebaseTemplate,
            let configs = self.configs(policy, .firebaseTemplate), let json = template(configs, policy)
        {
            documents.append(document(policy.path, nil, .firebaseTemplate, json: json, .parameters(policy.names)))
        }
        return documents.compactMap(\.self)
    }

    private func template(_ configs: [RemoteConfig], _ policy: RemoteConfigPolicy) -> JSONValue? {
        findings.attempt {
            let rendering = FirebaseTemplateRendering(configs: configs, names: policy.names)
            guard let path = policy.base else {
                findings.of(environment.name).add(
                    .firebaseBaseMissing,
                    "firebase-template has no base: a deployment replaces the whole template, and deletes every other "
                        + "parameter and condition of the project",
                    at: policy.path.position,
                    about: ChangeIdentity(at: "documents.firebase-template", quoting: nil),
                    hint: "run firebase remoteconfig:get -o firebase-base.json, and give this document "
                        + "\"base\": \"firebase-base.json\"; the base of a project that has none yet is {}")
                return try rendering.json(into: .object([]))
            }
            let base = try BaseFile(path, as: .firebaseTemplate, in: self)
            do throws(JSONShapeError) {
                let json = try rendering.json(into: base.json)
                note(configs, policy, base)
                return json
            } catch {
                throw Finding(.invalidValue, base.file, error.position, error.message, hint: error.hint)
            }
        }
    }

    private func note(_ configs: [RemoteConfig], _ policy: RemoteConfigPolicy, _ base: BaseFile) {
        let parameters: [(subject: BaseStatement.Subject, name: String, members: [String])] = [
            (.minimumApp, policy.names.force, ["minimumAppVersion"]),
            (.recommendedApp, policy.names.optional, ["recommendedAppVersion", "latestAppVersion"]),
        ]
        for platform in Platform.allCases {
            let config = configs.first { $0.platform == platform }
            for (subject, name, members) in parameters {
                let version = config?.version(name) ?? FirebaseTemplateRendering.noVersion
                let origin = members.lazy.compactMap {
                    self.environment.position(of: "\(platform.rawValue).\($0)")
                }.first
                let values = FirebaseTemplateRendering.values(of: name, on: platform, in: base.json)
                let bytes = values.flatMap { Array("\($0.expression)\u{0}\($0.value.oneLine)\u{0}".utf8) }
                note(
                    BaseStatement(
                        subject: subject, platform: platform, configEnvironment: nil, values: values.map(\.value),
                        digest: String(SHA256.hash(bytes).hexadecimal.prefix(8)), base: base,
                        replacement: .version(version),
                        origin: origin ?? policy.path.position))
            }
        }
    }

    private func configs(_ document: RemoteConfigPolicy, _ format: PolicyDocument) -> [RemoteConfig]? {
        let platforms = self.platforms(for: format, at: document.path.position)
        let configs = platforms.compactMap { policy -> RemoteConfig? in
            let platform = policy.platform
            let force = required(
                policy[.minimumApp]?.version, platform.versionMember(.minimumApp), for: format, at: policy.position)
            let optional = policy.recommendedApp.map { requirement in
                let kind: RequirementKind = policy[.recommendedApp] == nil ? .latestApp : .recommendedApp
                return required(
                    requirement.version, platform.versionMember(kind), for: format, at: requirement.position)
            }
            guard let force, optional != .some(nil) else { return nil }
            return RemoteConfig(
                platform: platform, names: document.names, forceUpdateVersion: force,
                optionalUpdateVersion: optional ?? nil)
        }
        return configs.isEmpty || configs.count < platforms.count ? nil : configs
    }
}
