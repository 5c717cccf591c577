import ManifestGenerator
import ManifestVerifier
import Policy
import PublicationTree

enum BuildCommand: Command {
    static let name = "build"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        try checkGateway(arguments)
        let policy = try arguments.policyRequest(
            previous: arguments.value("--previous"), isUnsigned: arguments.has("--unsigned"),
            time: arguments.ruleTime)
        if arguments.has("--check") { return try await check(policy, terminal) }

        let request = BuildRequest(
            policy, archives: arguments.value("--archives"), isFresh: arguments.has("--fresh"),
            isStrict: arguments.has("--strict"), date: try arguments.date, now: try arguments.now,
            secrets: arguments.secrets)
        let builder = Builder(request) { event in BuildOutput.show(event, terminal) }
        let reports = try await builder.build()
        BuildOutput.show(reports, terminal)
        try writeGateway(reports, arguments, terminal)
        return .done
    }

    private static func check(_ request: PolicyRequest, _ terminal: Terminal) async throws -> ExitCode {
        let reports = try await BuildCheck.run(request)
        terminal.result(Records.checkedTrees.json(reports))
        for (environment, report) in reports {
            let path = "\(request.output)/\(environment)"
            VerificationOutput.show(report.refusals, below: path, terminal)
            terminal.summary(
                report.refusals.isEmpty
                    ? "\(path): \(report.documents.count) documents are what the policy gives" : "\(path): refused")
        }
        return reports.allSatisfy(\.report.refusals.isEmpty) ? .done : .refused
    }
}
