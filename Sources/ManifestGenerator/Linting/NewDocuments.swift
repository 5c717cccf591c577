import ManifestFormat

/// What is about to be published, as far as it is held against what was.
struct NewDocuments {
    let environment: EnvironmentName
    let position: TextPosition?
    let documents: [RenderedDocument]
    /// The platforms of the environment, for documents that speak to all of them.
    let platforms: [Platform]
    /// The parameters of remote configuration, and those of the template.
    let names: RemoteConfigNames?
    let templateNames: RemoteConfigNames?
    /// The platforms whose minimum is meant to be above every version that there is.
    let demised: Set<Platform>
    /// Where the policy says what a minimum is.
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

    /// The documents of a verified tree, without the policy that they come from.
    init(_ environment: EnvironmentName, _ documents: [RenderedDocument]) {
        self.environment = environment
        position = nil
        self.documents = documents
        platforms = Platform.allCases
        names = documents.lazy.compactMap(Self.names).first
        templateNames = documents.lazy.compactMap(Self.templateNames).first
        demised = []
        positions = [:]
    }

    // Signet writes the version below which an update is forced before the other.

    private static func names(_ document: RenderedDocument) -> RemoteConfigNames? {
        guard document.format == .remoteConfigIOS || document.format == .remoteConfigAndroid,
            let names = try? RemoteConfig(body: document.body).parameterNames, names.count == 2
        else { return nil }
        return RemoteConfigNames(force: names[0], optional: names[1])
    }

    private static func templateNames(_ document: RenderedDocument) -> RemoteConfigNames? {
        guard document.format == .firebaseTemplate,
            let parameters = try? JSONParser.parse(document.body)["parameters"],
            let members = try? JSONObject(parameters).members, members.count == 2
        else { return nil }
        return RemoteConfigNames(force: members[0].name, optional: members[1].name)
    }
}
