import AppGate
import ManifestVerifier
import Policy

/// What changes from one gate document to another one at the same path.
struct GateComparison {
    private let path: String
    private let platform: Platform
    private let effects: DecisionEffects
    /// What changes.
    private(set) var changes: [Change] = []
    /// The rules that have a change of their own.
    private var told: Set<String> = []

    /// - Parameter start: only what is so from then on counts as a difference for devices.
    init(from old: GateDocument, to new: GateDocument, path: String, since start: Instant) {
        self.path = path
        platform = new.platform
        let (before, after) = (ListedRules(old), ListedRules(new))
        let ids = after.ids + before.ids.filter { after.rules[$0] == nil }
        let (oldOrder, newOrder) = (
            before.ids.filter { after.rules[$0] != nil }, after.ids.filter { before.rules[$0] != nil }
        )
        let hasOtherLatest = old.latest != new.latest
        var changed: Set<DecisionEffects.Subject> = []
        for id in ids where before.bytes(id) != after.bytes(id) { changed.insert(.rule(id)) }
        if oldOrder != newOrder { changed.insert(.order) }
        if hasOtherLatest { changed.insert(.latest) }
        // Of several rules with one id, which lint refuses, only the first is listed.
        let isAll = before.ids.count == old.rules.count && after.ids.count == new.rules.count
        effects = DecisionEffects(
            from: Reading(old), to: Reading(new), changed: changed, isAll: isAll, since: start)

        for id in ids {
            compare(
                id, before.rules[id], after.rules[id],
                hasOtherBounds: before.decidingBytes(id) != after.decidingBytes(id))
        }
        if oldOrder != newOrder {
            add(
                Change(
                    .ruleOrder, platform, at: "\(prefix)rules", from: oldOrder.joined(separator: ", "),
                    to: newOrder.joined(separator: ", "), documents: [path]), .order)
        }
        if hasOtherLatest {
            add(
                Change(
                    .latest, platform, at: "\(prefix)latest", from: old.latest?.words(on: platform),
                    to: new.latest?.words(on: platform), documents: [path]), .latest)
        }
        // A rule that stays as it is can decide for other devices, by what changes around it or by a text.
        let others = effects.isComplete ? Set(effects.effects.filter { $1.isForOthers }.keys) : changed
        for case .rule(let id) in others.sorted() where !told.contains(id) {
            let words = (after.rules[id] ?? before.rules[id])?.words(on: platform)
            add(
                Change(.rule, platform, at: "\(prefix)rules.\(id)", from: words, to: words, documents: [path]),
                .rule(id))
        }
        addURLs()
    }

    private var prefix: String { "\(platform.rawValue)." }

    // MARK: Rules

    private mutating func compare(_ id: String, _ old: GateRule?, _ new: GateRule?, hasOtherBounds: Bool) {
        let at = "\(prefix)rules.\(id)"
        if hasOtherBounds {
            told.insert(id)
            let (was, becomes) = (old?.words(on: platform), new?.words(on: platform))
            add(
                minimum(id, old, new)
                    ?? Change(.rule, platform, at: at, from: was, to: becomes, documents: [path]), .rule(id))
        }
        // What a rule that goes has said is said by another one, or by none.
        guard let new else { return }
        let isShown = effects.effects[.rule(id)] != nil || !effects.isComplete
        var found: [Change] = []
        if let url = new.url ?? old?.url, old?.url.map(url.hasSameBytes) != true || new.url == nil {
            found.append(
                Change(.updateURL, platform, at: "\(at).url", from: old?.url, to: new.url, documents: [path]))
        }
        for (kind, before, after) in [
            (Change.Kind.title, old?.texts.title, new.texts.title),
            (.description, old?.texts.description, new.texts.description),
            (.message, old?.texts.message, new.texts.message), (.orElse, old?.texts.orElse, new.texts.orElse),
        ] {
            found += Change.texts(kind, before, after, at, platform, path)
        }
        changes += found.map { change in
            var change = change
            change.isDecision = isShown
            return change
        }
    }

    /// A changed bound of a rule that says no more than a minimum or a recommendation does, such as those that a policy's
    /// minimums become: it is the same change as in other documents.
    private func minimum(_ id: String, _ old: GateRule?, _ new: GateRule?) -> Change? {
        guard let bounds = new?.plainBound(on: platform) ?? old?.plainBound(on: platform) else { return nil }
        let (before, after) = (old?.plainBound(on: platform), new?.plainBound(on: platform))
        guard (old == nil) == (before == nil), (new == nil) == (after == nil),
            before.map({ $0.attribute == bounds.attribute }) ?? true
        else { return nil }
        let (from, to) = (before?.value, after?.value)
        var change = Change(
            bounds.kind, platform, at: prefix + bounds.member, from: from?.description, to: to?.description,
            documents: [path],
            consequence: Consequence(
                reading: DocumentReading(
                    place: .init(platform: platform),
                    format: platform == .ios ? .availabilityIOS : .availabilityAndroid,
                    requirements: Requirements()), attribute: bounds.attribute
            ).phrase(from: from, to: to))
        (change.oldValue, change.newValue) = (from, to)
        return change
    }

    // MARK: Effects

    private mutating func add(_ change: Change, _ subject: DecisionEffects.Subject) {
        var change = change
        guard effects.isComplete else {
            (change.effect, change.isDecision) = (.unknown, true)
            if change.kind.isOfRules { change.consequence = Self.unknown }
            return changes.append(change)
        }
        let effect = effects.effects[subject]
        change.isDecision = effect != nil
        if effect == nil, change.kind.isOfRules || change.oldValue != change.newValue {
            change.consequence = "no device is told anything else"
        } else if let effect {
            change.effect = Change.Effect(blocks: effect.blocks, lifts: effect.lifts)
            // What a bound that goes up or down means is said already.
            var rest = effect
            if change.isRaised { rest.blocks = nil }
            if change.isLowered { rest.lifts = nil }
            if !change.kind.isOfRules, change.isRaised || change.isLowered { rest.advises = nil }
            let parts = [change.consequence, Self.phrase(rest)].compactMap(\.self)
            change.consequence = parts.isEmpty ? nil : parts.joined(separator: "; ")
        }
        changes.append(change)
    }

    /// Adds the URLs to which a change leads devices, where the rule that has them is not another one by itself.
    private mutating func addURLs() {
        for (subject, effect) in effects.effects.sorted(by: { $0.key < $1.key }) {
            let at =
                switch subject {
                case .rule(let id): "\(prefix)rules.\(id).url"
                case .order, .latest: "\(prefix)rules.url"
                }
            for url in effect.urls where !changes.contains(where: { $0.kind == .updateURL && $0.leads(url) }) {
                var change = Change(.updateURL, platform, at: at, from: url.from, to: url.to, documents: [path])
                change.isDecision = true
                // A rule that is new says where it leads already.
                changes.removeAll { $0.kind == .updateURL && $0.at == at && $0.from == nil }
                changes.append(change)
            }
        }
    }

    private static let unknown =
        "it may block devices or lift a block: the rules have too many combinations to compare"

    private static func phrase(_ effect: DecisionEffects.Effect) -> String? {
        let parts = [
            effect.blocks.map { "blocks devices that may run now, such as \($0)" },
            effect.lifts.map { "lets devices run that are blocked now, such as \($0)" },
            effect.advises.map { "advises an update to devices such as \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension Change {
    fileprivate func leads(_ url: DecisionEffects.URLChange) -> Bool {
        from.map(url.from.hasSameBytes) ?? false && to.map(url.to.hasSameBytes) ?? false
    }

    /// Whether a bound goes up, or there was none.
    var isRaised: Bool { newValue.map { new in oldValue.map { $0.isBelow(new) } ?? true } ?? false }

    /// Whether a bound goes down, or there is none any more.
    var isLowered: Bool { oldValue.map { old in newValue.map { $0.isBelow(old) } ?? true } ?? false }
}

/// The rules of a document by their ids.
private struct ListedRules {
    /// The ids in order; of several rules with one id, which lint refuses, the first one is compared.
    private(set) var ids: [String] = []
    private(set) var rules: [String: GateRule] = [:]
    private let platform: Platform

    init(_ document: GateDocument) {
        platform = document.platform
        for rule in document.rules where rules[rule.id] == nil {
            ids.append(rule.id)
            rules[rule.id] = rule
        }
    }

    /// Everything that a rule says.
    func bytes(_ id: String) -> [UInt8]? { rules[id].map(bytes) }

    /// What is not known never holds, and is in no JSON.
    private func bytes(_ rule: GateRule) -> [UInt8] {
        let unknown = rule.conditions.compactMap { if case .unknown(let name) = $0 { name } else { nil } }
        return JSONWriter.bytes(of: .array([rule.json(platform)] + unknown.map { .string($0) }))
    }

    /// What a rule decides by.
    func decidingBytes(_ id: String) -> [UInt8]? {
        rules[id].map { rule in
            let deciding = GateRule(
                id: rule.id, conditions: rule.conditions, outcome: rule.outcome, scope: rule.scope,
                deadline: rule.deadline)
            return bytes(deciding)
        }
    }
}

extension GateRule {
    /// What a rule says that is nothing but a minimum or a recommendation.
    struct PlainBound {
        let attribute: RequirementAttribute
        let kind: Change.Kind
        /// The member of a policy that says the same.
        let member: String
        let value: RequirementValue
    }

    /// The bound of a rule with the one condition to be below it; nil for any other rule.
    func plainBound(on platform: Platform) -> PlainBound? {
        guard conditions.count == 1, scope == nil, deadline == RuleDeadline() else { return nil }
        let isMinimum = outcome == .required
        guard isMinimum || outcome == .recommended else { return nil }
        let (isAndroid, prefix) = (platform == .android, isMinimum ? "minimum" : "recommended")
        func number(_ version: NumericVersion) -> RequirementValue { .number(version.components[0]) }
        switch (id, conditions[0]) {
        case ("\(prefix)-app", .app(let patterns)):
            guard case .below(let version)? = patterns.only else { return nil }
            return PlainBound(
                attribute: isMinimum ? .minimumApp : .recommendedApp, kind: isMinimum ? .minimumApp : .recommendedApp,
                member: "\(prefix)AppVersion\(isAndroid ? ".versionName" : "")", value: .version(version))
        case ("\(prefix)-app", .build(let patterns)):
            guard case .below(let version)? = patterns.only, version.components.dropFirst() == [0, 0] else {
                return nil
            }
            return PlainBound(
                attribute: isMinimum ? .minimumApp : .recommendedApp, kind: isMinimum ? .minimumApp : .recommendedApp,
                member: "\(prefix)AppVersion\(isAndroid ? "" : ".build")", value: number(version))
        case ("\(prefix)-os", .system(let patterns)), ("\(prefix)-sdk", .system(let patterns)):
            guard case .below(let version)? = patterns.only else { return nil }
            return PlainBound(
                attribute: isMinimum ? .minimumSystem : .recommendedSystem,
                kind: isMinimum ? .minimumSystem : .recommendedSystem,
                member: "\(prefix)\(isAndroid ? "SDK" : "OS")Version",
                value: isAndroid ? number(version) : .version(version))
        default: return nil
        }
    }
}

extension Array {
    /// The element of an array of one.
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
