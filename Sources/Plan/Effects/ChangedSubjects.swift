import AppGate
import ManifestVerifier
import Policy

/// What differs between two readings, and so makes a difference to devices.
struct ChangedSubjects {
    enum Subject: Hashable, Comparable {
        case rule(String)
        case order
        case latest
    }

    let all: Set<Subject>

    init(from old: ListedRules, to new: ListedRules) {
        var all: Set<Subject> = []
        for id in Set(old.ids).union(new.ids) where old.bytes(id) != new.bytes(id) { all.insert(.rule(id)) }
        if old.order(among: new) != new.order(among: old) { all.insert(.order) }
        if old.latest != new.latest { all.insert(.latest) }
        self.all = all
    }

    /// A document with a device in it, and the rule that decides there.
    struct Side {
        let reading: Reading
        let moment: DeviceMoment
        let rule: String?
    }

    /// The changes that make the difference to a device. The first one counts it: for a block the rule that decides now, for a
    /// lift the one that decided before.
    ///
    /// Where another rule decides now, a changed rule is a cause only if it says something else to this device: when a minimum
    /// goes up by a patch and an exemption is removed, the minimum does not block the devices that only the exemption let run.
    func causes(_ old: Side, _ new: Side, isLift: Bool) -> [Subject] {
        let ids = (isLift ? [old.rule, new.rule] : [new.rule, old.rule]).compactMap(\.self)
        var causes: [Subject] = []
        if old.rule != new.rule {
            causes = ids.filter { id in
                all.contains(.rule(id)) && old.outcome(of: id) != new.outcome(of: id, latestOf: old)
            }.map(Subject.rule)
            if all.contains(.order), let before = old.rule, let after = new.rule, old.isFirst(before, of: after),
                new.isFirst(after, of: before)
            {
                causes.append(.order)
            }
            if all.contains(.latest), ids.contains(where: { new.outcome(of: $0, latestOf: old) != new.outcome(of: $0) })
            {
                causes.append(.latest)
            }
        }
        guard causes.isEmpty else { return causes }
        if let id = changed(among: ids) { return [.rule(id)] }
        return [all.contains(.order) ? .order : all.contains(.latest) ? .latest : .rule(ids.first ?? "")]
    }

    /// The first of these rules that changes.
    func changed(among ids: [String]) -> String? { ids.first { all.contains(.rule($0)) } }
}

extension ChangedSubjects.Side {
    /// What a rule says to the device where no other one does; nil where it says nothing.
    ///
    /// - Parameter side: whose versions of the store count; by default its own.
    fileprivate func outcome(of id: String, latestOf side: ChangedSubjects.Side? = nil) -> GateRule.Outcome? {
        guard let rule = reading.document.rules.first(where: { $0.id == id }) else { return nil }
        let alone = GateDocument(
            platform: reading.place.platform, latest: (side ?? self).reading.document.latest, rules: [rule])
        let told = Reading(reading, alone).told(moment)
        return told.rule.map { _ in told.outcome.name }
    }

    /// Whether both rules say something to the device, and which of them is first.
    fileprivate func isFirst(_ id: String, of other: String) -> Bool {
        let matching = reading.document.rules.map(\.id).filter { [id, other].contains($0) && outcome(of: $0) != nil }
        return matching == [id, other]
    }
}

/// The rules of a reading by their ids.
struct ListedRules {
    /// The ids in order; of several rules with one id, which every check refuses, the first one is compared.
    private(set) var ids: [String] = []
    private(set) var rules: [String: GateRule] = [:]
    /// An id that more than one rule has.
    private(set) var repeatedID: String?
    let reading: Reading

    init(_ reading: Reading) {
        self.reading = reading
        for rule in reading.document.rules {
            guard rules[rule.id] == nil else {
                repeatedID = repeatedID ?? rule.id
                continue
            }
            ids.append(rule.id)
            rules[rule.id] = rule
        }
    }

    var origins: [String: Origin] { reading.origins }

    /// The versions of the store, in words.
    var latest: String? { reading.document.latest?.words(on: reading.place.platform) }

    /// The ids that another reading has as well, in the order of this one.
    func order(among other: ListedRules) -> [String] { ids.filter { other.rules[$0] != nil } }

    func bytes(_ id: String) -> [UInt8]? {
        rules[id].map { bytes($0) + Array("\(reading.targets[id]?.spelling ?? "")".utf8) }
    }

    /// What is not known never holds, and is in no JSON.
    private func bytes(_ rule: GateRule) -> [UInt8] {
        let unknown = rule.conditions.compactMap { if case .unknown(let name) = $0 { name } else { nil } }
        return JSONWriter.bytes(of: .array([rule.json(reading.place.platform)] + unknown.map { .string($0) }))
    }

    /// What a rule decides by, and a maintenance says.
    func decidingBytes(_ id: String) -> [UInt8]? {
        rules[id].map { rule in
            let deciding = GateRule(
                id: rule.id, conditions: rule.conditions, outcome: rule.outcome, scope: rule.scope,
                deadline: rule.deadline)
            return bytes(deciding) + Array((origins[id]?.value?.description ?? "").utf8)
        }
    }
}
