import Diagnostics
import ManifestVerifier
import Plan
import Policy

/// How a plan is shown, by every command that makes one.
enum PlanOutput {
    /// What is wrong and what refuses, on standard error. What publishing needs acknowledged is an error here.
    static func sayFindings(of plan: Plan, _ terminal: Terminal) {
        let (warnings, placeholders) = (Set(plan.strictWarnings), Set(plan.placeholders))
        let listed = Set(plan.environments.flatMap(acknowledgeable))
        for finding in plan.allFindings {
            say(
                finding, isRefused: finding.needsAcknowledgement || placeholders.contains(finding),
                always: warnings.contains(finding), hasEntry: !listed.contains(finding), terminal)
        }
        for environment in plan.environments {
            for refusal in environment.refusals { terminal.error(refusal.at(environment.name.rawValue)) }
        }
    }

    /// A finding of a change; that a minimum blocks is what the first lines say.
    static func say(
        _ finding: Finding, isRefused: Bool, always: Bool = false, hasEntry: Bool = true, _ terminal: Terminal
    ) {
        guard finding.code != .devicesBlocked else { return terminal.tellPrograms(Remark(finding)) }
        terminal.say(Remark(finding, as: isRefused ? .error : nil, hasEntry: hasEntry), always: always)
    }

    /// The first lines of an environment, for a command that does more than plan.
    static func showFirstLines(of plan: EnvironmentPlan?, _ terminal: Terminal) {
        guard let plan, plan.verdict != .alone, plan.verdict != .nothing else { return }
        terminal.summaryLines(plan.lines())
    }

    /// The verdicts with what changes, what is compared first.
    static func verdictLines(of plan: Plan) -> [String] {
        let compared = plan.environments.filter { $0.verdict != .alone }
            .sorted { $0.verdict.weight < $1.verdict.weight }
        let width = compared.map(\.name.rawValue.count).max() ?? 0
        return compared.flatMap { $0.lines(nameWidth: width) }
    }

    /// What refuses, and the next step.
    static func lastLines(of plan: Plan) -> [String] {
        let isAlone = plan.environments.allSatisfy { $0.verdict == .alone }
        return [refusal(of: plan) ?? (isAlone ? aloneLine(plan) : nil)].compactMap(\.self)
            + plan.environments.flatMap(entries) + nextLine(plan)
    }

    /// `refused: 2 changes need acknowledgement, 1 limit is exceeded`
    private static func refusal(of plan: Plan) -> String? {
        guard plan.isRefused else { return nil }
        let needed = plan.environments.reduce(0) { $0 + $1.needed.count }
        let uncounted = plan.environments.count { $0.uncounted != nil }
        let limits = plan.environments.reduce(0) { $0 + $1.refusals.count } - uncounted
        let (errors, warnings) = (plan.errors.count, plan.strictWarnings.count)
        let parts = [
            errors > 0 ? errors.counted("error") : nil,
            plan.placeholders.isEmpty ? nil : plan.placeholders.count.counted("placeholder"),
            needed > 0 ? needed.counted("finding") + (needed == 1 ? " needs" : " need") + " acknowledgement" : nil,
            limits > 0 ? limits.counted("limit") + (limits == 1 ? " is" : " are") + " exceeded" : nil,
            uncounted > 0 ? "devices could not be counted" : nil,
            warnings > 0 ? warnings.counted("warning") + ", and --strict is on" : nil,
        ]
        return "refused: " + parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func aloneLine(_ plan: Plan) -> String {
        let warnings = plan.allFindings.count { $0.severity == .warning }
        return "no errors, \(warnings == 0 ? "no warnings" : warnings.counted("warning")); compared with nothing"
    }

    /// The entries that the policy lacks, ready to paste.
    private static func entries(of environment: EnvironmentPlan) -> [String] {
        let entries = acknowledgeable(environment).compactMap(\.allowEntry)
        return entries.isEmpty ? [] : ["into \"allow\" of \"\(environment.name)\": \(entries.joined(separator: ", "))"]
    }

    private static func acknowledgeable(_ environment: EnvironmentPlan) -> [Finding] {
        environment.findings.filter { $0.needsAcknowledgement || $0.severity == .error }
    }

    /// The commands that publish some of several environments: `signet publish`, once for each by its name.
    static func publishing(_ names: [EnvironmentName], of count: Int) -> String {
        guard count > 1, !names.isEmpty else { return "signet publish" }
        return names.map { "signet publish --environment \($0)" }.joined(separator: ", ")
    }

    private static func nextLine(_ plan: Plan) -> [String] {
        let changed = plan.environments.filter { $0.verdict != .nothing }.map(\.name)
        let step =
            if !plan.errors.isEmpty {
                "end the errors, and plan again"
            } else if !plan.placeholders.isEmpty {
                "put your own addresses in their place, and plan again"
            } else if plan.environments.contains(where: { $0.uncounted != nil }) {
                "end what keeps devices from being counted, and plan again"
            } else if plan.environments.contains(where: { !$0.refusals.isEmpty }) {
                "block fewer devices, or allow more; then plan again"
            } else if let code = plan.environments.lazy.flatMap(\.needed).first(where: { $0.allowEntry == nil })?.code {
                "find out why; once it is meant, signet publish --allow \(code.rawValue) acknowledges it at a terminal"
            } else if plan.isRefused {
                "if all of it is meant, acknowledge it; else change the policy; then plan again"
            } else if plan.environments.allSatisfy({ $0.verdict == .alone }) {
                "signet plan compares it with what is live"
            } else if plan.environments.allSatisfy({ $0.verdict == .nothing }) {
                "nothing changes; signet build and signet publish renew signatures, and send again what is missing"
            } else {
                (plan.rendered == nil ? "" : "signet build, then ") + publishing(changed, of: plan.environments.count)
            }
        return ["next: \(step)"]
    }
}
