import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

/// Lays the apps of the policy's environments into a team's own environment file, and keeps every other byte of it.
extension EnvironmentRendering {
    /// One environment of the file, and what the policy says of its apps.
    private struct Mapped {
        let source: EnvironmentPolicy
        let position: TextPosition?
        let apps: [(platform: PlatformPolicy, app: EnvironmentApp)]

        var others: [Platform] {
            Platform.allCases.filter { platform in !apps.contains { $0.platform.platform == platform } }
        }

        var json: JSONMember {
            JSONMember("apps", .object(apps.map { JSONMember($0.platform.platform.rawValue, $0.app.json) }))
        }
    }

    func environmentConfigs() -> [RenderedDocument] {
        guard let policy = environment.documents.environmentConfig,
            let base = findings.attempt({ try BaseFile(policy.base, as: .environmentConfig, in: self) }),
            let body = merged(base, policy)
        else { return [] }
        let ours = policy.environments.filter { $0.name.value == environment.name.rawValue }.map(\.id.name)
        return policy.paths.compactMap { document($0, nil, .environmentConfig, body: body, .environments(ours)) }
    }

    private func merged(_ base: BaseFile, _ policy: EnvironmentConfigPolicy) -> [UInt8]? {
        guard case .object(let ids)? = base.json["environments"]?.content else {
            findings.add(
                .missingMember, "\(policy.base.value) has no object \"environments\"", at: policy.base.position)
            return nil
        }
        // In the order of the file, which is how its places are found fast.
        let mapped = self.mapped(policy, ids).sorted { $0.key < $1.key }
        guard mapped.count == policy.environments.count else { return nil }
        return findings.attempt {
            do {
                // Clients read the whole file, so what they cannot read elsewhere would keep the rest from them.
                let others = Set(ids.indices).subtracting(mapped.map(\.key)).sorted()
                _ = try EnvironmentConfig(environments: others.map { ids[$0] })
                var changes = JSONTextChanges(base.bytes, root: base.json)
                for (slot, mapped) in mapped {
                    changes.goOn(at: ids[slot])
                    try changes.merge([mapped.json], into: ids[slot])
                }
                for (slot, mapped) in mapped { note(mapped, ids[slot], base) }
                let withOthers = mapped.filter { slot, mapped in
                    mapped.others.contains { ids[slot].value["apps"]?[$0.rawValue] != nil }
                }
                return withOthers.isEmpty ? changes.bytes : try removingOthers(withOthers, from: changes.bytes)
            } catch let error as JSONShapeError {
                throw Finding(.invalidValue, base.file, error.position, error.message, hint: error.hint)
            }
        }
    }

    /// The environments of the file that the policy maps, by their index in it.
    private func mapped(_ policy: EnvironmentConfigPolicy, _ ids: [JSONMember]) -> [Int: Mapped] {
        let slots = Dictionary(
            ids.enumerated().map { (Array($1.name.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        var mapped: [Int: Mapped] = [:]
        for (id, name) in policy.environments {
            guard let slot = slots[Array(id.name.utf8)], case .object = ids[slot].value.content else {
                findings.add(
                    .missingMember, "\(policy.base.value) has no environment \"\(id.name)\"", at: id.position,
                    hint: id.name.didYouMean(ids.map(\.name)))
                continue
            }
            guard let known = source.environments.first(where: { $0.name.rawValue == name.value }) else {
                findings.add(
                    .missingMember, "there is no environment \"\(name.value)\"", at: name.position,
                    hint: name.value.didYouMean(source.environments.map(\.name.rawValue)))
                continue
            }
            guard let apps = self.apps(of: known, at: name.position) else { continue }
            mapped[slot] = Mapped(source: known, position: name.position, apps: apps)
        }
        return mapped
    }

    private func removingOthers(_ mapped: [(key: Int, value: Mapped)], from bytes: [UInt8]) throws -> [UInt8] {
        let root = try JSONParser.parse(bytes)
        guard case .object(let ids)? = root["environments"]?.content else { return bytes }
        var changes = JSONTextChanges(bytes, root: root)
        for (slot, mapped) in mapped {
            guard let apps = ids[slot].value["apps"] else { continue }
            changes.goOn(at: ids[slot])
            for platform in mapped.others { changes.remove(platform.rawValue, from: apps) }
        }
        return changes.bytes
    }

    private func apps(
        of environment: EnvironmentPolicy, at position: TextPosition?
    ) -> [(platform: PlatformPolicy, app: EnvironmentApp)]? {
        let platforms = environment.platforms
        guard !platforms.isEmpty else {
            findings.add(
                .missingMember, "environment \"\(environment.name)\" has neither \"ios\" nor \"android\"", at: position)
            return nil
        }
        let apps = platforms.compactMap { platform in app(platform).map { (platform, $0) } }
        return apps.count == platforms.count ? apps : nil
    }

    private func app(_ policy: PlatformPolicy) -> EnvironmentApp? {
        func required<Value>(_ value: Value?, _ name: String) -> Value? {
            self.required(value, name, for: .environmentConfig, at: policy.position)
        }
        let (platform, minimum) = (policy.platform, policy[.minimumApp])
        let version = required(minimum?.version, platform.versionMember(.minimumApp))
        let build = required(minimum?.number, "minimumAppVersion\" with \"\(platform == .ios ? "build" : "value")")
        let url = required(policy.storeURL?.value, "storeURL")
        guard let version, let build, let url else { return nil }
        return EnvironmentApp(minimalVersion: version.spelling, build: build, url: url)
    }

    private func note(_ mapped: Mapped, _ environment: JSONMember, _ base: BaseFile) {
        for platform in Platform.allCases {
            guard let block = environment.value["apps"]?[platform.rawValue], !block.isNull else { continue }
            let named = mapped.apps.first { $0.platform.platform == platform }
            let minimum = mapped.source.position(of: "\(platform.rawValue).minimumAppVersion")
            func note(_ subject: BaseStatement.Subject, _ value: JSONValue?, _ new: RequirementValue?) {
                guard let value, !value.isNull else { return }
                let decisive = subject == .updateURL ? nil : minimum
                self.note(
                    BaseStatement(
                        subject: subject, platform: platform, configEnvironment: environment.name, values: [value],
                        digest: nil,
                        base: base, replacement: new,
                        origin: decisive ?? named?.platform.position ?? mapped.position))
            }
            if let app = named?.app {
                note(.minimumApp, block["build"], .number(app.build))
                note(.shownVersion, block["minimalVersion"], NumericVersion(app.minimalVersion).map { .version($0) })
                note(.updateURL, block["url"], .text(app.url))
            } else {
                note(.minimumApp, block["build"].flatMap { $0.isNull ? nil : $0 } ?? block, nil)
            }
        }
    }
}

extension JSONValue {
    fileprivate var isNull: Bool {
        if case .null = content { true } else { false }
    }
}
