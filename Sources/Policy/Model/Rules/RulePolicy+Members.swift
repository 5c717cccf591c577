import Diagnostics
import ManifestVerifier

extension RulePolicy {
    /// The rules of a platform; everything that apps would skip is an error here.
    static func all(_ platform: Platform) -> Shape<[RulePolicy]> {
        .list(shape(platform), "rules", atMost: Limits.gateRules - classicIDs.count) { rules, findings in
            var seen: [String: RulePolicy] = [:]
            for rule in rules {
                if let other = seen.updateValue(rule, forKey: rule.id) {
                    let place = other.position.map { ", first at \(findings.file):\($0)" } ?? ""
                    findings.add(
                        .invalidValue, "two rules have the id \"\(rule.id)\"\(place)", at: rule.position,
                        hint: "devices keep by id when they first saw a rule: give each its own")
                }
            }
        }
    }

    private static func shape(_ platform: Platform) -> Shape<RulePolicy> {
        .object(
            { RulePolicy(position: $0) }, members(platform),
            label: { json in "rules.\(json["id"].flatMap { try? id($0, "") } ?? "")" }, restrictions: restrictions,
            check: { rule, json, findings in
                rule.refuseContradictions(json, findings)
                return true
            }
        ).named("\(platform.rawValue)-rule")
    }

    private static func members(_ platform: Platform) -> [Member<RulePolicy>] {
        let texts: [Member<RulePolicy>] = RuleText.allCases.map { text in
            Member(text.rawValue, text.about, .words) { $0.texts[text] = $1 }
        }
        return [
            Member("id", "The name by which devices know the rule.", ruleID, isRequired: true, \.id),
            Member(
                "when", "What must hold; without it the rule is for everyone.", conditions(platform), \.conditions),
            Member("then", "What the rule decides.", outcomes, isRequired: true, \.outcome),
            Member("scope", "The part of the app that is closed; apps ask for it by this name.", ruleName, \.scope),
            Member(
                "requiredFrom", "When the update becomes required, but not before the grace is over.", .instant,
                \.requiredFrom),
            Member(
                "grace", "How long after a device was first told it may go on, in s, m, h or d: at most 90 days.",
                graces, \.grace),
            Member("requiredBy", "When the update is required at the latest.", .instant, \.requiredBy),
        ] + texts + [Member("url", "Where to get the app (storeURL if absent).", Shape.url.positioned, \.url)]
    }

    static let namePattern = "^[A-Za-z0-9._-]{1,\(Limits.nameBytes)}$"

    private static let ruleName = Shape<String>(
        #""type": "string", "pattern": "\#(namePattern)""#, reading: name)
    private static let ruleID = Shape<String>(
        #""type": "string", "pattern": "\#(namePattern)", "not": { "enum": \#(classicIDs.sorted().json) }"#, reading: id
    )

    private static let outcomes = Shape<GateRule.Outcome>(
        #""enum": \#(GateRule.Outcome.allCases.map(\.rawValue).json)"#
    ) { value, file in
        let name = try value.asString()
        guard let outcome = GateRule.Outcome(rawValue: name) else {
            let known = GateRule.Outcome.allCases.map(\.rawValue)
            throw Finding(
                .invalidValue, file, value.position, "\"\(name)\" is not what a rule can decide",
                hint: name.didYouMean(known, otherwise: "a rule decides: \(known.joined(separator: ", "))"))
        }
        return outcome
    }

    private static let graces = Shape<TimeSpan>(Shape.timeSpan.node) { value, file in
        let grace = try value.asTimeSpan()
        guard grace.seconds <= Limits.graceDays * 86_400 else {
            throw Finding(
                .limit, file, value.position, "a grace of \(grace) is more than \(Limits.graceDays) days",
                hint: "write a date: \"requiredFrom\" or \"requiredBy\"")
        }
        return grace
    }

    private func refuseContradictions(_ json: JSONValue, _ findings: FileFindings) {
        if let from = requiredFrom, let by = requiredBy, by < from {
            findings.add(
                .invalidValue, "requiredBy is \(by), before requiredFrom", at: json["requiredBy"]?.position,
                hint: "the update is required at requiredBy at the latest: put it later, or leave requiredFrom out")
        }
        refuseMeaningless(json, findings)
        // The first time at which it can be required, unless a period of grace or nothing decides.
        let due = (requiredFrom ?? (grace == nil ? requiredBy : nil)).map { min($0, requiredBy ?? $0) }
        for case .until(let end) in conditions.map(\.value) where outcome == .recommended {
            guard let due, end <= due else { continue }
            findings.add(
                .invalidValue, "the update would never be required: at \(due), when it is due, the rule has ended",
                at: position, hint: "put \"until\" later, or leave it out")
        }
    }

    @Sendable private static func name(_ value: JSONValue, _ file: String) throws -> String {
        let text = try value.asString()
        guard GateRule.isName(text) else {
            throw Finding(
                .invalidValue, file, value.position,
                "\"\(text)\" is not a name of 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ -",
                hint: "write it like bad-2.3 or winter")
        }
        return text
    }

    @Sendable private static func id(_ value: JSONValue, _ file: String) throws -> String {
        let id = try name(value, file)
        guard !classicIDs.contains(id) else {
            throw Finding(
                .invalidValue, file, value.position,
                "\"\(id)\" is the id of a rule that Signet writes from the policy's other members",
                hint: "give the rule another id")
        }
        return id
    }

    /// The members that say something only beside certain outcomes.
    private static let meaning: [(member: String, outcomes: [GateRule.Outcome])] = [
        ("scope", [.maintenance]), ("requiredFrom", [.recommended]), ("grace", [.recommended]),
        ("requiredBy", [.recommended]), ("title", [.recommended, .required, .maintenance]),
        ("description", [.recommended, .required]), ("message", [.maintenance]),
        ("orElse", [.recommended, .required]), ("url", [.recommended, .required]),
    ]

    private static let restrictions: String = {
        let members = meaning.map { member, outcomes in
            #""\#(member)": { "properties": { "then": { "enum": \#(outcomes.map(\.rawValue).json) } } }"#
        }
        return #""dependentSchemas": { \#(members.joined(separator: ", ")) }"#
    }()

    private func refuseMeaningless(_ json: JSONValue, _ findings: FileFindings) {
        guard case .object(let members) = json.content else { return }
        for (name, outcomes) in Self.meaning where !outcomes.contains(outcome) {
            guard let member = members.first(where: { $0.name == name }) else { continue }
            let others = outcomes.map { "\"then\": \"\($0.rawValue)\"" }.joined(separator: " or ")
            findings.add(
                .invalidValue, "\"\(name)\" says nothing beside \"then\": \"\(outcome.rawValue)\"", at: member.position,
                hint: "it goes with \(others)")
        }
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
