import ManifestVerifier

/// What is about to be published, as far as it is compared with what was.
struct NewDocuments {
    let environment: EnvironmentName
    let position: TextPosition?
    let documents: [RenderedDocument]
    /// The platforms of the environment, for documents that serve all of them.
    let platforms: [Platform]
    /// The parameters of remote configuration, and those of the template.
    let names: RemoteConfigNames?
    let templateNames: RemoteConfigNames?
    /// The platforms whose minimum is deliberately above every existing version.
    let demised: Set<Platform>
    /// The places of the minimums in the policy.
    let positions: [String: TextPosition]

    /// The documents of a policy.
    init(_ environment: RenderedEnvironment) {
        let policy = environment.policy
        self.environment = policy.name
        position = policy.position
        documents = environment.documents
        platforms = AppVersions.all(of: policy).map(\.platform)
        names = policy.documents.remoteConfig?.names
        templateNames = policy.documents.firebaseTemplate?.names
        let isDemise = [
            Platform.ios: policy.ios?.minimumAppVersion?.isDemise,
            .android: policy.android?.minimumAppVersion?.isDemise,
        ]
        demised = Set(isDemise.filter { $0.value == true }.keys)
        positions = [
            "minimumOSVersion of ios": policy.ios?.minimumSystem?.position,
            "minimumAppVersion of ios": policy.ios?.minimumAppVersion?.position,
            "minimumSDKVersion of android": policy.android?.minimumSystem?.position,
            "minimumAppVersion of android": policy.android?.minimumAppVersion?.position,
        ].compactMapValues(\.self)
    }

    /// The documents of a verified tree, without the policy they were built from.
    init(_ environment: EnvironmentName, _ documents: [RenderedDocument]) {
        self.environment = environment
        position = nil
        self.documents = documents
        platforms = Platform.allCases
        names = documents.lazy.compactMap { Self.names(in: $0.body, $0.format) }.first
        templateNames = documents.lazy.compactMap { Self.templateNames(in: $0.body, $0.format) }.first
        demised = []
        positions = [:]
    }

    // Signet writes the version below which an update is forced before the other one.

    /// The names of the parameters in a remote configuration.
    static func names(in body: [UInt8], _ format: DocumentFormat?) -> RemoteConfigNames? {
        guard format == .remoteConfigIOS || format == .remoteConfigAndroid,
            let names = try? RemoteConfig(body: body).parameterNames, names.count == 2
        else { return nil }
        return RemoteConfigNames(force: names[0], optional: names[1])
    }

    /// The names of the parameters in a template.
    static func templateNames(in body: [UInt8], _ format: DocumentFormat?) -> RemoteConfigNames? {
        guard format == .firebaseTemplate, let parameters = try? JSONParser.parse(body)["parameters"],
            let members = try? JSONObject(parameters).members, members.count == 2
        else { return nil }
        return RemoteConfigNames(force: members[0].name, optional: members[1].name)
    }
}
