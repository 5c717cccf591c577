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

    /// The change that blocks or frees a device: that of the rule that decides, else of the one that decided, which comes first
    /// where it blocked.
    func subject(from before: String?, to after: String?, isLift: Bool) -> Subject {
        let ids = (isLift ? [before, after] : [after, before]).compactMap(\.self)
        if let id = changed(among: ids) { return .rule(id) }
        return all.contains(.order) ? .order : all.contains(.latest) ? .latest : .rule(ids.first ?? "")
    }

    /// The first of these rules that changes.
    func changed(among ids: [String]) -> String? { ids.first { all.contains(.rule($0)) } }
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
