import ManifestVerifier

/// What a document tells the apps that read it, by subject: `minimumAppVersion of ios`.
struct PublishedFacts {
    /// A version name, or a number that counts versions.
    enum Version: Equatable, CustomStringConvertible {
        case name(NumericVersion)
        case number(Int)

        /// Whether this version is below another one of the same kind.
        func isBelow(_ other: Version) -> Bool {
            switch (self, other) {
            case (.name(let a), .name(let b)): a < b
            case (.number(let a), .number(let b)): a < b
            case (.name, .number), (.number, .name): false
            }
        }

        var description: String {
            switch self {
            case .name(let version): version.spelling
            case .number(let number): String(number)
            }
        }
    }

    /// The versions below which an app does not run.
    var minimums: [String: Version] = [:]
    /// The builds below which an app does not run, where the document decides by build.
    var builds: [String: Version] = [:]
    /// The newest versions that the document mentions.
    var newest: [Platform: Version] = [:]
    /// The recommended versions that the document has.
    var recommendations: Set<String> = []
    /// The languages of each text.
    var languages: [String: [LanguageTag]] = [:]
    /// The URLs for updates.
    var urls: [String: String] = [:]
}

extension PublishedFacts {
    /// Reads a verified body; nil when it is not a document of the format, or sets no requirements.
    ///
    /// - Parameters:
    ///   - platforms: the platforms of the environment, for a document that serves all of them.
    ///   - names: the parameters of remote configuration.
    init?(_ body: [UInt8], _ format: DocumentFormat, platforms: [Platform], names: RemoteConfigNames?) {
        switch format {
        case .availabilityIOS:
            guard let document = try? IOSAvailability(body: body) else { return nil }
            add(document.minimumOSVersion, "minimumOSVersion", .ios) { .name($0) }
            add(recommended: document.recommendedOSVersion, "recommendedOSVersion", .ios)
            add(document.minimumAppVersion, "minimumAppVersion", .ios) { .name($0) }
            add(recommended: document.recommendedAppVersion, "recommendedAppVersion", .ios)
            newest[.ios] = document.recommendedAppVersion.map { .name($0.value) }
        case .availabilityAndroid:
            guard let document = try? AndroidAvailability(body: body) else { return nil }
            add(document.minimumSDKVersion, "minimumSDKVersion", .android) { .number($0) }
            add(document.minimumAppVersion, "minimumAppVersion", .android) { .number($0) }
            add(recommended: document.recommendedAppVersion, "recommendedAppVersion", .android)
            newest[.android] = document.recommendedAppVersion.map { .number($0.value) }
        case .appConfig:
            guard let config = try? AppConfig(body: body) else { return nil }
            add(config, platforms)
        case .updateRequiredIOS, .updateRequiredAndroid:
            guard let body = try? UpdateRequired(body: body) else { return nil }
            add(body.config, [body.platform])
        case .environmentConfig:
            guard let config = try? EnvironmentConfig(body: body) else { return nil }
            add(config)
        case .remoteConfigIOS, .remoteConfigAndroid:
            guard let names, let value = try? JSONParser.parse(body) else { return nil }
            let platform: Platform = format == .remoteConfigIOS ? .ios : .android
            add(force: value[names.force], optional: value[names.optional], platform)
        case .firebaseTemplate:
            guard let names, let parameters = try? JSONParser.parse(body)["parameters"] else { return nil }
            for platform in platforms {
                let values = [names.force, names.optional].map {
                    parameters[$0]?["conditionalValues"]?[platform.rawValue]?["value"]
                }
                add(force: values[0], optional: values[1], platform)
            }
        case .webBundleManifest, .webBundleIndex, .webBundle, .file:
            return nil
        }
    }

    private mutating func add<Value>(
        _ requirement: AvailabilityRequirement<Value>, _ name: String, _ platform: Platform,
        _ version: (Value) -> Version
    ) {
        minimums["\(name) of \(platform)"] = version(requirement.value)
        languages["the description of \(name) of \(platform)"] = requirement.description.entries.map(\.language)
    }

    private mutating func add<Value>(
        recommended requirement: AvailabilityRequirement<Value>?, _ name: String, _ platform: Platform
    ) {
        guard let requirement else { return }
        recommendations.insert("\(name) of \(platform)")
        languages["the title of \(name) of \(platform)"] = requirement.title?.entries.map(\.language)
        languages["the description of \(name) of \(platform)"] = requirement.description.entries.map(\.language)
    }

    private mutating func add(_ config: AppConfig, _ platforms: [Platform]) {
        for platform in platforms {
            minimums["minimumAppVersion of \(platform)"] = .name(config.minimumVersion)
            newest[platform] = .name(config.latestVersion)
        }
        switch config.updateURL {
        case .single(let url):
            urls["updateUrl"] = url
        case .perPlatform(let ios, let android):
            urls["updateUrl of ios"] = ios
            urls["updateUrl of android"] = android
        }
    }

    private mutating func add(_ config: EnvironmentConfig) {
        for (id, apps) in config.apps {
            for (platform, app) in apps {
                let name = "\(platform) in \"\(id)\""
                minimums["minimalVersion of \(name)"] = NumericVersion(app.minimalVersion).map { .name($0) }
                builds["build of \(name)"] = .number(app.build)
                urls["url of \(name)"] = app.url
            }
        }
    }

    private mutating func add(force: JSONValue?, optional: JSONValue?, _ platform: Platform) {
        func version(_ value: JSONValue?) -> Version? {
            value.flatMap { try? NumericVersion(availabilityJSON: $0) }.map { .name($0) }
        }
        minimums["minimumAppVersion of \(platform)"] = version(force)
        newest[platform] = version(optional)
    }
}
