import ManifestFormat

/// Lays the apps of the policy's environments into a team's own environment file and touches nothing else in it.
struct EnvironmentConfigRendering {
    let environment: EnvironmentPolicy
    /// All environments of the policy: one file may speak of several.
    let environments: [EnvironmentPolicy]
    let files: any PolicyFiles
    let texts: PolicyTexts

    func documents() throws(PolicyError) -> [RenderedDocument] {
        guard let policy = environment.documents.environmentConfig else { return [] }
        let place = PolicyPlace(file: texts.file, position: policy.base.position)
        let bytes = try files.read(policy.base.value, limit: Limits.manifestBytes, at: place)
        let base: JSONValue
        do throws(JSONError) {
            base = try JSONParser.parse(bytes)
        } catch {
            throw .syntax(file: policy.base.value.description, error)
        }
        let json = try merged(base, policy)
        var documents: [RenderedDocument] = []
        for path in policy.paths { documents.append(try texts.document(path, nil, .environmentConfig, json: json)) }
        return documents
    }

    private func merged(_ base: JSONValue, _ policy: EnvironmentConfigPolicy) throws(PolicyError) -> JSONValue {
        guard case .object(var members) = base.content,
            let index = members.firstIndex(where: { $0.name == "environments" }),
            case .object(var ids) = members[index].value.content
        else { throw texts.error("\(policy.base.value) has no object \"environments\"", at: policy.base.position) }

        let slots = Dictionary(uniqueKeysWithValues: ids.enumerated().map { (Array($1.name.utf8), $0) })
        for (id, name) in policy.environments {
            guard let slot = slots[Array(id.name.utf8)],
                case .object(var environment) = ids[slot].value.content
            else { throw texts.error("\(policy.base.value) has no environment \"\(id.name)\"", at: id.position) }
            guard let source = environments.first(where: { $0.name.rawValue == name.value }) else {
                throw texts.error("there is no environment \"\(name.value)\"", at: name.position)
            }
            let apps = JSONMember("apps", try apps(of: source, at: name.position))
            if let present = environment.firstIndex(where: { $0.name == "apps" }) {
                environment[present].value = apps.value
            } else {
                environment.append(apps)
            }
            ids[slot].value.content = .object(environment)
        }
        members[index].value.content = .object(ids)
        return JSONValue(.object(members), at: base.position)
    }

    private func apps(of environment: EnvironmentPolicy, at position: TextPosition?) throws(PolicyError) -> JSONValue {
        let format = "environment-config"
        var members: [JSONMember] = []
        for platform in AppVersions.all(of: environment) {
            let app = EnvironmentApp(
                minimalVersion: try texts.required(
                    platform.minimum, platform.name("minimumAppVersion"), for: format, at: platform.position
                ).spelling,
                build: try texts.required(
                    platform.minimumBuild, "minimumAppVersion\" with \"build", for: format, at: platform.position),
                url: try texts.required(platform.storeURL, "storeURL", for: format, at: platform.position))
            members.append(JSONMember(platform.platform.rawValue, app.json))
        }
        guard !members.isEmpty else {
            throw texts.error("environment \"\(environment.name)\" has neither \"ios\" nor \"android\"", at: position)
        }
        return .object(members)
    }
}
