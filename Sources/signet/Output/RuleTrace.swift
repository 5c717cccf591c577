import AppGate
import Diagnostics
import ManifestVerifier
import Plan

/// How the rules of one document came to a decision on one device: which one decided, and why those before it did not.
struct RuleTrace {
    struct Miss {
        let rule: String
        let reason: String
    }

    let decision: Decision
    let time: Instant
    /// Since when, or from when on, the update is required; nil where no deadline is about it.
    let due: Instant?
    /// The rules before the one that decided, in order.
    let misses: [Miss]
    /// The elements that are no rules for this client.
    let unusable: [String]
    /// What devices are told at that time if the document is not signed again by then, where that is something else.
    let asSigned: Decision?

    /// - Parameters:
    ///   - signed: the signed date of the document, if it is known.
    ///   - now: the clock, where no other time is asked about.
    init(
        _ document: GateDocument, for device: Device, _ circumstances: RuleCircumstances, store: StoreVersion?,
        signed: SignedDate?, now: Instant
    ) {
        let device = circumstances.completing(device)
        let present = signed.map { RuleTime(of: $0, clock: circumstances.at ?? now) }
        let asked = circumstances.at.map { RuleTime(signedAt: max($0, signed?.instant ?? $0)) }
        let times = asked ?? present ?? RuleTime(signedAt: now)
        time = times.time
        let place = circumstances.place
        var misses: [(GateRule, RuleMiss)] = []
        func evaluation(_ times: RuleTime) -> RuleEvaluation {
            RuleEvaluation(
                document: document, device: device, time: times.time, ends: times.ends,
                firstSeen: circumstances.firstSeen(document, at: times.time), scope: circumstances.scope, store: store,
                isFetched: times.isRecent,
                places: place.map { place in document.rollouts.mapValues { _ in place.number } } ?? [:])
        }
        let (outcome, rule) = evaluation(times).run { misses.append(($0, $1)) }
        let decision = Decision(outcome, source: .fetched, asOf: signed, rule: rule?.id)
        self.decision = decision
        asSigned = present.flatMap { present in
            let (outcome, rule) = evaluation(present).run()
            let other = Decision(outcome, source: .fetched, asOf: signed, rule: rule?.id)
            return other.rule == decision.rule && other.word == decision.word ? nil : other
        }
        let firstSeen = circumstances.firstSeen(document, at: time)
        var due = decision.update?.due
        if case .required = outcome, let rule, rule.outcome == .recommended {
            due = rule.deadline.due(firstSeen: min(firstSeen[rule.id] ?? time, time))
        }
        self.due = due
        let time = time
        self.misses = misses.map { rule, miss in Miss(rule: rule.id, reason: miss.words(device, at: time, place)) }
        unusable = document.unusable.map { rule in
            "rules[\(rule.index)]" + (rule.id.map { " \"\($0)\"" } ?? "") + " is skipped by apps: \(rule.reason)"
        }
    }

    var lines: [String] {
        var lines = ["at \(time.words): " + (decision.rule.map { "rule \"\($0)\" decides" } ?? "no rule decides")]
        lines += misses.map { "rule \"\($0.rule)\" does not: \($0.reason)" }
        lines += unusable
        if let asSigned {
            lines.append(
                "if it is signed again by then; as it is signed now, devices are told: \(asSigned.word.rawValue)"
                    + (asSigned.rule.map { ", by rule \"\($0)\"" } ?? ""))
        }
        return lines
    }

    /// What is said behind the outcome of a deadline: `, required from 8 December 2026 00:00 UTC`.
    var deadline: String {
        guard let due else { return "" }
        return (decision.isBlocked ? ", required since " : ", required from ") + due.words
    }
}

extension RuleMiss {
    /// Why a rule did not decide, as a phrase.
    fileprivate func words(_ device: Device, at time: Instant, _ place: RolloutPlace?) -> String {
        switch self {
        case .scope(let part): return "it is for scope \"\(part)\", which is not asked for (--scope \(part))"
        case .notFetched: return "maintenance counts for 7 days after the document was signed"
        case .notObtainable: return "the device cannot get the update, and there is no text orElse for that"
        case .missingInStore: return "the store does not have the update yet"
        case .unknown(let condition): return device.unknown(condition)
        case .fails(.share(let share)): return share.miss(at: time, place)
        case .fails(let condition): return device.miss(condition)
        }
    }
}

extension RolloutShare {
    fileprivate func miss(at time: Instant, _ place: RolloutPlace?) -> String {
        guard let step = steps.last(where: { $0.from <= time }) else {
            return "its roll-out begins on \(steps[0].from.words)"
        }
        let who = place.map { "the device, at \($0)," } ?? "the device"
        let next = steps.first { time < $0.from }.map { "; \($0.percentage)% from \($0.from.words)" } ?? ""
        return "\(who) is not in the first \(step.percentage)% of roll-out \"\(salt)\"\(next)"
    }
}

extension Device {
    fileprivate func miss(_ condition: GateCondition) -> String {
        func versions(_ value: String, _ patterns: [VersionPattern]) -> String {
            "\(condition.subject(on: platform)) is \(value), not \(patterns.map(\.words).alternatives)"
        }
        func names(_ value: String?, _ names: [String]) -> String {
            "\(condition.subject(on: platform)) is \((value ?? "").quotedName), not "
                + names.map(\.quotedName).alternatives
        }
        switch condition {
        case .app(let patterns): return versions(version?.spelling ?? "", patterns)
        case .build(let patterns): return versions(build?.spelling ?? "", patterns)
        case .system(let patterns):
            switch system {
            case .ios(let version): return versions(version.spelling, patterns)
            case .android(let sdk): return versions("\(sdk)", patterns)
            }
        case .channel(let values): return names(channel, values)
        case .region(let values): return names(region, values)
        case .model(let values): return names(model, values)
        case .from(let start): return "it begins on \(start.words)"
        case .until(let end): return "it ended on \(end.words)"
        case .share, .unknown: return "it does not hold"
        }
    }

    /// What is not known of this device, or what this client does not understand.
    fileprivate func unknown(_ condition: GateCondition) -> String {
        func unread(_ value: InstalledVersion?, _ flag: String) -> String {
            let subject = condition.subject(on: platform)
            return value.map { "\(subject), \"\($0)\", does not begin with a number" }
                ?? "\(subject) is not known (\(flag))"
        }
        switch condition {
        case .app: return unread(version, "--app")
        case .build: return unread(build, "--build")
        case .channel, .region, .model:
            return "\(condition.subject(on: platform)) is not known (--\(condition.name(on: platform)))"
        case .share: return "the place in roll-outs is not known (--share)"
        case .unknown(let name): return "apps do not know its condition \(name.quotedName), or cannot read it"
        case .system, .from, .until: return "\(condition.subject(on: platform)) is not known"
        }
    }
}
