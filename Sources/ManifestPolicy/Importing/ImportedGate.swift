import Diagnostics
import ManifestVerifier

/// A published gate document, read strictly: what apps would skip, and what a policy cannot carry, is refused.
struct ImportedGate {
    /// A rule that a team wrote, as the document has it.
    struct WrittenRule {
        let json: JSONValue
        let policy: RulePolicy
    }

    let file: String
    let document: GateDocument
    /// The rules that a team wrote, in order.
    let written: [WrittenRule]
    /// The rules that come from the other members of a policy, in order.
    let classic: [GateRule]
    /// The versions that the store has, as the document has them.
    let latest: JSONValue?

    /// - Parameter file: the document's file name, for messages.
    init(parsing bytes: [UInt8], file: String) throws {
        document = try PolicyDraft.reading(bytes, file) { body throws(DocumentError) in try GateDocument(body: body) }
        try PolicyDraft.refuseUnknown(in: bytes, ["gate", "platform", "latest", "rules"], file)
        let value = try JSONParser.parse(bytes)
        let platform = document.platform
        let elements = try value["rules"]?.asArray() ?? []
        let classicElements = elements.filter(\.isClassicRule)
        let writtenElements = elements.filter { !$0.isClassicRule }

        // A policy is as strict about rules as an import has to be.
        let findings = FileFindings(file, Findings())
        let policies = RulePolicy.all(JSONValue(.array(writtenElements), at: value.position), platform, findings)
        latest = value["latest"]
        if let latest { _ = LatestPolicy.all(latest, platform, findings) }
        classic = classicElements.compactMap { element in findings.attempt { try Self.classic(element, platform) } }
        if let finding = findings.all.sorted.first {
            throw ErrorReport(.unparsable, "\(finding.place): \(finding.message)", hint: finding.hint)
        }
        if let rule = document.unusable.first {
            throw ErrorReport(.unparsable, "\(file): rule \(rule.index + 1) is skipped by apps: \(rule.reason)")
        }
        written = zip(writtenElements, policies).map { WrittenRule(json: $0, policy: $1) }
        self.file = file
    }

    private static func classic(_ element: JSONValue, _ platform: Platform) throws -> GateRule {
        let rule = try GateRule(element, platform: platform)
        let isMaintenance = rule.id == "maintenance"
        guard isMaintenance ? rule.isPlainMaintenance : rule.plainBound(on: platform) != nil else {
            throw element.unacceptable(
                "rule \"\(rule.id)\" is not one that Signet writes under this id, which is reserved for that")
        }
        var object = try JSONObject(element)
        let texts = isMaintenance ? ["message"] : ["title", "description", "orElse", "url"]
        for name in ["id", "when", "then"] + texts { _ = object.optional(name) }
        try object.refuseUnknownMembers()
        for text in [rule.texts.title, rule.texts.description, rule.texts.message, rule.texts.orElse] {
            guard text?.entries.isEmpty != true else {
                throw element.unacceptable("a text needs at least one language")
            }
        }
        return rule
    }
}

extension JSONValue {
    /// Whether a rule has the id of one that comes from another member of a policy.
    fileprivate var isClassicRule: Bool {
        guard let id = try? self["id"]?.asString() else { return false }
        return RulePolicy.classicIDs.contains(id)
    }
}

extension GateRule {
    /// Whether the rule says that the service is closed, and nothing else.
    fileprivate var isPlainMaintenance: Bool {
        outcome == .maintenance && conditions.isEmpty && scope == nil && deadline == RuleDeadline()
    }
}

// MARK: Into a policy

extension PolicyDraft {
    /// Takes over a gate document: its written rules as they are, the others as the members that they come from.
    mutating func take(_ gate: ImportedGate) throws {
        let (platform, file) = (gate.document.platform, gate.file)
        for rule in gate.classic where rule.id != "maintenance" { try take(rule, platform, file) }
        try takeStoreURL(gate)
        try takeLatest(gate)
        let rules = try gate.written.map { try json(of: $0, platform, file) }
        if !rules.isEmpty || !platforms.contains(platform) {
            try set("rules", "", to: .array(rules), of: platform, from: file)
        }
        let closed = gate.classic.first { $0.id == "maintenance" }
        try setMaintenance(isActive: closed != nil, message: closed?.texts.message, from: file)
    }

    /// Takes over a rule that comes from a minimum or a recommendation.
    private mutating func take(_ rule: GateRule, _ platform: Platform, _ file: String) throws {
        guard let bound = rule.plainBound(on: platform) else { preconditionFailure("the document was read strictly") }
        let path = bound.member.split(separator: ".").map(String.init)
        // A recommendation that the availability document lacks can only be the latest version with a text.
        let isLatest =
            bound.attribute == .recommendedApp && hasAvailability(platform) && rule.texts.title == nil
            && value("recommendedAppVersion", "value", of: platform) == nil
        let requirement = isLatest ? "latestAppVersion" : path[0]
        try set(requirement, path.count > 1 ? path[1] : "value", to: bound.value.json, of: platform, from: file)
        // The text for devices that cannot get the update is a member of its own for versions of the app alone.
        let isForApp = bound.attribute == .minimumApp || bound.attribute == .recommendedApp
        let texts = [
            ("title", rule.texts.title), ("description", rule.texts.description),
            ("orElse", isForApp ? rule.texts.orElse : nil),
        ]
        for case (let member, let text?) in texts {
            let key = try textKey("\(platform.rawValue)-\(requirement)-\(member)", text, from: file)
            try set(requirement, member, to: .string(key), of: platform, from: file)
        }
    }

    /// The store is where the rules of minimums and recommendations lead, or else where all rules do.
    private mutating func takeStoreURL(_ gate: ImportedGate) throws {
        let platform = gate.document.platform
        let urls = gate.written.filter(\.policy.leadsToStore).map { $0.policy.url?.value }
        if let url = gate.classic.lazy.compactMap(\.url).first {
            try set("storeURL", "", to: .string(url), of: platform, from: gate.file)
        } else if let url = urls.first ?? nil, urls.allSatisfy({ $0 == url }),
            value("storeURL", "", of: platform) == nil
        {
            try set("storeURL", "", to: .string(url), of: platform, from: gate.file)
        }
    }

    /// The one version of a store is `latestAppVersion` where that says the same, which other documents tell, too.
    private mutating func takeLatest(_ gate: ImportedGate) throws {
        guard let json = gate.latest else { return }
        let platform = gate.document.platform
        let (name, build) = (Self.nameMember(of: platform), Self.buildMember(of: platform))
        let minimum = value(platform == .ios ? "minimumOSVersion" : "minimumSDKVersion", "value", of: platform)
        if let latest = gate.document.latest, latest.count == 1,
            latest[0].system?.map(\.description) == minimum.map({ [">=\($0.unquoted)"] })
        {
            let members = [
                (name, latest[0].app.availabilityJSON), (build, latest[0].build.map(\.availabilityJSON)),
            ]
            let known = members.map { value("latestAppVersion", $0.0, of: platform) }
            if zip(members, known).allSatisfy({ $1 == nil || $0.1?.oneLine == $1?.oneLine }) {
                for case (let member, let value?) in members {
                    try set("latestAppVersion", member, to: value, of: platform, from: gate.file)
                }
                return
            }
        }
        try set("latest", "", to: json, of: platform, from: gate.file)
    }

    /// Fails for a build of which no document says what version it is: a rule needs only one of both.
    func checkBuilds() throws {
        for requirement in ["minimumAppVersion", "recommendedAppVersion"] {
            guard let build = value(requirement, "build", of: .ios), value(requirement, "value", of: .ios) == nil else {
                continue
            }
            throw ErrorReport(
                .refused,
                "\(requirement) of ios has build \(build.oneLine), and no document says which version that is",
                hint: "import one that does, too: --ios, --app-config, --remote-config or --base")
        }
    }

    /// A written rule with the keys of its texts, and without the store's URL, which it gets anyway.
    private mutating func json(
        of rule: ImportedGate.WrittenRule, _ platform: Platform, _ file: String
    ) throws -> JSONValue {
        let store = value("storeURL", "", of: platform)?.oneLine
        let members = try JSONObject(rule.json).members.compactMap { member -> JSONMember? in
            if member.name == "url", rule.policy.leadsToStore, member.value.oneLine == store { return nil }
            guard RuleText(rawValue: member.name) != nil else { return member }
            let key = "\(platform.rawValue)-rules-\(rule.policy.id)-\(member.name)"
            return JSONMember(member.name, .string(try textKey(key, try LocalizedText(member.value), from: file)))
        }
        return .object(members)
    }
}

extension RulePolicy {
    /// Whether the rule leads to the platform's store unless it says otherwise.
    fileprivate var leadsToStore: Bool { (outcome == .required || outcome == .recommended) && !isForSystemAlone }
}

extension RequirementAttribute.Value {
    /// The value as a policy has it.
    fileprivate var json: JSONValue {
        switch self {
        case .version(let version): version.availabilityJSON
        case .number(let number): number.availabilityJSON
        case .text(let text): .string(text)
        }
    }
}

extension JSONValue {
    /// The text of a string, or the spelling of a number.
    fileprivate var unquoted: String { (try? asString()) ?? oneLine }
}
