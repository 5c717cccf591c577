import Diagnostics
import ManifestVerifier

/// One rule of the gate documents, as a team wrote it or as the classic members give it.
package struct RulePolicy: Sendable {
    package let position: TextPosition?
    /// The name of the rule, by which it is known on devices.
    package let id: String
    /// What must hold, with the place of each.
    package let conditions: [Positioned<GateCondition>]
    package let outcome: GateRule.Outcome
    package let scope: String?
    /// When a recommendation becomes required.
    package let deadline: RuleDeadline
    /// The texts for people, by the names of their members.
    let texts: [RuleText: TextReference]
    /// Where to get the app; nil for the platform's store.
    package let url: Positioned<String>?

    init(
        position: TextPosition?, id: String, conditions: [Positioned<GateCondition>], outcome: GateRule.Outcome,
        scope: String? = nil, deadline: RuleDeadline = RuleDeadline(), texts: [RuleText: TextReference],
        url: Positioned<String>? = nil
    ) {
        self.position = position
        self.id = id
        self.conditions = conditions
        self.outcome = outcome
        self.scope = scope
        self.deadline = deadline
        self.texts = texts
        self.url = url
    }

    /// Whether the rule requires an update of someone, now or later.
    var isDemand: Bool {
        outcome == .required || (outcome == .recommended && deadline != RuleDeadline())
    }

    /// Whether the rule blocks someone, now or later.
    var isBlock: Bool { isDemand || outcome == .maintenance }

    /// Whether the rule looks at the version of the app.
    var namesApp: Bool {
        conditions.contains { condition in
            switch condition.value {
            case .app, .build: true
            default: false
            }
        }
    }

    /// Whether the rule is about the system and not about the app, so that no store can help.
    var isForSystemAlone: Bool {
        !namesApp
            && conditions.contains { condition in
                if case .system = condition.value { true } else { false }
            }
    }

    /// The ids of the rules that classic members are compiled into; no other rule has one of them.
    static let classicIDs = [
        "maintenance", "minimum-os", "minimum-sdk", "minimum-app", "recommended-os", "recommended-app",
    ]

    /// Whether the rule comes from a classic member.
    var isClassic: Bool { Self.classicIDs.contains(id) }
}

/// A text of a rule, by the name of its member.
enum RuleText: String, CaseIterable, Sendable {
    case title
    case description
    case message
    case orElse
}

// MARK: JSON

extension RulePolicy {
    /// Reads the rules of a platform; everything that apps would skip is an error here.
    static func all(_ value: JSONValue, _ platform: Platform, _ findings: FileFindings) -> [RulePolicy] {
        guard let elements = findings.attempt({ try value.asArray() }) else { return [] }
        let limit = Limits.gateRules - classicIDs.count
        guard elements.count <= limit else {
            findings.add(.limit, "there are more than \(limit) rules", at: value.position)
            return []
        }
        let rules = elements.compactMap { RulePolicy($0, platform, findings) }
        var seen: [String: RulePolicy] = [:]
        for rule in rules {
            if let other = seen.updateValue(rule, forKey: rule.id) {
                let place = other.position.map { ", first at \(findings.file):\($0)" } ?? ""
                findings.add(
                    .invalidValue, "two rules have the id \"\(rule.id)\"\(place)", at: rule.position,
                    hint: "devices keep by id when they first saw a rule: give each its own")
            }
        }
        return rules
    }

    private init?(_ value: JSONValue, _ platform: Platform, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let id = object.required("id") { try Self.id($0, findings.file) }
        let conditions = object.value("when").map { Self.conditions($0, platform, findings) } ?? []
        let outcome = object.required("then") { try Self.outcome($0, findings.file) }
        let scope = object.optional("scope") { try Self.name($0, findings.file) }
        let deadline = RuleDeadline(
            requiredFrom: object.optional("requiredFrom") { try $0.asRuleTime(findings.file) },
            grace: object.optional("grace") { try Self.grace($0, findings.file) },
            requiredBy: object.optional("requiredBy") { try $0.asRuleTime(findings.file) })
        var texts: [RuleText: TextReference] = [:]
        for text in RuleText.allCases {
            texts[text] = object.value(text.rawValue).flatMap {
                TextReference($0, name: "rules.\(id ?? "").\(text.rawValue)", findings)
            }
        }
        let url = object.optional("url") { Positioned(value: try $0.asURL(), position: $0.position) }
        object.refuseUnknownMembers()
        guard let id, let outcome else { return nil }
        if let from = deadline.requiredFrom, let by = deadline.requiredBy, by < from {
            findings.add(
                .invalidValue, "requiredBy is \(by), before requiredFrom", at: value["requiredBy"]?.position,
                hint: "the update is required at requiredBy at the latest: put it later, or leave requiredFrom out")
        }
        Self.refuseMeaningless(value, outcome, findings)
        for case .until(let end) in conditions.map(\.value) where outcome == .recommended {
            guard let due = deadline.earliest, end <= due else { continue }
            findings.add(
                .invalidValue, "the update would never be required: at \(due), when it is due, the rule has ended",
                at: value.position, hint: "put \"until\" later, or leave it out")
        }
        self.init(
            position: value.position, id: id, conditions: conditions, outcome: outcome, scope: scope,
            deadline: deadline, texts: texts, url: url)
    }

    private static func name(_ value: JSONValue, _ file: String) throws -> String {
        let text = try value.asString()
        guard GateRule.isName(text) else {
            throw Finding(
                .invalidValue, file, value.position,
                "\"\(text)\" is not a name of 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ -",
                hint: "write it like bad-2.3 or winter")
        }
        return text
    }

    private static func id(_ value: JSONValue, _ file: String) throws -> String {
        let id = try name(value, file)
        guard !classicIDs.contains(id) else {
            throw Finding(
                .invalidValue, file, value.position,
                "\"\(id)\" is the id of a rule that Signet writes from the policy's other members",
                hint: "give the rule another id")
        }
        return id
    }

    private static func grace(_ value: JSONValue, _ file: String) throws -> TimeSpan {
        let grace = try value.asTimeSpan()
        guard grace.seconds <= Limits.graceDays * 86_400 else {
            throw Finding(
                .limit, file, value.position, "a grace of \(grace) is more than \(Limits.graceDays) days",
                hint: "write a date: \"requiredFrom\" or \"requiredBy\"")
        }
        return grace
    }

    private static func outcome(_ value: JSONValue, _ file: String) throws -> GateRule.Outcome {
        let name = try value.asString()
        guard let outcome = GateRule.Outcome(rawValue: name) else {
            let known = GateRule.Outcome.allCases.map(\.rawValue)
            throw Finding(
                .invalidValue, file, value.position, "\"\(name)\" is not what a rule can decide",
                hint: name.didYouMean(known, otherwise: "a rule decides: \(known.joined(separator: ", "))"))
        }
        return outcome
    }

    /// Refuses members that say nothing beside the outcome of their rule.
    private static func refuseMeaningless(
        _ value: JSONValue, _ outcome: GateRule.Outcome, _ findings: FileFindings
    ) {
        let update: [GateRule.Outcome] = [.recommended, .required]
        let meaning: [(member: String, outcomes: [GateRule.Outcome])] = [
            ("scope", [.maintenance]), ("requiredFrom", [.recommended]), ("grace", [.recommended]),
            ("requiredBy", [.recommended]), ("title", update + [.maintenance]), ("description", update),
            ("message", [.maintenance]), ("orElse", update), ("url", update),
        ]
        guard case .object(let members) = value.content else { return }
        for (name, outcomes) in meaning where !outcomes.contains(outcome) {
            guard let member = members.first(where: { $0.name == name }) else { continue }
            let others = outcomes.map { "\"then\": \"\($0.rawValue)\"" }.joined(separator: " or ")
            findings.add(
                .invalidValue, "\"\(name)\" says nothing beside \"then\": \"\(outcome.rawValue)\"", at: member.position,
                hint: "it goes with \(others)")
        }
    }
}

extension RuleDeadline {
    /// The first time at which an update can be required; nil when a period of grace or nothing decides.
    fileprivate var earliest: Instant? {
        let start = requiredFrom ?? (grace == nil ? requiredBy : nil)
        return start.map { start in requiredBy.map { min(start, $0) } ?? start }
    }
}

extension JSONValue {
    func asRuleTime(_ file: String) throws -> Instant {
        let text = try asString()
        guard let instant = Instant(text) else {
            throw Finding(
                .invalidValue, file, position, "\"\(text)\" is not a time like 2026-12-01T00:00:00Z",
                hint: "rules have whole seconds in UTC, with a Z at the end, and only days that there are")
        }
        return instant
    }
}
