import AppGate
import ManifestVerifier

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
