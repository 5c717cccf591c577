import Diagnostics
import ManifestVerifier
import Plan
import Policy

enum LintCommand: Command {
    static let name = "lint"
    static let summary = "everything wrong with the policy; writes nothing"
    static let page: [HelpPart] = [
        """
        signet lint

        Finds everything that is wrong with the policy, its texts and its keys and, with
        --previous, what it would change for the apps that read another tree. Writes
        nothing and needs no private key. Each finding has a place, a reason and a code:
        file:line:column: error: reason [code]. Errors stop a build; warnings are for a
        person to look at; notes are to be known.
        """,
        .flags([
            .policy, .keys, .previous, .environment.saying("look only at this environment").repeatable,
            Flag("--at TIME", "the time, for the dates of rules (now)"),
            .strict.saying("warnings are errors"), .annotations, .json, .quiet,
        ]),
        """
        A minimum above every version that there is, on purpose, says "demise": true
        beside its value. Names that stay in Latin letters in other scripts are listed
        at the top of the policy: "allowedNames": ["App Store", "Google Play"].
        A warning that is meant goes into "allow", as its hint prints it.

        Example:
          signet lint --strict --environment production
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        let request = try arguments.policyRequest(
            previous: arguments.value("--previous"), isUnsigned: false, time: arguments.ruleTime)
        let report = try await PolicyLint(request).run()
        for environment in report.withoutTree {
            DiffOutput.noteNothing(environment, request.previous, terminal)
        }
        return show(report.findings, arguments, terminal)
    }

    private static func show(_ findings: [Finding], _ arguments: Arguments, _ terminal: Terminal) -> ExitCode {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count { $0.severity == .warning }
        terminal.result(Records.lint.json((errors, warnings)))
        guard errors == 0, !arguments.has("--strict") || !findings.contains(where: \.stopsStrict) else {
            return FindingOutput.refuse(.refused(findings), terminal)
        }
        for finding in findings { FindingOutput.show(finding, terminal) }
        terminal.summary("no errors, \(warnings == 0 ? "no" : String(warnings)) warning\(warnings == 1 ? "" : "s")")
        return .done
    }
}
