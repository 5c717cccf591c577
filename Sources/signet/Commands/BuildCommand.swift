import ManifestGenerator
import ManifestPolicy
import ManifestVerifier
import PublicationTree

enum BuildCommand: Command {
    static let name = "build"
    static let summary = "policy → signed tree in output/"
    static let flags: [Flag] = [
        .value("--policy"), .value("--keys"), .value("--output"), .value("--environment", isRepeatable: true),
        .value("--previous"), .value("--archives"), .value("--at"), .option("--fresh"), .option("--check"),
        .option("--unsigned"), .option("--strict"), .option("--starter"),
        .value("--format"), .option("--json"), .option("--quiet"),
    ]
    static let annotates = true
    static let help = """
        signet build

        Renders every document of the policy, signs each body, verifies every signature,
        and puts the finished tree into output/ENVIRONMENT in one step. Documents that
        did not change keep their signatures to the byte, if the active key made them. A
        former tree gives signatures and a comparison, and decides nothing of what is
        signed. When something is wrong, nothing is written; what may be wrong is a
        warning. It finds all that "signet lint" finds.

        With --starter it builds a policy to look at as environment "development",
        signed with a development key that it makes on the spot.

          --policy FILE       the policy (policy.json)
          --keys DIR          the key ring and its keys (keys)
          --output DIR        where the trees go (output)
          --environment NAME  build only this environment; may be repeated
          --previous PLACE    compare with a tree, and keep its signatures instead of
                              those in output/: "live" for what the environment's
                              publishTo or origin serves, a folder, a folder of trees,
                              an https address, or s3://BUCKET/PREFIX; from an address,
                              dated documents are always signed anew
          --fresh             keep no signature: sign every document anew, each with a
                              later date
          --archives DIR|URL  where archives of web bundles are that have to be signed
                              and are neither in bundles/ nor in the former tree
          --at TIME           the date to sign, like 2026-08-03T22:59:35Z (now)
          --strict            refuse warnings, too
          --starter           build the built-in policy instead of one of yours
          --check             write nothing, use no private key; exit 1 if output/ is
                              not what the policy gives or a signature in it does not
                              verify
          --unsigned          use no key: render bodies and an index for review, which
                              "signet sign --publication" signs elsewhere, to the byte
          --format github     show findings beside the lines of a pull request, too
          --json              the result as JSON
          --quiet             only errors

        A private key that is encrypted is opened with the passphrase in
        SIGNET_KEY_PASSPHRASE, a token with the PIN in SIGNET_PIN or in the file that
        SIGNET_PIN_FILE names.

        Example:
          signet build --environment production && signet verify output/production
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        if arguments.has("--unsigned") {
            for flag in ["--check", "--at", "--fresh", "--archives"] where arguments.has(flag) {
                throw arguments.usage("\(flag) and --unsigned exclude each other")
            }
        }
        let policy = PolicyRequest(
            source: try source(arguments), environments: arguments.values("--environment"), keys: arguments.keys,
            output: arguments.output, previous: arguments.value("--previous"),
            isUnsigned: arguments.has("--unsigned"), variables: arguments.variables, time: try arguments.ruleTime)
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

    private static func source(_ arguments: Arguments) throws -> PolicySource {
        guard arguments.has("--starter") else {
            return .file(arguments.value("--policy") ?? Starter.policyName)
        }
        for flag in ["--policy", "--environment"] where arguments.has(flag) {
            throw arguments.usage("\(flag) and --starter exclude each other")
        }
        return .starter
    }

    // MARK: Checking

    private static func check(_ request: PolicyRequest, _ terminal: Terminal) async throws -> ExitCode {
        let reports = try await BuildCheck(request).check()
        let trees = reports.map { environment, report in
            [
                "environment": .string(environment.rawValue),
                "upToDate": .bool(report.refusals.isEmpty),
                "refusals": .array(report.refusals.map(VerificationOutput.json)),
            ] as JSONValue
        }
        terminal.result(["environments": .array(trees)])
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
