import Diagnostics
import ManifestVerifier

/// Finds rules that never decide, because earlier ones always do, and demands that earlier ones turn into advice.
///
/// What is found is certain; what depends on more than the conditions of each kind by itself is not found.
struct ShadowedRules {
    let policy: GatePolicy
    let findings: FileFindings

    func check() {
        guard policy.rules.reduce(0, { $0 + $1.valueCount }) <= Limits.comparedRuleValues else { return }
        let rules = policy.rules.map(ComparedRule.init)
        for (index, rule) in rules.enumerated() {
            let cover = cover(of: rule, rules[..<index].filter { $0.alwaysDecides(before: rule) })
            if !cover.isEmpty, !rule.rule.isClassic || isReplacing(rule, cover) {
                report(
                    rule, cover, "never decides: \(names(cover)) always decide\(cover.count == 1 ? "s" : "") before it",
                    hint: "put this one before, or leave it out")
            } else if cover.isEmpty, rule.rule.outcome == .required {
                let advising = self.cover(of: rule, rules[..<index].filter { $0.rule.outcome == .recommended })
                guard let first = advising.first else { continue }
                report(
                    rule, advising,
                    "requires an update that \(names(advising)) only advise\(advising.count == 1 ? "s" : ""), before it",
                    hint: "leave these versions out of \"\(first.rule.id)\", or make it required")
            }
        }
    }

    private func report(_ rule: ComparedRule, _ others: [ComparedRule], _ message: String, hint: String) {
        findings.add(
            .ruleShadowed, "rule \"\(rule.rule.id)\" of \(policy.platform.rawValue) \(message)", at: rule.rule.position,
            about: rule.rule.identity(on: policy.platform, quoting: others.map(\.rule.id).joined(separator: ", ")),
            hint: "the first rule that matches decides: \(hint)")
    }

    private func names(_ rules: [ComparedRule]) -> String {
        rules.map { "\"\($0.rule.id)\"" }.listed(upTo: 3)
            + (rules.first?.rule.position.map { " (\(findings.file):\($0))" } ?? "")
    }

    /// Whether a classic member is switched off by rules: that others say the same earlier, with more words, is usual.
    private func isReplacing(_ rule: ComparedRule, _ cover: [ComparedRule]) -> Bool {
        cover.allSatisfy { !$0.rule.isClassic } && cover.contains { $0.rule.outcome == .available }
    }

    /// Rules of which one matches wherever this one does; empty when there are none.
    private func cover(of rule: ComparedRule, _ deciding: [ComparedRule]) -> [ComparedRule] {
        for kind in RuleAttribute.versions {
            let candidates = deciding.filter { rule.implies($0, except: kind) }
            if let one = candidates.first(where: { rule.implies($0, kind) }) { return [one] }
            guard let own = rule.versions[kind], candidates.count > 1 else { continue }
            let all = VersionSet(candidates.flatMap { $0.rule.patterns[kind] ?? [] })
            if own.isSubset(of: all) { return candidates }
        }
        return []
    }
}

private struct ComparedRule {
    let rule: RulePolicy
    let versions: [RuleAttribute: VersionSet]

    init(_ rule: RulePolicy) {
        (self.rule, versions) = (rule, rule.patterns.mapValues(VersionSet.init))
    }

    /// Whether this rule decides wherever both match, in every state of the store and of the network.
    func alwaysDecides(before other: ComparedRule) -> Bool {
        if let scope = rule.scope, other.rule.scope != scope { return false }
        switch rule.outcome {
        case .available, .required: return true
        case .maintenance: return other.rule.outcome == .maintenance
        case .recommended:
            // It is skipped where the update cannot be had; then the other one must be, too.
            return other.rule.outcome == .recommended && !other.rule.isDemand
                && (rule.texts[.orElse] != nil || other.rule.texts[.orElse] == nil)
        }
    }

    /// Whether this rule's versions of a kind are all among another's; also when that one names none.
    func implies(_ other: ComparedRule, _ kind: RuleAttribute) -> Bool {
        guard let theirs = other.versions[kind] else { return true }
        return versions[kind]?.isSubset(of: theirs) ?? false
    }

    /// Whether another rule's conditions hold wherever this one's do, those of one kind aside.
    func implies(_ other: ComparedRule, except kind: RuleAttribute) -> Bool {
        RuleAttribute.versions.allSatisfy { $0 == kind || implies(other, $0) }
            && other.rule.conditions.allSatisfy { theirs in
                theirs.value.isVersion || rule.conditions.contains { $0.value.implies(theirs.value) }
            }
    }
}

extension RulePolicy {
    var valueCount: Int { conditions.reduce(1) { $0 + $1.value.valueCount } }
}

extension GateCondition {
    fileprivate var valueCount: Int {
        switch comparison {
        case .versions(_, let patterns): patterns.count
        case .names(_, let words): words.count
        case .share(let share): share.steps.count
        case .from, .until, .unknown: 1
        }
    }

    fileprivate var isVersion: Bool {
        if case .versions = comparison { true } else { false }
    }

    /// Whether another condition of the same kind holds wherever this one does.
    fileprivate func implies(_ other: GateCondition) -> Bool {
        switch (self, other) {
        case (.channel(let own), .channel(let theirs)), (.region(let own), .region(let theirs)):
            own.allSatisfy { word in theirs.contains { $0.hasSameBytes(as: word) } }
        case (.model(let own), .model(let theirs)):
            own.allSatisfy { model in theirs.contains { model.isModel($0) } }
        case (.from(let own), .from(let theirs)): theirs <= own
        case (.until(let own), .until(let theirs)): own <= theirs
        case (.share(let own), .share(let theirs)):
            own.salt == theirs.salt
                && (own.steps + theirs.steps).allSatisfy { step in
                    own.hundredths(at: step.from) <= theirs.hundredths(at: step.from)
                }
        default: false
        }
    }
}

extension String {
    /// Whether every model that this names is named by another one, which may end in `*`.
    fileprivate func isModel(_ other: String) -> Bool {
        guard other.utf8.last == UInt8(ascii: "*") else { return hasSameBytes(as: other) }
        let own = utf8.last == UInt8(ascii: "*") ? utf8.dropLast() : utf8[...]
        return own.starts(with: other.utf8.dropLast())
    }
}
