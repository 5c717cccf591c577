import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing

/// What one document tells one device.
struct DecisionCase {
    let name: String
    let reader: any DocumentReader
    let body: [UInt8]
    let device: Device
    let source: Decision.Source
    let store: StoreVersion?
    let storeURL: String?
    /// Nil for one that no app can have.
    let selection: Requirements.Selection?
    /// When the document was signed, and what the clock shows.
    let date: SignedDate?
    let now: Date?
    let rules: RuleCase?
    let expected: JSONValue

    init(_ members: Members, in file: VectorFile) throws {
        var members = members
        name = try members.text("name")
        body = try file.document(members.text("document"))
        reader = try members.reader()
        device = try Device(vector: members.required("device"))
        source = try members.value("source") { ["fetched": .fetched, "stored": .stored, "embedded": .embedded][$0] }
        store = try members.optional("store").map { try StoreVersion(vector: $0) }
        storeURL = try members.optionalText("storeURL")
        selection = try members.optional("select").map { try Requirements.Selection.read($0) } ?? .init()
        date = try members.optional("date") == nil ? nil : members.value("date", SignedDate.init(vector:))
        now = try members.optional("now") == nil ? nil : members.moment("now")
        rules = reader.goesByDate ? try RuleCase(&members, date, now) : nil
        expected = try members.required("verdict")
        try members.end()
    }

    var verdict: JSONValue {
        guard let content = try? reader.read(body) else { return Verdict.refused }
        if let document = content as? GateDocument, let rules { return rules.verdict(document, self) }
        guard let selection, let content = content as? ClassicContent,
            var requirements = try? Requirements(content.document, platform: device.platform, selecting: selection)
        else { return Verdict.refused }
        if requirements.updateURL == nil { requirements.updateURL = storeURL }
        let decision = decide(requirements, for: device, store: store, source: source, asOf: date, clock: now)
        return Verdict.of(decision, unreadable: requirements.unreadableApp(on: device))
    }
}

/// What only the decision by rules depends on.
struct RuleCase {
    let time: RuleTime
    let seen: [String: Instant]
    let scope: String?

    init(_ members: inout Members, _ date: SignedDate?, _ now: Date?) throws {
        time = RuleTime(of: try #require(date), clock: try #require(now))
        let seen = try members.optional("seen").map { try JSONObject($0).members } ?? []
        self.seen = try Dictionary(
            seen.map { ($0.name, try $0.value.asInstant()) }, uniquingKeysWith: { first, _ in first })
        scope = try members.optionalText("scope")
    }

    func verdict(_ document: GateDocument, _ one: DecisionCase) -> JSONValue {
        guard document.platform == one.device.platform else { return Verdict.refused }
        let decision = decide(
            document, for: one.device, at: time, firstSeen: seen, scope: scope, store: one.store, source: one.source)
        return Verdict.of(
            decision, seen: decision.rule.flatMap { isSeen($0, in: document) ? $0 : nil },
            unreadable: document.unreadableApp(on: one.device))
    }

    /// Whether the caller records when this rule was first seen.
    private func isSeen(_ id: String, in document: GateDocument) -> Bool {
        // Of several rules of one id it is the one that decided, which vectors do not ask for.
        guard let rule = document.rules.first(where: { $0.id == id }), rule.outcome == .recommended,
            rule.deadline.grace != nil
        else { return false }
        return seen[id].map { $0 > time.time } ?? true
    }
}

@Test(arguments: [
    "decisions-classic.json", "decisions-languages.json", "decisions-rules.json", "decisions-rules-details.json",
])
func `every device is told what the vectors say`(name: String) throws {
    let file = try VectorFile(name)
    for members in file.cases {
        let one = try DecisionCase(members, in: file)
        #expect(one.verdict.line == one.expected.line, "\(one.name)")
    }
}

extension Device {
    /// Reads the device of a case.
    init(vector value: JSONValue) throws {
        var members = try Members(value)
        let system: System =
            switch try members.word("platform", Platform.self) {
            case .ios: .ios(try members.value("os") { NumericVersion($0) })
            case .android: .android(sdk: try members.integer("sdk"))
            }
        self.init(
            system: system, reportedVersion: try members.optionalText("app"),
            reportedBuild: try members.optionalText("build"),
            languages: try members.elements("languages").map { try $0.asString() })
        channel = try members.optionalText("channel")
        region = try members.optionalText("region")
        model = try members.optionalText("model")
        installID = try members.optionalText("install").flatMap { InstallID($0) }
        try members.end()
    }
}

extension StoreVersion {
    fileprivate init(vector value: JSONValue) throws {
        var members = try Members(value)
        let version = try members.value("version") { NumericVersion($0) }
        let minimum = try members.optionalText("minimumSystem").flatMap { NumericVersion($0) }
        try members.end()
        self.init(version: version, minimumSystem: minimum)
    }
}

extension Requirements.Selection {
    fileprivate static func read(_ value: JSONValue) throws -> Self? {
        var members = try Members(value)
        let environment = try members.optionalText("environment")
        let (force, optional) = (try members.optionalText("force"), try members.optionalText("optional"))
        try members.end()
        guard force != nil || optional != nil else { return Self(configEnvironment: environment) }
        return RemoteConfigNames(force: force, optional: optional).map {
            Self(remoteConfigNames: $0, configEnvironment: environment)
        }
    }
}
