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

        Renders every document of the policy, signs each body, verifies every signature,
        and puts the finished tree into output/ENVIRONMENT in one step. Documents that
        did not change keep their signatures to the byte, if the active key made them. A
        former tree gives signatures and a comparison, and decides nothing of what is
        signed. When something is wrong, nothing is written; what may be wrong is a
        warning. It finds all that "signet plan" finds.

        With --starter it builds a policy to look at as environment "development",
        signed with a development key that it makes on the spot.
        """,
        .flags([
            .policy, .keys, .output.saying("where the trees go (output)"),
            .environment.saying("build only this environment").repeatable,
            Flag(
                "--previous PLACE",
                "compare with a tree, and keep its signatures instead of those in output/: \"live\" for what the "
                    + "environment's publishTo or origin serves, a folder, a folder of trees, an https address, "
                    + "or s3://BUCKET/PREFIX; from an address, dated documents are always signed anew"),
            Flag("--fresh", "keep no signature: sign every document anew, each with a later date"),
            Flag(
                "--archives DIR|URL",
                "where archives of web bundles are that have to be signed and are neither in bundles/ nor in the "
                    + "former tree"),
            .signingTime, .strict,
            Flag(
                "--starter",
                "build the built-in policy instead of one of yours",
                excludes: ["--policy", "--environment"]),
            Flag(
                "--check",
                "write nothing, use no private key; exit 1 if output/ is not what the policy gives or a signature "
                    + "in it does not verify"),
            Flag(
                "--unsigned",
                "use no key: render bodies and an index for review, which \"signet sign --publication\" signs "
                    + "elsewhere, to the byte",
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
        let policy = try arguments.policyRequest(
            previous: arguments.value("--previous"), isUnsigned: arguments.has("--unsigned"),
            time: arguments.ruleTime)
        if arguments.has("--check") { return try await check(policy, terminal) }

        let request = BuildRequest(
            policy, archives: arguments.value("--archives"), isFresh: arguments.has("--fresh"),
            isStrict: arguments.has("--strict"), date: try arguments.date, now: try arguments.now,
            passphrase: policy.isUnsigned ? nil : arguments.passphrase)
        let builder = Builder(request) { event in BuildOutput.show(event, terminal) }
        if policy.isUnsigned {
            BuildOutput.show(try await builder.buildUnsigned(), terminal)
        } else {
            BuildOutput.show(try await builder.build(), terminal)
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
