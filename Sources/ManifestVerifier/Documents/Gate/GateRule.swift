/// One line of a gate document: conditions, and what is so where they hold.
public struct GateRule: Equatable, Sendable {
    /// What a rule can decide.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The app runs, whatever later rules say: an exemption.
        case available
        /// The app runs, and an update is advised; with a deadline it becomes required.
        case recommended
        /// The app does not run: an update is needed.
        case required
        /// The app, or the part of it that `scope` names, does not run; only from a document fetched in this session.
        case maintenance
    }

    /// The name of the rule, by which it is known on the device: `[A-Za-z0-9._-]{1,64}`.
    public let id: String
    /// What must hold; all of them, and without any the rule is for everyone.
    public let conditions: [GateCondition]
    /// What the rule decides.
    public let outcome: Outcome
    /// The part of the app that the rule is for; it is skipped unless the app asks for that part.
    public let scope: String?
    /// When a recommendation becomes required.
    public let deadline: RuleDeadline
    /// The texts for people.
    public let texts: RuleTexts
    /// Where to get the app.
    public let url: String?

    package init(
        id: String, conditions: [GateCondition], outcome: Outcome, scope: String? = nil,
        deadline: RuleDeadline = RuleDeadline(), texts: RuleTexts = RuleTexts(), url: String? = nil
    ) {
        self.id = id
        self.conditions = conditions
        self.outcome = outcome
        self.scope = scope
        self.deadline = deadline
        self.texts = texts
        self.url = url
    }

    /// Whether a text can be the id of a rule, a scope or the salt of a share.
    package static func isName(_ text: String) -> Bool {
        (1...Limits.nameBytes).contains(text.utf8.count) && text.utf8.allSatisfy(\.isNameByte)
    }
}

/// When a recommendation becomes required: at the later of a date and the end of a period of grace, but not after a last
/// date.
public struct RuleDeadline: Equatable, Sendable {
    /// Not before this.
    public let requiredFrom: Instant?
    /// Not before this long after the device was first told.
    public let grace: TimeSpan?
    /// At the latest at this time.
    public let requiredBy: Instant?

    /// A deadline; without any of the three there is none.
    package init(requiredFrom: Instant? = nil, grace: TimeSpan? = nil, requiredBy: Instant? = nil) {
        self.requiredFrom = requiredFrom
        self.grace = grace
        self.requiredBy = requiredBy
    }

    /// When the update is required of a device that was first told at `firstSeen`; nil for never.
    package func due(firstSeen: Instant) -> Instant? {
        let graceEnd = grace.map { firstSeen.advanced(by: $0.seconds) }
        guard let due = [requiredFrom, graceEnd].compactMap(\.self).max() else { return requiredBy }
        return requiredBy.map { min(due, $0) } ?? due
    }
}

/// The texts of a rule.
public struct RuleTexts: Equatable, Sendable {
    /// The heading.
    public let title: LocalizedText?
    /// The explanation for people who can get the update.
    public let description: LocalizedText?
    /// What to tell people during maintenance.
    public let message: LocalizedText?
    /// The explanation for people whose device cannot get the update.
    public let orElse: LocalizedText?

    /// The texts of a rule, each of which may be missing.
    package init(
        title: LocalizedText? = nil, description: LocalizedText? = nil, message: LocalizedText? = nil,
        orElse: LocalizedText? = nil
    ) {
        self.title = title
        self.description = description
        self.message = message
        self.orElse = orElse
    }
}

// MARK: JSON

extension GateRule {
    /// Reads an element of `rules`; an error makes it one that says nothing.
    package init(_ value: JSONValue, platform: Platform) throws(JSONShapeError) {
        var object = try JSONObject(value)
        func name(_ value: JSONValue) throws(JSONShapeError) -> String {
            let text = try value.asString()
            guard Self.isName(text) else {
                throw value.unacceptable("a name is 1 to \(Limits.nameBytes) of A-Z a-z 0-9 . _ -")
            }
            return text
        }
        id = try name(object.required("id"))
        let outcome = try object.required("then")
        let known = try outcome.parsed(or: "this client does not know it") { Outcome(rawValue: $0) }
        self.outcome = known
        if let when = object.optional("when") {
            conditions = try JSONObject(when).members.map { GateCondition($0, platform: platform) }
        } else {
            conditions = []
        }
        scope = if let value = object.optional("scope") { try name(value) } else { nil }
        deadline = RuleDeadline(
            requiredFrom: try object.optional("requiredFrom")?.asInstant(),
            grace: try object.optional("grace")?.asTimeSpan(),
            requiredBy: try object.optional("requiredBy")?.asInstant())
        texts = RuleTexts(
            title: try LocalizedText(optional: object.optional("title")),
            description: try LocalizedText(optional: object.optional("description")),
            message: try LocalizedText(optional: object.optional("message")),
            orElse: try LocalizedText(optional: object.optional("orElse")))
        url = try object.optional("url")?.asString()
    }

    /// The rule in the order of the contract.
    package func json(_ platform: Platform) -> JSONValue {
        let when = conditions.isEmpty ? nil : JSONMember("when", .object(conditions.compactMap { $0.member(platform) }))
        return .object(
            [
                JSONMember("id", .string(id)), when, JSONMember("then", .string(outcome.rawValue)),
                scope.map { JSONMember("scope", .string($0)) },
                deadline.requiredFrom.map { JSONMember("requiredFrom", .string($0.description)) },
                deadline.grace.map { JSONMember("grace", .string($0.description)) },
                deadline.requiredBy.map { JSONMember("requiredBy", .string($0.description)) },
                texts.title.map { JSONMember("title", $0.json) },
                texts.description.map { JSONMember("description", $0.json) },
                texts.message.map { JSONMember("message", $0.json) },
                texts.orElse.map { JSONMember("orElse", $0.json) }, url.map { JSONMember("url", .string($0)) },
            ].compactMap(\.self))
    }
}
