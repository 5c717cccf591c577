import Classic
import Diagnostics
import ManifestVerifier
import PublicationTree

/// What imported documents say, each value once: documents that say the same agree, others are refused by name.
struct PolicyDraft {
    /// A place below a platform: `storeURL`, or a requirement and its member.
    private struct Place: Hashable {
        let platform: Platform
        let requirement: String
        let member: String
    }

    private var values: [Place: (json: JSONValue, file: String)] = [:]
    var texts: [ImportedText] = []
    var members: [JSONMember] = []
    /// What the documents do not say, and how it was understood.
    var remarks: [String] = []
    private(set) var documents: [JSONMember] = []

    var platforms: [Platform] {
        Platform.allCases.filter { platform in values.keys.contains { $0.platform == platform } }
    }

    func value(_ requirement: String, _ member: String, of platform: Platform) -> JSONValue? {
        values[Place(platform: platform, requirement: requirement, member: member)]?.json
    }

    /// Notes what a document says; fails when another one says something else.
    mutating func set(
        _ requirement: String, _ member: String, to json: JSONValue, of platform: Platform, from file: String
    ) throws {
        let place = Place(platform: platform, requirement: requirement, member: member)
        guard let known = values.updateValue((json, file), forKey: place),
            known.json.oneLine != json.oneLine
        else { return }
        let name = member.isEmpty ? requirement : "\(requirement) (\(member))"
        throw ErrorReport(
            .refused,
            "\(file): has \(json.oneLine) as \(name) of \(platform), and \(known.file) has \(known.json.oneLine)",
            hint: "a policy has one for all documents: make them agree, or import one of them only")
    }

    /// - Parameter more: what its object has beside the path, which alone may stand for it.
    mutating func addDocument(
        _ document: PolicyDocument, at path: String, _ more: KeyValuePairs<String, JSONValue?> = [:]
    ) {
        let others = more.compactMap { name, value in value.map { JSONMember(name, $0) } }
        let path = JSONValue.string(path)
        documents.append(
            JSONMember(document.rawValue, others.isEmpty ? path : .object([JSONMember("path", path)] + others)))
    }

    /// The platform's part of the policy, in the order of the contract.
    func json(of platform: Platform) -> JSONValue {
        let store = value("storeURL", "", of: platform).map { JSONMember("storeURL", $0) }
        let requirements = RequirementKind.all(on: platform).compactMap { kind -> JSONMember? in
            let name = kind.member(on: platform)
            let members = kind.members(on: platform).map(\.name).compactMap { member in
                value(name, member, of: platform).map { JSONMember(member, $0) }
            }
            return members.isEmpty ? nil : JSONMember(name, .object(members))
        }
        return .object([store].compactMap(\.self) + requirements)
    }

    static func nameMember(of platform: Platform) -> String { platform == .ios ? "value" : "versionName" }

    static func buildMember(of platform: Platform) -> String { platform == .ios ? "build" : "value" }

    mutating func take(appConfig source: ImportedSource, at path: String) throws {
        let file = source.place
        let config = try Self.reading(source, AppConfig.init(body:))
        let known = ["minimumVersion", "latestVersion", "updateUrl", "maintenanceMode", "maintenanceMessage"]
        try Self.refuseUnknown(in: source, known)
        switch config.updateURL {
        case .single(let url):
            // The document is the same for whichever platforms it is.
            try take(config, platforms.isEmpty ? Platform.allCases : platforms, file)
            addDocument(.appConfig, at: path, ["updateUrl": .string(url)])
        case .perPlatform(let ios, let android):
            for (platform, url) in [(Platform.ios, ios), (.android, android)] {
                guard let url else { continue }
                try take(config, [platform], file)
                try set("storeURL", "", to: .string(url), of: platform, from: file)
            }
            addDocument(.appConfig, at: path)
        }
        var maintenance = [JSONMember("active", JSONValue(.bool(config.maintenanceMode)))]
        if let message = config.maintenanceMessage {
            let language = try texts.isEmpty ? "en" : ImportedText.sourceLanguage(of: texts).rawValue
            maintenance.append(
                JSONMember("message", .object([JSONMember(language, .string(Placeholders.literal(message)))])))
            remarks.append(
                "\(file): does not say in which language maintenanceMessage is; it is taken for \"\(language)\"")
        }
        members.append(JSONMember("maintenance", .object(maintenance)))
    }

    private mutating func take(_ config: AppConfig, _ platforms: [Platform], _ file: String) throws {
        for platform in platforms {
            let member = Self.nameMember(of: platform)
            try set("minimumAppVersion", member, to: config.minimumVersion.versionJSON, of: platform, from: file)
            try set("latestAppVersion", member, to: config.latestVersion.versionJSON, of: platform, from: file)
        }
    }

    /// Takes over flat remote-config documents, each of another platform.
    ///
    /// - Parameter force: the name of the parameter below which an update is forced; nil for the usual one.
    mutating func take(remoteConfigs: [ImportedSource], at path: String, force: String?) throws {
        let configs = try remoteConfigs.map { try Self.reading($0, RemoteConfig.init(body:)) }
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
        let isUsual = names == RemoteConfigNames.usual
        addDocument(
            .remoteConfig, at: path,
            [
                "forceParameter": isUsual ? nil : .string(names.force),
                "optionalParameter": isUsual ? nil : .string(names.optional),
            ])
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
        let config = try Self.reading(source, EnvironmentConfig.init(body:))
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
            let minimum = "minimumAppVersion"
            try set(minimum, Self.nameMember(of: platform), to: .string(app.minimalVersion), of: platform, from: file)
            try set(minimum, Self.buildMember(of: platform), to: .integer(app.build), of: platform, from: file)
            try set("storeURL", "", to: .string(app.url), of: platform, from: file)
        }
        let environments = JSONValue.object([JSONMember(chosen, .string(environment.rawValue))])
        addDocument(.environmentConfig, at: path, ["base": .string(Self.baseName), "environments": environments])
    }

    mutating func take(template source: ImportedSource, at path: String, force: String?) throws {
        let file = source.place
        let template = try Self.reading(source) { body throws(DocumentError) in
            try DocumentError.reading(body) { (value) throws(JSONShapeError) in try FirebaseTemplate(value) }
        }
        guard let names = RemoteConfigNames(force: force, optional: nil) else {
            throw ErrorReport(.usage, "--force-parameter is not the name of a parameter", hint: nil)
        }
        for platform in Platform.allCases {
            let config = try Self.reading(source) { _ throws(DocumentError) in
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
            .firebaseTemplate, at: path,
            ["base": .string(Self.templateName), "forceParameter": force.map(JSONValue.string)])
    }

    /// The names of the team's own files in the policy's folder.
    static let baseName = "env.json"
    static let templateName = "firebase-base.json"

    /// The document of a body; an error names its place in the file.
    private static func reading<Document>(
        _ source: ImportedSource, _ read: ([UInt8]) throws(DocumentError) -> Document
    ) throws -> Document {
        do throws(DocumentError) {
            return try read(source.body)
        } catch {
            let place = error.place.map { "\(source.place):\($0)" } ?? source.place
            throw ErrorReport(.unparsable, "\(place): \(error.reason)")
        }
    }

    /// Fails for a member of a body that has none of the known names.
    private static func refuseUnknown(in source: ImportedSource, _ known: [String]) throws {
        var object = try JSONObject(JSONParser.parse(source.body))
        for name in known { _ = object.optional(name) }
        for error in object.unknownMembers() { throw source.unparsable(error) }
    }
}
