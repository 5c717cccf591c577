import Diagnostics
import ManifestVerifier

struct RuleChecks {
    let environment: EnvironmentPolicy
    /// The time, to tell dates that have passed; nil to leave that out.
    let time: Instant?
    let findings: FileFindings

    func check() {
        for policy in GatePolicy.all(of: environment) {
            let written = policy.rules.filter { !$0.isClassic }
            guard environment.documents.gate != nil else {
                reportUnreachable(policy, written)
                continue
            }
            for rule in policy.rules { checkTexts(rule, policy.platform) }
            checkShares(written, policy.platform)
            for rule in written { checkDates(rule) }
            for rule in written where rule.isBlock { checkEnd(of: rule, among: written, policy.platform) }
            reportNotCarried(written, policy.platform)
        }
    }

    private func reportUnreachable(_ policy: GatePolicy, _ rules: [RulePolicy]) {
        guard let first = rules.first else { return }
        findings.add(
            .rulesUnreachable,
            "\(policy.platform.rawValue) has rules, and environment \"\(environment.name)\" has no document for them",
            at: first.position,
            hint: "add \"gate\": \"gate/{platform}.json\" to \"documents\", or set \"rules\": null here")
    }

    private func checkTexts(_ rule: RulePolicy, _ platform: Platform) {
        // An availability document cannot be without them; that is an error already.
        guard !rule.isClassic || environment.documents.availability == nil else { return }
        let needed: RuleText? =
            switch rule.outcome {
            case .available: nil
            case .recommended, .required: .description
            case .maintenance: .message
            }
        guard let needed, rule.texts[needed] == nil else { return }
        findings.add(
            .ruleTextMissing,
            "rule \"\(rule.id)\" of \(platform.rawValue) tells people nothing: it has no \"\(needed.rawValue)\"",
            at: rule.position, about: rule.identity(on: platform, quoting: needed.rawValue),
            hint: "add one, a key of the string catalog or texts by language; apps have only words of their own for it")
    }

    private func checkShares(_ rules: [RulePolicy], _ platform: Platform) {
        var salts: [String: (share: RolloutShare, rule: RulePolicy)] = [:]
        for rule in rules {
            for condition in rule.conditions {
                guard case .share(let share) = condition.value else { continue }
                if let (message, hint) = Self.problem(share, of: rule) {
                    findings.add(
                        .shareSteps, "the share of rule \"\(rule.id)\" \(message)", at: condition.position,
                        about: rule.identity(on: platform, quoting: message), hint: hint)
                }
                guard let other = salts[share.salt] else {
                    salts[share.salt] = (share, rule)
                    continue
                }
                guard other.share.steps != share.steps else { continue }
                findings.add(
                    .saltReused, "rules \"\(other.rule.id)\" and \"\(rule.id)\" share the salt \"\(share.salt)\"",
                    at: condition.position, about: rule.identity(on: platform, quoting: share.salt),
                    hint:
                        "the same devices would be first in both: give each roll-out a salt of its own, such as its version"
                )
            }
        }
    }

    private static func problem(_ share: RolloutShare, of rule: RulePolicy) -> (message: String, hint: String)? {
        var end: Instant?
        for case .until(let until) in rule.conditions.map(\.value) { end = until }
        if share.steps.allSatisfy({ $0.hundredths == 0 }) {
            return ("is 0 % at every step: the rule is for no one", "raise a step, or leave the rule out")
        }
        if let (former, next) = share.firstShrinking {
            return (
                "goes back from \(former.percentage) % to \(next.percentage) % at \(next.from)",
                "devices that have matched would no longer: to stop a roll-out, take the later steps away"
            )
        }
        if let end, let late = share.steps.first(where: { $0.from >= end }) {
            return ("has a step at \(late.from), when the rule has ended", "put \"until\" later, or the step earlier")
        }
        guard let last = share.steps.last, last.hundredths < 10_000 else { return nil }
        return (
            "ends at \(last.percentage) %\(end.map { ", before \($0)" } ?? "")",
            "the others never match: add a last step with 100"
        )
    }

    private func checkDates(_ rule: RulePolicy) {
        guard let time else { return }
        for condition in rule.conditions {
            guard case .until(let end) = condition.value, end <= time else { continue }
            findings.add(
                .ruleDatePast, "rule \"\(rule.id)\" has ended, at \(end)", at: condition.position,
                hint: "leave the rule out")
            return
        }
        guard let last = rule.deadline.requiredBy, last <= time else { return }
        findings.add(
            .ruleDatePast, "rule \"\(rule.id)\" has required the update of everyone since \(last)", at: rule.position,
            hint: "write \"then\": \"required\" without its dates")
    }

    /// Blocks end by the clock, and everything else goes by rule time.
    private func checkEnd(of rule: RulePolicy, among rules: [RulePolicy], _ platform: Platform) {
        for condition in rule.conditions {
            guard case .until(let end) = condition.value else { continue }
            let next = rules.first { other in
                other.id != rule.id
                    && other.conditions.contains { if case .from(end) = $0.value { true } else { false } }
            }
            if let next {
                findings.add(
                    .ruleGap, "rule \"\(rule.id)\" of \(platform.rawValue) ends at \(end), when \"\(next.id)\" begins",
                    at: condition.position, about: rule.identity(on: platform, quoting: end.description),
                    hint:
                        "a device with an old document is told neither: put \"\(next.id)\" before \"\(rule.id)\", and leave "
                        + "\"until\" out")
            } else if rule.outcome == .required {
                findings.add(
                    .requiredUntil, "rule \"\(rule.id)\" of \(platform.rawValue) requires an update until \(end)",
                    at: condition.position, about: rule.identity(on: platform, quoting: end.description),
                    hint: "a user who sets the clock forward is not blocked: leave \"until\" out")
            }
        }
    }

    private func reportNotCarried(_ rules: [RulePolicy], _ platform: Platform) {
        let documents = environment.documents.othersThatDecide
        guard let first = rules.first, !documents.isEmpty else { return }
        findings.add(
            .ruleNotCarried,
            "\(documents.joined(separator: ", ")) say\(documents.count == 1 ? "s" : "") nothing of the rules of \(platform.rawValue): "
                + rules.map { "\"\($0.id)\"" }.listed(upTo: 10),
            at: first.position,
            hint: "apps that read no gate document know only the versions of the platform, such as minimumAppVersion")
    }
}

extension RulePolicy {
    package func identity(on platform: Platform, quoting text: String) -> ChangeIdentity {
        ChangeIdentity(at: "\(platform.rawValue).rules.\(id)", quoting: text)
    }
}
