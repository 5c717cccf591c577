import FoundationEssentials
import ManifestFormat
import ManifestGenerator
import ManifestPublisher
import ManifestVerifier
import PublicationTree

/// `signet publish`
enum PublishCommand: Command {
    static let name = "publish"
    static let summary = "tree → bucket or static host, then check it live"
    static let flags: [Flag] = [
        .value("--environment"), .value("--to"), .value("--output"), .value("--keys"), .value("--policy"),
        .value("--allow", isRepeatable: true), .value("--endpoint-url"), .value("--cloudfront"), .option("--dry-run"),
        .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet publish --environment NAME --to s3://BUCKET/PREFIX

        Uploads the tree in output/NAME with the aws command line, which brings credentials, roles and
        regions. The tree is verified first and held against what is live: a lowered minimum, a removed
        document and the like need --allow. Only what differs is sent, each body together with its
        headers in one request; documents before the index, which is sent only when all of them are there.

          --environment NAME  the tree to publish
          --to PLACE          s3://BUCKET or s3://BUCKET/PREFIX
          --allow CODE        publish although this takes something away from apps; may be repeated:
                              \(LintCode.allowable.prefix(4).map(\.rawValue).joined(separator: ", ")),
                              \(LintCode.allowable.dropFirst(4).map(\.rawValue).joined(separator: ", "))
          --dry-run           only show what would be done

          --endpoint-url URL  another endpoint than Amazon's, for services that speak S3
          --cloudfront ID     the distribution that is to forget the paths that change

          --output DIR        where the trees are (output)
          --keys DIR          the key ring (keys)
          --policy FILE       the policy (policy.json), for its resignAfter, if it is there
          --json              the result as JSON
          --quiet             only errors

        Example:
          signet publish --environment production --to s3://example-distribution --dry-run
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws(ErrorReport) -> ExitCode {
        try arguments.refuseOperands()
        guard let environment = try arguments.environment else {
            throw arguments.usage("which environment? name it with --environment")
        }
        guard let target = arguments.value("--to") else { throw arguments.usage("where to? --to s3://BUCKET/PREFIX") }
        guard let address = BucketAddress(target) else {
            throw arguments.usage("--to \(target) is no s3://BUCKET or s3://BUCKET/PREFIX")
        }
        let allowed = try allowed(arguments)
        let invalidation = try invalidation(arguments)
        guard environment != DevelopmentKey.environment else {
            throw PublishError.developmentEnvironment.report
        }
        let keys = try await reporting { () throws(KeyFolderError) in try TrustedKeys.reading(arguments.keys) }
        let tree = try await reporting { () throws(FileError) in
            try TreeFolder(Folder(path: "\(arguments.output)/\(environment)"))
        }
        let local = try await reporting { () async throws(PublishError) in
            try await LocalTree(tree, environment: environment, keys: keys)
        }
        let publishing = BucketPublishing(
            local, to: address, endpoint: arguments.value("--endpoint-url"), keys: keys,
            variables: arguments.variables
        ) { verb, done, total in terminal.progress("\(environment): \(verb)", done, of: total) }
        let live = try await reporting { () async throws(PublishError) in try await publishing.readLive() }
        try await hold(local, against: live, allowed: allowed, keys: keys, terminal)

        let (now, resignAfter) = (try arguments.now, try await resignAfter(environment, arguments))
        let plan = try await reporting { () throws(PublishError) in
            try BucketPlan(local, live, now: now, resignAfter: resignAfter)
        }
        if !arguments.has("--dry-run") {
            try await reporting { () async throws(PublishError) in
                try await publishing.run(plan)
                try await invalidation?.run(plan.changedPaths, date: now)
            }
        }
        show(plan, of: address, isDone: !arguments.has("--dry-run"), arguments, terminal)
        return .done
    }

    private static func allowed(_ arguments: Arguments) throws(ErrorReport) -> Set<LintCode> {
        var allowed: Set<LintCode> = []
        for text in arguments.values("--allow") {
            guard let code = LintCode(rawValue: text), code.needsAllowance else {
                let codes = LintCode.allowable.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("--allow \(text) is none of \(codes)")
            }
            allowed.insert(code)
        }
        return allowed
    }

    private static func invalidation(_ arguments: Arguments) throws(ErrorReport) -> Invalidation? {
        guard let id = arguments.value("--cloudfront") else { return nil }
        guard let invalidation = Invalidation(distribution: id, variables: arguments.variables) else {
            throw arguments.usage("--cloudfront \(id) is no id of a distribution")
        }
        return invalidation
    }

    private static func resignAfter(
        _ environment: EnvironmentName, _ arguments: Arguments
    ) async throws(ErrorReport) -> Int64 {
        let path = arguments.value("--policy") ?? Starter.policyName
        guard arguments.has("--policy") || FileManager.default.fileExists(atPath: path) else {
            return PublishingTerms.resignAfter
        }
        let terms = try await reporting { () throws(PolicyError) in
            try PublishingTerms(environment, policy: path, keys: arguments.keys)
        }
        return terms?.resignAfter ?? PublishingTerms.resignAfter
    }

    /// Refuses what takes something away from apps, unless somebody allows it.
    private static func hold(
        _ local: LocalTree, against live: LiveTree, allowed: Set<LintCode>, keys: TrustedKeys, _ terminal: Terminal
    ) async throws(ErrorReport) {
        guard let publication = live.publication else {
            if live.isSomethingThere {
                terminal.warning(
                    "what is live has no index that a key of the ring signed; it is not compared with",
                    hint: "look at what is there before you replace it")
            }
            return
        }
        let findings = try await reporting { () throws(FileError) in
            try GuardRails.findings(local.tree, local.publication, against: live.tree, publication, keys: keys)
        }
        let refused = findings.filter { $0.code.needsAllowance && !allowed.contains($0.code) }
        for finding in findings where !refused.contains(finding) { FindingOutput.show(finding, terminal) }
        guard let first = refused.first else { return }
        for finding in refused.dropLast() {
            terminal.error(ErrorReport(.refused, "\(finding.message) [\(finding.code.rawValue)]", hint: finding.hint))
        }
        let codes = Set(refused.map(\.code.rawValue)).sorted().map { "--allow \($0)" }.joined(separator: " ")
        let last = refused.last ?? first
        throw ErrorReport(
            .refused, "\(last.message) [\(last.code.rawValue)]",
            hint: "nothing was sent; if that is what you want, publish with \(codes)")
    }

    // MARK: Output

    /// More objects than this are only counted.
    private static let listedObjects = 100

    private static func show(
        _ plan: BucketPlan, of address: BucketAddress, isDone: Bool, _ arguments: Arguments, _ terminal: Terminal
    ) {
        if arguments.has("--json") {
            func paths(_ paths: [String]) -> JSONValue { .array(paths.map { .string($0) }) }
            terminal.result(
                .object([
                    JSONMember("to", .string(address.description)),
                    JSONMember("dryRun", JSONValue(.bool(!isDone))),
                    JSONMember(
                        "sent",
                        .array(
                            plan.steps.map { step in
                                .object([
                                    JSONMember("path", .string(step.object.path)),
                                    JSONMember("reason", .string(step.reason.rawValue)),
                                ])
                            })),
                    JSONMember("removed", paths(plan.removed)),
                    JSONMember("same", paths(plan.same)),
                    JSONMember("stillValid", paths(plan.stillValid)),
                ]))
            return
        }
        if plan.steps.count <= listedObjects {
            for step in plan.steps {
                terminal.summary("\(isDone ? "sent" : "send")  \(step.object.path)  (\(step.reason.rawValue))")
            }
            for path in plan.removed { terminal.summary("\(isDone ? "removed" : "remove")  \(path)") }
        }
        let alone = plan.same.count + plan.stillValid.count
        terminal.summary(
            "\(address): \(plan.steps.count) \(isDone ? "sent" : "to send"), \(plan.removed.count) "
                + "\(isDone ? "removed" : "to remove"), \(alone) left alone")
    }
}
