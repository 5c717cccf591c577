import Diagnostics
import ManifestPolicy
import ManifestVerifier

/// `signet lint`
enum LintCommand: Command {
    static let name = "lint"
    static let summary = "everything wrong with the policy; writes nothing"
    static let flags: [Flag] = [
        .value("--policy"), .value("--keys"), .value("--environment", isRepeatable: true),
        .value("--previous"), .option("--strict"), .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet lint

        Finds everything that is wrong with the policy, its texts and its keys and, with
        --previous, what it would change for the apps that read another tree. Writes
        nothing and needs no private key. Each finding has a place, a reason and a code:
        file:line:column: error: reason [code]. Errors stop a build; warnings are for a
        person to look at; notes are to be known.

          --policy FILE       the policy (policy.json)
          --keys DIR          the key ring (keys)
          --previous PLACE    compare with a tree: "live" for what the environment's
                              publishTo or origin serves, a folder, a folder of trees, an
                              https address, or s3://BUCKET/PREFIX
          --environment NAME  look only at this environment; may be repeated
          --strict            warnings are errors
          --json              the findings as JSON
          --quiet             only errors

        A minimum above every version that there is, on purpose, says "demise": true
        beside its value. Names that stay in Latin letters in other scripts are listed
        at the top of the policy: "allowedNames": ["App Store", "Google Play"].

        Example:
          signet lint --strict --environment production
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        let request = PolicyRequest(
            source: .file(arguments.value("--policy") ?? Starter.policyName),
            environments: arguments.values("--environment"), keys: arguments.keys, output: arguments.output,
            previous: arguments.value("--previous"), isUnsigned: false, variables: arguments.variables)
        do {
            let report = try await PolicyLint(request).run()
            for environment in report.withoutTree { DiffOutput.noteNothing(environment, request.previous, terminal) }
            return show(report.findings, arguments, terminal)
        } catch let error as PolicyRefusal {
            return show(error.findings, arguments, terminal)
        }
    }

    private static func show(_ findings: [Finding], _ arguments: Arguments, _ terminal: Terminal) -> ExitCode {
        let isRefused = findings.contains {
            $0.severity == .error || (arguments.has("--strict") && $0.stopsStrict)
        }
        let code = isRefused ? ExitCode(PolicyRefusal.refused(findings).report.kind) : .done
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count { $0.severity == .warning }
        guard !arguments.has("--json") else {
            terminal.result(
                [
                    "errors": .integer(errors),
                    "warnings": .integer(warnings),
                    "findings": .array(findings.map(FindingOutput.json)),
                ])
            return code
        }
        for finding in findings {
            switch finding.severity {
            case .error: terminal.resultLines(FindingOutput.lines(finding))
            case .warning, .note: terminal.summaryLines(FindingOutput.lines(finding))
            }
        }
        terminal.summary("\(count(errors, "error")), \(count(warnings, "warning"))")
        return code
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number == 0 ? "no" : String(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
