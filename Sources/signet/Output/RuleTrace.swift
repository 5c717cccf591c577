import AppGate
import Diagnostics
import ManifestVerifier
import Plan

/// How the rules of one document came to a decision on one device: which one decided, and why those before it did not.
final class RuleTrace {
    let decision: Decision
    let time: Instant
    /// Since when, or from when on, the update is required; nil where no deadline is about it.
    let due: Instant?
    /// The rules before the one that decided, in order.
    let misses: [(rule: String, reason: String)]
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
        let firstSeen = circumstances.firstSeen.map { seen in
            Dictionary(document.rules.map { ($0.id, seen) }) { first, _ in first }
        }
        var misses: [(GateRule, RuleMiss)] = []
        func evaluation(_ times: RuleTime) -> RuleEvaluation {
            RuleEvaluation(
                document: document, device: device, time: times.time, ends: times.ends,
                firstSeen: firstSeen ?? [:], scope: circumstances.scope, store: store,
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
        var due = decision.update?.due
        if case .required = outcome, let rule, rule.outcome == .recommended {
            due = rule.deadline.due(firstSeen: min(circumstances.firstSeen ?? time, time))
        }
        self.due = due
        self.misses = misses.map { rule, miss in (rule.id, miss.words(rule, on: device.platform)) }
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
    fileprivate func words(_ rule: GateRule, on platform: Platform) -> String {
        switch self {
        case .scope(let part): return "it is for scope \"\(part)\", which is not asked for (--scope \(part))"
        case .notFetched: return "maintenance counts for 7 days after the document was signed"
        case .notObtainable: return "the device cannot get the update, and there is no text orElse for that"
        case .missingInStore: return "the store does not have the update yet"
        case .unknown(.unknown(let name)):
            return "apps do not know its condition \(name.quotedName), or cannot read it"
        case .unknown(let condition):
            let name = condition.name(on: platform)
            let isVersion = ["app", "build"].contains(name)
            return "\(condition.subject(on: platform)) is not known"
                + (isVersion ? ", or begins with no number" : "") + " (--\(name))"
        case .fails(let condition):
            let name = condition.name(on: platform)
            let written = rule.conditions.first { $0.name(on: platform) == name } ?? condition
            return "it says \(written.words(on: platform))"
        }
    }
}
