import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

// What the documents without texts say.

extension PolicyDraft {
    mutating func take(appConfig source: ImportedSource, at path: String) throws {
        let (body, file) = (source.body, source.place)
        let config = try Self.reading(body, file) { body throws(DocumentError) in try AppConfig(body: body) }
        let known = ["minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage"]
        try Self.refuseUnknown(in: body, known, file)
        switch config.updateURL {
        case .single(let url):
            // The document is the same for whichever platforms it is.
            try take(config, platforms.isEmpty ? Platform.allCases : platforms, file)
            addDocument(
                "app-config", .object([JSONMember("path", .string(path)), JSONMember("updateUrl", .string(url))]))
        case .perPlatform(let ios, let android):
            for (platform, url) in [(Platform.ios, ios), (.android, android)] {
                guard let url else { continue }
                try take(config, [platform], file)
                try set("storeURL", "", to: .string(url), of: platform, from: file)
            }
            addDocument("app-config", .string(path))
        }
        var maintenance = [JSONMember("active", JSONValue(.bool(config.maintenanceMode)))]
        if let message = config.maintenanceMessage {
            let language = try texts.isEmpty ? "en" : ImportedText.sourceLanguage(of: texts).rawValue
            maintenance.append(
                JSONMember("message", .object([JSONMember(language, .string(Placeholders.literal(message)))])))
            remarks.append(
                "\(file): does not say in which language maintenanceMessage is; it is taken for \"\(language)\"")
        }
        add("maintenance", .object(maintenance))
    }

    private mutating func take(_ config: AppConfig, _ platforms: [Platform], _ file: String) throws {
        for platform in platforms {
            let member = Self.nameMember(of: platform)
            try set(
                "minimumAppVersion", member, to: config.minimumVersion.versionJSON, of: platform, from: file)
            try set("latestAppVersion", member, to: config.latestVersion.versionJSON, of: platform, from: file)
        }
    }

    /// Takes over flat remote-config documents, each of another platform.
    ///
    /// - Parameter force: the name of the parameter below which an update is forced; nil for the usual one.
    mutating func take(remoteConfigs: [ImportedSource], at path: String, force: String?) throws {
        let configs = try remoteConfigs.map { source in
            try Self.reading(source.body, source.place) { body throws(DocumentError) in try RemoteConfig(body: body) }
        }
        let forced = force ?? RemoteConfigNames.usual.force
        // A document that recommends nothing does not say what that parameter is called.
        let other = configs.flatMap(\.parameterNames).first { $0 != forced }
        let names = RemoteConfigNames(force: forced, optional: other)
        var seen: Set<Platform> = []
        for (source, config) in zip(remoteConfigs, configs) {
            let file = source.place
            let found = config.parameterNames
            guard let names, found.contains(forced) else {
                throw ErrorReport(
                    .refused,
                    "\(file): which of \(found.joined(separator: " and ")) forces an update cannot be known",
                    hint: "name it with --force-parameter NAME")
            }
            let optional = config.version(names.optional)
            guard seen.insert(config.platform).inserted, let minimum = config.version(forced),
                found.count == (optional == nil ? 1 : 2)
            else {
                throw ErrorReport(
                    .refused, "\(file): is not the same document for the other platform",
                    hint: "import one of each platform, with the same parameters")
            }
            try take(minimum, optional, config.platform, file)
        }
        guard let names else { return }
        let path = JSONValue.string(path)
        let isUsual = names == RemoteConfigNames(force: nil, optional: nil)
        addDocument(
            "remote-config",
            isUsual
                ? path
                : .object([
                    JSONMember("path", path), JSONMember("forceParameter", .string(names.force)),
                    JSONMember("optionalParameter", .string(names.optional)),
                ]))
    }

    private mutating func take(
        _ minimum: NumericVersion, _ recommended: NumericVersion?, _ platform: Platform, _ file: String
    ) throws {
        let member = Self.nameMember(of: platform)
        try set("minimumAppVersion", member, to: minimum.versionJSON, of: platform, from: file)
        guard let recommended else { return }
        // An availability document that recommends nothing has no text for it, and must not begin to.
        let text = value("minimumAppVersion", "description", of: platform)
        guard let text, value("recommendedAppVersion", "description", of: platform) == nil else {
            try set("recommendedAppVersion", member, to: recommended.versionJSON, of: platform, from: file)
            return
        }
        try set("latestAppVersion", member, to: recommended.versionJSON, of: platform, from: file)
        try set("latestAppVersion", "description", to: text, of: platform, from: file)
    }

    /// Takes over the apps of one environment of a team's own file.
    ///
    /// - Parameter id: the environment's id in the file; nil when only one is possible.
    mutating func take(
        base source: ImportedSource, at path: String, id: String?, as environment: EnvironmentName
    ) throws {
        let file = source.place
        let config = try Self.reading(source.body, file) { body throws(DocumentError) in
            try EnvironmentConfig(body: body)
        }
        let withApps = config.environments.filter { !config.apps(in: $0).isEmpty }
        let candidates = withApps.isEmpty ? config.environments : withApps
        if let id, !config.environments.contains(where: { $0.hasSameBytes(as: id) }) {
            throw ErrorReport(
                .missingInput, "\(file): there is no environment \"\(id)\"",
                hint: "it has: \(config.environments.joined(separator: ", "))")
        }
        guard let chosen = id ?? (candidates.count == 1 ? candidates.first : nil) else {
            throw ErrorReport(
                .refused,
                "\(file): which of \(candidates.joined(separator: ", ")) is \"\(environment)\" cannot be known",
                hint: "name it with --base-environment ID; the others stay as they are")
        }
        for (platform, app) in config.apps(in: chosen).sorted(by: { $0.key.rawValue > $1.key.rawValue }) {
            try set(
                "minimumAppVersion", Self.nameMember(of: platform), to: .string(app.minimalVersion), of: platform,
                from: file)
            try set(
                "minimumAppVersion", Self.buildMember(of: platform), to: .integer(app.build), of: platform, from: file)
            try set("storeURL", "", to: .string(app.url), of: platform, from: file)
        }
        addDocument(
            "environment-config",
            .object([
                JSONMember("path", .string(path)), JSONMember("base", .string(Self.baseName)),
                JSONMember("environments", .object([JSONMember(chosen, .string(environment.rawValue))])),
            ]))
    }

    mutating func take(template source: ImportedSource, at path: String, force: String?) throws {
        let file = source.place
        let template = try Self.reading(source.body, file) { body throws(DocumentError) in
            try DocumentError.reading(body) { (value) throws(JSONShapeError) in try FirebaseTemplate(value) }
        }
        guard let names = RemoteConfigNames(force: force, optional: nil) else {
            throw ErrorReport(.usage, "--force-parameter is not the name of a parameter", hint: nil)
        }
        for platform in Platform.allCases {
            let config = try Self.reading(source.body, file) { _ throws(DocumentError) in
                try template.config(for: platform, names)
            }
            guard let minimum = config.version(names.force), minimum > FirebaseTemplateRendering.noVersion else {
                continue
            }
            let recommended = config.version(names.optional).flatMap {
                $0 > FirebaseTemplateRendering.noVersion ? $0 : nil
            }
            try take(minimum, recommended, platform, file)
        }
        addDocument(
            "firebase-template",
            .object(
                [JSONMember("path", .string(path)), JSONMember("base", .string(Self.templateName))]
                    + (force.map { [JSONMember("forceParameter", .string($0))] } ?? [])))
    }

    /// The names of the team's own files in the policy's folder.
    static let baseName = "env.json"
    static let templateName = "firebase-base.json"

    // MARK: Reading

    /// The document of a body; an error names its place in the file.
    private static func reading<Document>(
        _ body: [UInt8], _ file: String, _ read: ([UInt8]) throws(DocumentError) -> Document
    ) throws -> Document {
        do throws(DocumentError) {
            return try read(body)
        } catch {
            let place = error.place.map { "\(file):\($0)" } ?? file
            throw ErrorReport(.unparsable, "\(place): \(error.reason)")
        }
    }

    /// Fails for a member of a body that has none of the known names.
    private static func refuseUnknown(in body: [UInt8], _ known: [String], _ file: String) throws {
        var object = try JSONObject(JSONParser.parse(body))
        for name in known { _ = object.optional(name) }
        for error in object.unknownMembers() {
            throw ErrorReport(
                .unparsable, "\(error.position.map { "\(file):\($0)" } ?? file): \(error.message)", hint: error.hint)
        }
    }
}
