import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree

enum PlanCommand: Command {
    static let name = "plan"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let request = try request(arguments)
        let path = arguments.value("--page")
        let file = try path.map(PageFile.init)
        let plan = try await Plan.make(request)
        guard plan.isComplete else { throw PolicyRefusal.refused(plan.allFindings) }
        var page: PlanPage?
        if file != nil {
            page = try await PageReading.page(of: plan, request, terminal)
            // A tree in which anything does not verify is on no page.
            guard page != nil else { return .refused }
        }
        if !arguments.has("--markdown") { terminal.summaryLines(PlanOutput.verdictLines(of: plan)) }
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
            terminal.summaryLines(written + PlanOutput.lastLines(of: plan))
        }
        return plan.isRefused ? .refused : .done
    }

    private static func request(_ arguments: Arguments) throws -> PlanRequest {
        guard arguments.operands.count <= 2 else { throw arguments.usage("signet plan takes two trees at most") }
        let old = arguments.operands.first ?? EnvironmentPolicy.liveName
        let new = arguments.operands.dropFirst().first
        if let new, new.contains("://"), arguments.has("--page") {
            throw arguments.usage("--page shows the files of a tree, and NEW is an address")
        }
        if arguments.has("--base-list"), new != nil || old == PlanRequest.noneName {
            throw arguments.usage("--base-list says which shells of a policy are new, compared with an OLD")
        }
        if new != nil, old == PlanRequest.noneName { throw arguments.usage("NEW is a tree, which needs an OLD") }
        let policy = arguments.policyRequest(
            previous: old == PlanRequest.noneName ? nil : old, isUnsigned: false, time: try arguments.ruleTime)
        let limits = try limits(arguments)
        var request = PlanRequest(policy, date: try arguments.date)
        request.tree = new
        request.hasPolicy = new == nil || old == EnvironmentPolicy.liveName || arguments.hasPolicy
        (request.baseRing, request.baseList) = (arguments.value("--base-ring"), arguments.value("--base-list"))
        (request.kept, request.populations) = (arguments.value("--against"), arguments.values("--population"))
        (request.limits, request.isStrict) = (limits, arguments.has("--strict"))
        return request
    }

    private static func limits(_ arguments: Arguments) throws -> [PlanLimit] {
        try PlanLimit.Subject.allCases.compactMap { subject in
            try arguments.value("--\(subject.rawValue)", is: "a number of devices or a percentage like 0.5%") {
                DeviceLimit($0).map { PlanLimit(subject, $0) }
            }
        }
    }
}
