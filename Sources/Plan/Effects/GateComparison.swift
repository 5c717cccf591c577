import AppGate
import ManifestVerifier
import Policy

/// What changes from one gate document to another one at the same path.
struct GateComparison {
    private let path: String
    private let platform: Platform
    private let effects: GateEffects
    /// What changes.
    private(set) var changes: [Change] = []

    /// - Parameter start: only what is so from then on counts as a difference for devices.
    init(from old: GateDocument, to new: GateDocument, path: String, since start: Instant) {
        self.path = path
        platform = new.platform
        let (before, after) = (ListedRules(old), ListedRules(new))
        let common = after.ids.filter { before.rules[$0] != nil }
        let (oldOrder, newOrder) = (before.ids.filter { after.rules[$0] != nil }, common)
        var changed: Set<GateEffects.Subject> = []
        for id in Set(before.ids).union(after.ids) where before.deciding(id) != after.deciding(id) {
            changed.insert(.rule(id))
        }
        if oldOrder != newOrder { changed.insert(.order) }
        if old.latest != new.latest { changed.insert(.latest) }
        effects = GateEffects(from: old, to: new, changed: changed, since: start)

        for id in after.ids { compare(id, before.rules[id], after.rules[id]) }
        for id in before.ids where after.rules[id] == nil { compare(id, before.rules[id], nil) }
        if oldOrder != newOrder {
            add(
                Change(
                    .ruleOrder, platform, at: "\(prefix)rules", from: oldOrder.joined(separator: ", "),
                    to: newOrder.joined(separator: ", "), documents: [path]), .order)
        }
        if old.latest != new.latest {
            add(
                Change(
                    .latest, platform, at: "\(prefix)latest", from: old.latest?.words(on: platform),
                    to: new.latest?.words(on: platform), documents: [path]), .latest)
        }
    }

    private var prefix: String { "\(platform.rawValue)." }

    // MARK: Rules

    private mutating func compare(_ id: String, _ old: GateRule?, _ new: GateRule?) {
        let at = "\(prefix)rules.\(id)"
        let (was, becomes) = (old?.words(on: platform), new?.words(on: platform))
        if was != becomes || old?.conditions != new?.conditions {
            if let change = minimum(id, old, new) {
                add(change, .rule(id))
            } else {
                add(Change(.rule, platform, at: at, from: was, to: becomes, documents: [path]), .rule(id))
            }
        }
        guard let old, let new else { return }
        let isShown = effects.deciding.contains(id) || !effects.isComplete || effects.effects.isEmpty
        if old.url != new.url {
            var change = Change(.updateURL, platform, at: "\(at).url", from: old.url, to: new.url, documents: [path])
            change.isDecision = isShown
            changes.append(change)
        }
        for (kind, before, after) in [
            (Change.Kind.title, old.texts.title, new.texts.title),
            (.description, old.texts.description, new.texts.description),
            (.message, old.texts.message, new.texts.message), (.orElse, old.texts.orElse, new.texts.orElse),
        ] {
            changes += Change.texts(kind, before, after, at, platform, path).map { change in
                var change = change
                change.isDecision = isShown
                return change
            }
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

    private mutating func add(_ change: Change, _ subject: GateEffects.Subject) {
        var change = change
        guard effects.isComplete else {
            (change.effect, change.isDecision) = (.unknown, true)
            if change.kind.isOfRules { change.consequence = Self.unknown }
            return changes.append(change)
        }
        let effect = effects.effects[subject]
        change.isDecision = effect != nil
        if change.kind.isOfRules {
            change.consequence = effect.map(Self.phrase) ?? "no device is told anything else"
        } else if effect == nil, change.oldValue != change.newValue {
            change.consequence = "no device is told anything else"
        }
        if let effect { change.effect = Change.Effect(blocks: effect.blocks, lifts: effect.lifts) }
        changes.append(change)
    }

    private static let unknown =
        "it may block devices or lift a block: the rules have too many combinations to compare"

    private static func phrase(_ effect: GateEffects.Effect) -> String? {
        let parts = [
            effect.blocks.map { "blocks devices that may run now, such as \($0)" },
            effect.lifts.map { "lets devices run that are blocked now, such as \($0)" },
            effect.advises.map { "advises an update to devices such as \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

/// The rules of a document by their ids.
private struct ListedRules {
    /// The ids in order; of several rules with one id, which lint refuses, the first one is compared.
    private(set) var ids: [String] = []
    private(set) var rules: [String: GateRule] = [:]

    init(_ document: GateDocument) {
        for rule in document.rules where rules[rule.id] == nil {
            ids.append(rule.id)
            rules[rule.id] = rule
        }
    }

    /// What a rule decides by.
    func deciding(_ id: String) -> [String?]? {
        guard let rule = rules[id] else { return nil }
        let document = GateDocument(
            platform: .ios, latest: nil,
            rules: [
                GateRule(
                    id: rule.id, conditions: rule.conditions, outcome: rule.outcome, scope: rule.scope,
                    deadline: rule.deadline)
            ])
        // Without `orElse` a recommendation that a device cannot obey is skipped.
        return [
            String(decoding: JSONWriter.bytes(of: document.json), as: UTF8.self),
            rule.texts.orElse == nil ? nil : "orElse",
        ]
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
