/// What an app is told by rules: the first that matches a device decides, and where none does the app is available.
public struct GateDocument: Equatable, Sendable {
    /// The platform that the document is for.
    public let platform: Platform
    /// The versions of the app that the store has, by system, best first; nil when the document does not say.
    public let latest: [LatestApp]?
    /// The rules that this client understands, in order.
    public let rules: [GateRule]
    /// The conditions of the rules, ready to be decided.
    package let matcher: RuleMatcher
    /// The elements of `rules` that it does not understand; each is skipped.
    package let unusable: [UnusableRule]

    /// An element of `rules` that this client cannot use.
    package struct UnusableRule: Equatable, Sendable {
        /// Its place in the document, from 0.
        package let index: Int
        package let id: String?
        package let reason: String
    }

    package init(platform: Platform, latest: [LatestApp]?, rules: [GateRule]) {
        self.platform = platform
        self.latest = latest
        self.rules = rules
        matcher = RuleMatcher(rules)
        unusable = []
    }

    /// The number that the member `gate` has; a document of another form will have another path.
    private static let version = 1
}

/// A version of the app that a store has for some systems.
public struct LatestApp: Equatable, Sendable {
    /// The version of the app; on Android its version name.
    public let app: NumericVersion
    /// Its build; on Android its version code; nil when that is not known.
    public let build: Int?
    /// The versions of iOS, or the SDK levels, that it runs on; nil for any.
    public let system: [VersionPattern]?

    package init(app: NumericVersion, build: Int?, system: [VersionPattern]?) {
        self.app = app
        self.build = build
        self.system = system
    }
}

// MARK: JSON

extension GateDocument {
    /// Reads a verified body. Only what concerns the document as a whole is an error; a rule that is not understood is
    /// skipped, so that later rules still reach older apps.
    package init(body: [UInt8]) throws(DocumentError) {
        self = try DocumentError.reading(body) { (value) throws(JSONShapeError) in try GateDocument(value) }
    }

    private init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let number = try object.required("gate")
        guard try number.asInteger() == Self.version else {
            throw number.unacceptable("this client reads gate documents of number \(Self.version)")
        }
        let name = try object.required("platform")
        let platform = try name.parsed(or: "a platform is ios or android") { Platform(rawValue: $0) }
        let latest = try object.optional("latest")?.elements(limit: Limits.gateLatest)
        let elements = try object.required("rules").elements(limit: Limits.gateRules)
        self.platform = platform
        self.latest = latest?.compactMap { try? LatestApp($0, platform: platform) }
        var (rules, unusable): ([GateRule], [UnusableRule]) = ([], [])
        rules.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(JSONShapeError) {
                rules.append(try GateRule(element, platform: platform))
            } catch {
                let id = element["id"].flatMap { try? $0.asString() }
                unusable.append(UnusableRule(index: index, id: id, reason: error.message))
            }
        }
        self.rules = rules
        matcher = RuleMatcher(rules)
        self.unusable = unusable
    }

    /// The document in the order of the contract.
    package var json: JSONValue {
        let latest = latest.map { JSONMember("latest", .array($0.map { $0.json(platform) })) }
        return .object(
            [
                JSONMember("gate", .integer(Self.version)), JSONMember("platform", .string(platform.rawValue)), latest,
                JSONMember("rules", .array(rules.map { $0.json(platform) })),
            ].compactMap(\.self))
    }
}

extension LatestApp {
    package init(_ value: JSONValue, platform: Platform) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let app = try NumericVersion(versionJSON: object.required("app"))
        let system = try object.optional(platform.systemCondition)?.asVersionPatterns()
        for other in Platform.allCases where other != platform {
            if let stray = object.optional(other.systemCondition) {
                throw stray.unacceptable("it is for another platform")
            }
        }
        var build: Int?
        if let number = object.optional("build") { build = try Int(versionJSON: number) }
        self.init(app: app, build: build, system: system)
    }

    fileprivate func json(_ platform: Platform) -> JSONValue {
        .object(
            [
                JSONMember("app", .string(app.spelling)),
                system.map { JSONMember(platform.systemCondition, $0.json) },
                build.map { JSONMember("build", .integer($0)) },
            ].compactMap(\.self))
    }
}

extension Platform {
    /// The condition by which documents for this platform name versions of its system.
    package var systemCondition: String {
        switch self {
        case .ios: "os"
        case .android: "sdk"
        }
    }
}

extension JSONValue {
    fileprivate func elements(limit: Int) throws(JSONShapeError) -> [JSONValue] {
        let elements = try asArray()
        guard elements.count <= limit else { throw unacceptable("there are more than \(limit)") }
        return elements
    }
}
