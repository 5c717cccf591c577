import AppGate
import Diagnostics
import ManifestVerifier
import Population

/// A document of rules before and after a change.
struct RuleDocument {
    let path: String
    /// nil for none, which blocks nothing.
    let old: GateDocument?
    /// nil once it is not published any more: apps keep the old one and ignore its maintenance.
    let new: GateDocument?

    var platform: Platform? { (new ?? old)?.platform }
}

/// What the documents of one platform say at one time to devices at one place of all roll-outs, with neither in them any
/// more: times and places at which they say the same are one state.
struct RuleState {
    let documents: [RuleDocument]

    var key: [UInt8] {
        documents.flatMap { document in
            [document.old, document.new].flatMap { side in
                (side.map { JSONWriter.bytes(of: $0.json) } ?? []) + [0]
            }
        }
    }

    /// What a kind of device is told.
    struct Verdict {
        var required = false
        var cannotObey = false
        var maintenance = false
        var recommended = false
        var wasBlocked = false
        var newlyBlocked = false
        var newlyStuck = false
        var mayBeBlocked = false
        /// The rules that block or advise, by the index of the document.
        var deciding: [(document: Int, id: String, outcome: GateRule.Outcome)] = []

        var isBlocked: Bool { required || maintenance }
    }

    func verdict(on kind: PopulationDevice) -> Verdict {
        var verdict = Verdict()
        for (index, document) in documents.enumerated() {
            let before = document.old.map { Told($0, kind, isFetched: true) }
            let source = document.new ?? document.old
            guard let source else { continue }
            let after = Told(source, kind, isFetched: document.new != nil)
            verdict.wasBlocked = verdict.wasBlocked || before?.isBlocked == true
            if let rule = after.rule, after.outcome != .available {
                verdict.deciding.append((index, rule, after.outcome))
            }
            switch after.outcome {
            case .available: break
            case .recommended: verdict.recommended = true
            case .required:
                verdict.required = true
                verdict.cannotObey = verdict.cannotObey || after.isStuck
            case .maintenance: verdict.maintenance = true
            }
            if after.isBlocked, before?.isBlocked != true {
                verdict.newlyBlocked = true
                verdict.newlyStuck = verdict.newlyStuck || after.isStuck
            } else if !after.isBlocked, before?.isBlocked != true,
                !after.uncertain.isSubset(of: before?.uncertain ?? [])
            {
                verdict.mayBeBlocked = true
            }
        }
        verdict.mayBeBlocked = verdict.mayBeBlocked && !verdict.newlyBlocked
        return verdict
    }

    /// What one document tells a kind of device.
    private struct Told {
        let outcome: GateRule.Outcome
        let rule: String?
        let isStuck: Bool
        /// The blocking rules before the one that decides that compare what the population does not say.
        let uncertain: Set<String>

        var isBlocked: Bool { outcome == .required || outcome == .maintenance }

        init(_ document: GateDocument, _ kind: PopulationDevice, isFetched: Bool) {
            let evaluation = RuleEvaluation(
                document: document, device: kind.device, time: .earliest, firstSeen: [:], scope: nil, store: kind.store,
                isFetched: isFetched)
            var uncertain: Set<String> = []
            let (outcome, rule) = evaluation.run { rule, miss in
                guard case .unknown = miss, rule.outcome == .required || rule.outcome == .maintenance,
                    rule.mayApply(to: kind.device)
                else { return }
                uncertain.insert(rule.words(on: document.platform))
            }
            (self.rule, self.uncertain) = (rule?.id, uncertain)
            switch outcome {
            case .available: (self.outcome, isStuck) = (.available, false)
            case .recommended: (self.outcome, isStuck) = (.recommended, false)
            case .required(let update):
                (self.outcome, isStuck) = (.required, !update.isObtainable || update.store == .missing)
            case .maintenance: (self.outcome, isStuck) = (.maintenance, false)
            }
        }
    }
}

extension GateRule {
    /// Whether everything holds that is known of a device.
    fileprivate func mayApply(to device: Device) -> Bool {
        var rest = conditions
        while true {
            let rule = GateRule(id: id, conditions: rest, outcome: .available)
            var missed: RuleMiss?
            _ = RuleEvaluation(
                document: GateDocument(platform: device.platform, latest: nil, rules: [rule]), device: device,
                time: .earliest, firstSeen: [:], scope: nil, store: nil, isFetched: true
            ).run { missed = $1 }
            switch missed {
            case nil: return true
            case .unknown(let condition)?: rest.removeAll { $0 == condition }
            default: return false
            }
        }
    }
}

extension GateDocument {
    /// The document as it is at a time for a device at a place of the roll-outs, for the app as a whole: without times and
    /// shares, and with every recommendation that is due as a demand.
    ///
    /// - Parameter start: devices see no rule before then.
    func state(at time: Instant, since start: Instant, place: (String) -> UInt32) -> GateDocument {
        GateDocument(
            platform: platform, latest: latest,
            rules: rules.compactMap { rule in
                guard rule.scope == nil else { return nil }
                var kept: [GateCondition] = []
                for condition in rule.conditions {
                    switch condition {
                    case .from(let from): guard from <= time else { return nil }
                    case .until(let end): guard time < end else { return nil }
                    case .share(let share):
                        let hundredths = UInt64(share.hundredths(at: time))
                        guard RolloutShare.includes(place: place(share.salt), hundredths: hundredths) else {
                            return nil
                        }
                    case .unknown: return nil
                    default: kept.append(condition)
                    }
                }
                var outcome = rule.outcome
                if outcome == .recommended,
                    let due = rule.deadline.due(firstSeen: rule.firstApplies(since: start, place: place)), due <= time
                {
                    outcome = .required
                }
                return GateRule(
                    id: rule.id, conditions: kept, outcome: outcome, texts: RuleTexts(orElse: rule.texts.orElse))
            })
    }

    /// The times after `start` at which the rules can decide otherwise.
    func moments(since start: Instant) -> Set<Instant> {
        var times: Set<Instant> = []
        for rule in rules where rule.scope == nil {
            var begins: Set<Instant> = [start]
            for condition in rule.conditions {
                switch condition {
                case .from(let from): begins.insert(from)
                case .until(let end): times.insert(end)
                case .share(let share): begins.formUnion(share.steps.map(\.from))
                default: break
                }
            }
            times.formUnion(begins)
            times.formUnion([rule.deadline.requiredFrom, rule.deadline.requiredBy].compactMap(\.self))
            if rule.outcome == .recommended {
                for begin in begins where start <= begin {
                    times.formUnion(rule.deadline.due(firstSeen: begin).map { [$0] } ?? [])
                }
            }
        }
        return times.filter { start < $0 }
    }
}

extension GateRule {
    /// When devices at a place see the rule for the first time: as soon as it can apply to them.
    fileprivate func firstApplies(since start: Instant, place: (String) -> UInt32) -> Instant {
        conditions.reduce(start) { first, condition in
            switch condition {
            case .from(let from): return max(first, from)
            case .share(let share):
                let step = share.steps.first {
                    RolloutShare.includes(place: place(share.salt), hundredths: UInt64($0.hundredths))
                }
                return max(first, step?.from ?? first)
            default: return first
            }
        }
    }
}
