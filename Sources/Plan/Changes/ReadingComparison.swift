import AppGate
import Diagnostics
import ManifestVerifier
import Policy

final class ReadingComparison {
    private let path: String
    private let platform: Platform
    private let prefix: String
    private let old: ListedRules
    private let new: ListedRules
    private let effects: DecisionEffects
    /// Since when the old side stands still on devices; nil while it does not.
    private let still: Instant?
    private(set) var changes: [Change] = []
    /// The rules that have a change of their own.
    private var told: Set<String> = []

    init(
        from before: Reading, to after: Reading, path: String, newest: [RequirementValue], since start: Instant,
        still: Instant?
    ) {
        (self.path, self.still) = (path, still)
        (platform, prefix) = (after.place.platform, after.place.prefix)
        (old, new) = (ListedRules(before), ListedRules(after))
        let ids = new.ids + old.ids.filter { [new] in new.rules[$0] == nil }
        let (oldOrder, newOrder) = (old.order(among: new), new.order(among: old))
        let changed = ChangedSubjects(from: old, to: new)
        effects = DecisionEffects(from: before, to: after, changed: changed, newest: newest, since: start, still: still)

        for id in ids { compare(id, isGate: after.isGate) }
        addLostLanguages()
        if oldOrder != newOrder {
            let orders = [oldOrder, newOrder].map { $0.joined(separator: ", ") }
            add(change(.ruleOrder, at: "\(prefix)rules", from: orders[0], to: orders[1]), .order)
        }
        if old.latest != new.latest {
            add(change(.latest, at: "\(prefix)latest", from: old.latest, to: new.latest), .latest)
        }
        // A rule that stays as it is can decide for other devices, by what changes around it or by a text.
        // Only what its own texts and URL do is told with those.
        let others =
            effects.isComplete
            ? Set(effects.effects.filter { $1.devices != Change.Effect() || !changed.all.contains($0) }.keys)
            : changed.all
        for case .rule(let id) in others.sorted() where !told.contains(id) {
            let words = (new.rules[id] ?? old.rules[id])?.words(on: platform)
            let isForOthers = effects.effects[.rule(id)]?.devices.isForOthers ?? true
            var change = change(.rule, at: "\(prefix)rules.\(id)", from: words, to: words)
            change.consequence = isForOthers ? nil : "devices are told something else by what changes around it"
            add(change, .rule(id))
        }
        addNotCompared(before, after, changed.all)
        addAddress(before.address, after.address)
        addURLs()
        guard !changes.isEmpty else { return }
        let standing = still.map { Reading.digest(of: before.bytes + Array("\($0)".utf8)) }
        for (index, change) in changes.enumerated() {
            // What goes on by itself is acknowledged as it stands still now, and nothing that does so later.
            let isSame = change.kind == .rule && change.from.hasSameBytes(as: change.to)
            let former = change.kind == .notCompared || isSame ? standing : nil
            changes[index].digests = ([former ?? before.digest], [after.digest])
        }
    }

    private func change(
        _ kind: Change.Kind, at place: String, from: String?, to: String?, isDecision: Bool = false
    ) -> Change {
        Change(kind, platform, at: place, from: from, to: to, documents: [path], isDecision: isDecision)
    }

    private func compare(_ id: String, isGate: Bool) {
        let (was, becomes) = (old.rules[id], new.rules[id])
        if old.decidingBytes(id) != new.decidingBytes(id) {
            told.insert(id)
            let words = [was, becomes].map { $0?.words(on: platform) }
            add(bound(id) ?? change(.rule, at: "\(prefix)rules.\(id)", from: words[0], to: words[1]), .rule(id))
        }
        addShownVersion(id)
        // What a rule that goes has said is said by another one, or by none; a maintenance is told with its message.
        guard let becomes, (old.origins[id] ?? new.origins[id])?.kind != .maintenance else { return }
        let effect = effects.effects[.rule(id)]
        let at = new.reading.member(explaining: id)
        var found: [Change] = []
        if isGate, !(was?.url).hasSameBytes(as: becomes.url) {
            found.append(change(.updateURL, at: "\(at).url", from: was?.url, to: becomes.url))
        }
        for ((kind, before), (_, after)) in zip((was?.texts ?? RuleTexts()).all, becomes.texts.all) {
            found += Change.texts(kind, before, after, at, platform, path)
        }
        for index in found.indices { found[index].isDecision = effect != nil || !effects.isComplete }
        changes += found
    }

    /// Adds the texts of rules in languages that the rules which take their place do not have.
    private func addLostLanguages() {
        for (former, ids) in effects.successors.sorted(by: { $0.key < $1.key }) {
            for id in ids.sorted() where old.rules[id] != nil || new.rules[former] == nil {
                guard let was = old.rules[former]?.texts.all, let becomes = new.rules[id]?.texts.all else { continue }
                let at = new.reading.member(explaining: id)
                let isNew = old.rules[id] == nil
                for ((kind, before), (_, after)) in zip(was, becomes) where isNew || after != nil {
                    for var lost in Change.texts(kind, before, after, at, platform, path) where lost.to == nil {
                        lost.isDecision = true
                        changes.append(lost)
                    }
                }
            }
        }
    }

    /// A changed bound of a rule that says no more than a minimum or a recommendation does: it is the same change in every
    /// document.
    private func bound(_ id: String) -> Change? {
        let (before, after) = (old.origins[id], new.origins[id])
        guard let origin = after ?? before, (old.rules[id] == nil) == (before == nil),
            (new.rules[id] == nil) == (after == nil), before.map({ $0.kind == origin.kind }) ?? true
        else { return nil }
        return change(of: origin, from: before?.value, to: after?.value)
    }

    private func change(of origin: Origin, from: RequirementValue?, to: RequirementValue?) -> Change {
        var change = Change(
            origin.kind, origin.platform, at: origin.member, from: from?.description, to: to?.description,
            documents: [path], consequence: origin.phrase(from: from, to: to))
        (change.oldValue, change.newValue) = (from, to)
        return change
    }

    /// Adds the version that is shown where a build decides.
    private func addShownVersion(_ id: String) {
        let (before, after) = (old.reading.shownVersion(of: id), new.reading.shownVersion(of: id))
        guard let origin = after ?? before, before?.value?.description != after?.value?.description else { return }
        var change = change(of: origin, from: before?.value, to: after?.value)
        change.isDecision = effects.effects[.rule(id)] != nil
        if !change.isDecision { change.consequence = Self.nothing }
        changes.append(change)
    }

    private func addAddress(_ before: Origin?, _ after: Origin?) {
        guard let address = after ?? before else { return }
        let (from, to) = (before?.value?.description, after?.value?.description)
        guard !from.hasSameBytes(as: to) else { return }
        changes.append(
            Change(
                .updateURL, address.platform, at: address.member, from: from, to: to, documents: [path],
                isDecision: !effects.isComplete || effects.effects.values.contains { $0.hasOtherURL }))
    }

    private func add(_ change: Change, _ subject: ChangedSubjects.Subject) {
        var change = change
        change.subjects = [Impact.Subject(document: path, place: new.reading.place, changed: subject)]
        guard effects.isComplete else {
            change.isDecision = true
            return changes.append(change)
        }
        let effect = effects.effects[subject]
        change.isDecision = effect != nil
        if effect == nil, change.kind.isOfRules || change.oldValue != change.newValue {
            change.consequence = Self.nothing
        } else if let effect {
            change.effect = effect.devices
            // What a bound that goes up or down means is said already, unless other rules say the same to all.
            var rest = effect.devices
            if !change.kind.isOfRules, change.kind != .maintenance, rest.advises == nil,
                change.isRaised && rest.blocks == nil || change.isLowered && rest.lifts == nil
            {
                change.consequence = nil
            }
            if change.isRaised { rest.blocks = nil }
            if change.isLowered { rest.lifts = nil }
            if !change.kind.isOfRules, change.isRaised || change.isLowered { rest.advises = nil }
            let parts = [
                change.consequence,
                rest.blocks.map { "blocks devices that may run now, such as \($0)" },
                rest.lifts.map { "lets devices run that are blocked now, such as \($0)" },
                rest.advises.map { "advises an update to devices such as \($0)" },
                still.flatMap { change.kind == .rule ? "what is live stands still on devices since \($0.words)" : nil },
            ].compactMap(\.self)
            change.consequence = parts.isEmpty ? nil : parts.joined(separator: "; ")
        }
        changes.append(change)
    }

    /// Adds the URLs to which a change leads devices, where the rule that has them is not another one by itself.
    private func addURLs() {
        for (subject, effect) in effects.effects.sorted(by: { $0.key < $1.key }) {
            let at =
                switch subject {
                case .rule(let id): "\(prefix)rules.\(id).url"
                case .order, .latest: "\(prefix)rules.url"
                }
            for url in effect.urls where !changes.contains(where: { $0.kind == .updateURL && $0.leads(url) }) {
                // A rule that is new says where it leads already.
                changes.removeAll { $0.kind == .updateURL && $0.at == at && $0.from == nil }
                changes.append(change(.updateURL, at: at, from: url.from, to: url.to, isDecision: true))
            }
        }
    }

    private static let nothing = "no device is told anything else"

    /// Adds that the effect on devices is not known: all of it, or where a rule has a condition that is not known here.
    private func addNotCompared(
        _ before: Reading, _ after: Reading, _ changed: Set<ChangedSubjects.Subject>
    ) {
        let why: String
        if !effects.isComplete {
            why = "the rules have too many combinations"
        } else if !changed.isEmpty, let name = before.unknownCondition ?? after.unknownCondition {
            why = "it has the condition \(name.quotedName), which is not known here"
        } else if let still, let rule = before.document.rules.first(where: { $0.deadline.grace != nil }) {
            why =
                "what is live stands still on devices since \(still.words), and the grace of rule "
                + "\(rule.id.quotedName) goes on with whatever is published"
        } else if let id = old.repeatedID ?? new.repeatedID, before.bytes != after.bytes {
            why = "two of its rules have the id \(id.quotedName)"
        } else {
            return
        }
        var change = change(.notCompared, at: path, from: nil, to: nil, isDecision: true)
        change.consequence = "take it to block and to free every device: \(why)"
        changes.append(change)
    }
}

extension Change {
    fileprivate func leads(_ url: DecisionEffects.URLChange) -> Bool {
        from.hasSameBytes(as: url.from) && to.hasSameBytes(as: url.to)
    }

    /// Whether a bound goes up, or there was none.
    var isRaised: Bool { newValue.map { new in oldValue.map { $0.isBelow(new) } ?? true } ?? false }

    /// Whether a bound goes down, or there is none any more.
    var isLowered: Bool { oldValue.map { old in newValue.map { $0.isBelow(old) } ?? true } ?? false }
}
