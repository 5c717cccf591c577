import ManifestGenerator
import ManifestVerifier
import Policy
import PublicationTree

enum BuildCommand: Command {
    static let name = "build"
    static let summary = "policy → signed tree in output/"
    static let page: [HelpPart] = [
        """
        signet build

        Renders every document of the policy, signs each body, verifies every signature
        and puts the tree into output/ENVIRONMENT in one step; if anything is wrong, it
        writes nothing. What did not change keeps its signatures. It finds all that
        "signet plan none" finds, and with --previous what "signet plan" finds of that
        tree.
        """,
        .flags([
            .policy, .keys, .output.saying("where the trees go (output)"),
            .environment.saying("build only this environment").repeatable,
            Flag(
                "--previous PLACE",
                "compare with this tree, and keep its signatures: \"live\", a folder, https://… or s3://…"),
            Flag("--fresh", "sign every document anew, each with a later date"),
            Flag("--archives DIR|URL", "where archives are that bundles/ and the former tree lack"),
            Flag(
                "--gateway DIR", "write below which versions a backend may refuse apps, as JSON and for nginx",
                excludes: ["--check", "--unsigned"]),
            .signingTime, .strict,
            Flag(
                "--starter",
                "build the built-in policy as environment \"development\", with a key of its own",
                excludes: ["--policy", "--environment"]),
            Flag(
                "--check",
                "only look, without a private key: exit 1 if output/ is not what the policy gives"),
            Flag(
                "--unsigned",
                "render for review, without a key; \"signet sign --publication\" signs it elsewhere",
                excludes: ["--check", "--at", "--fresh", "--archives"]),
            .annotations, .json, .quiet,
        ]),
        .secrets,
        """
        Example:
          signet build --environment production && signet verify output/production
        """,
    ]

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
        if policy.isUnsigned {
            BuildOutput.show(try await builder.buildUnsigned(), terminal)
        } else {
            let reports = try await builder.build()
            BuildOutput.show(reports, terminal)
            try writeGateway(reports, arguments, terminal)
        }
        return .done
    }

    // MARK: Checking

    private static func check(_ request: PolicyRequest, _ terminal: Terminal) async throws -> ExitCode {
        let reports = try await BuildCheck(request).check()
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
