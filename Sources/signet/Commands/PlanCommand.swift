import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

enum PlanCommand: Command {
    static let name = "plan"
    static let summary = "what changes for people, how many it blocks"
    static let page: [HelpPart] = [
        """
        signet plan [OLD [NEW]]

        Says what publishing would change: the verdict, then what changes, what blocks
        first, and what needs an entry of "allow". It finds all that is wrong with the
        policy, its texts and its keys. Writes nothing and needs no private key.

          OLD                 "live" (default): what the environment's publishTo or
                              origin serves; "none": the policy alone, offline; or a
                              tree, an https address, s3://BUCKET/PREFIX
          NEW                 a tree; without it, what the policy gives
        """,
        .flags([
            Flag(
                "--population [NAME=]FILE",
                "count the devices of this CSV, of environment NAME where there are several", isRepeatable: true),
            Flag("--max-blocked N", "refuse if more devices are newly blocked: 1200, 2%, 0.05%"),
            Flag("--max-cannot-obey N", "refuse if more of them cannot obey"),
            .strict, .against,
            Flag("--base-ring FILE", "the ring that was reviewed before, for OLD: a folder of keys or an export"),
        ]),
        .flags([
            Flag("--markdown", "for a pull request, below 65,536 bytes", excludes: ["--json"]), .annotations,
            Flag("--page FILE", "write a page for reviewers as well, with the signatures of the built trees"),
            .environment.repeatable, .json, .quiet.saying("only errors; the exit code tells"),
        ]),
        .detail([
            .flags([
                Flag("--at TIME", "the time from which rules count (now)"),
                Flag(
                    "--base-list FILE",
                    "the list of web bundles that was reviewed before, which says what shells are newly recorded"),
                .policy, .keys, .output,
            ])
        ]),
        """
        A population has the columns platform, os, app and devices and, if known, build,
        store, channel, region and model. It is counted at every moment at which rules
        decide otherwise; limits apply to the worst.

        Exit code 0 says that it can be published; 1 that something is refused.

        Example:
          signet plan --environment production
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let request = try request(arguments)
        let path = arguments.value("--page")
        let file = try path.map(PageFile.init)
        let plan = try await Plan.make(request)
        guard plan.isComplete else { throw PolicyRefusal.refused(plan.allFindings) }
        var page: PlanPage?
        if file != nil {
            page = try await PageReading.page(of: plan, request.policy, terminal)
            // A tree in which anything does not verify is on no page.
            guard page != nil else { return .refused }
        }
        PlanOutput.sayFindings(of: plan, terminal)
        for place in plan.unlisted { terminal.warnOfStrays(at: place) }
        if plan.hasUnknownShells, !arguments.has("--base-list") {
            terminal.note("--base-list FILE, the list that was reviewed before, says which recorded shells are new")
        }
        if let file, let page { try file.write(page.bytes) }
        terminal.result(Records.plan.json((plan, path, page)))
        if arguments.has("--markdown") {
            terminal.product(plan.markdown)
        } else {
            let written = page.map { ["wrote \(path ?? ""): \($0.summary)"] } ?? []
            terminal.summaryLines(PlanOutput.lines(of: plan) + written)
        }
        return plan.isRefused ? .refused : .done
    }

    private static func request(_ arguments: Arguments) throws -> PlanRequest {
        guard arguments.operands.count <= 2 else { throw arguments.usage("signet plan takes two trees at most") }
        let old = arguments.operands.first ?? EnvironmentPolicy.liveName
        let new = arguments.operands.dropFirst().first
        if new != nil, arguments.has("--page") {
            throw arguments.usage("--page shows what a policy gives, and NEW is a tree")
        }
        if arguments.has("--base-list"), new != nil || old == PlanRequest.noneName {
            throw arguments.usage("--base-list says which shells of a policy are new, compared with an OLD")
        }
        if new != nil, old == PlanRequest.noneName { throw arguments.usage("NEW is a tree, which needs an OLD") }
        return PlanRequest(
            arguments.policyRequest(
                previous: old == PlanRequest.noneName ? nil : old, isUnsigned: false, time: try arguments.ruleTime),
            tree: new, hasPolicy: new == nil || old == EnvironmentPolicy.liveName || arguments.hasPolicy,
            baseRing: arguments.value("--base-ring"), baseList: arguments.value("--base-list"),
            kept: arguments.value("--against"),
            populations: arguments.values("--population"), limits: try limits(arguments),
            isStrict: arguments.has("--strict"), date: try arguments.date)
    }

    private static func limits(_ arguments: Arguments) throws -> [PlanLimit] {
        try PlanLimit.Subject.allCases.compactMap { subject in
            try arguments.deviceLimit("--\(subject.rawValue)").map { PlanLimit(subject, $0) }
        }
    }
}
