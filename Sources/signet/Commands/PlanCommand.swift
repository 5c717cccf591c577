import Diagnostics
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

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
        (request.kept, request.populations) = (try arguments.kept, arguments.values("--population"))
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

/// Reads what a page shows beside the plan: the documents with the signatures of the built trees.
enum PageReading {
    /// The page of a plan; nil when a tree was refused, which was said.
    static func page(of plan: Plan, _ request: PlanRequest, _ terminal: Terminal) async throws -> PlanPage? {
        let keys = try TrustedKeys.reading(request.policy.keys)
        let output = request.policy.output.trimmingSlashes
        var environments: [PageEnvironment] = []
        var embedding = Embedding()
        for environment in plan.environments {
            let name = environment.name
            let rendered = plan.rendered?.environments.first { $0.policy.name == name }
            let progress: @Sendable (Int, Int) -> Void = { terminal.progress("\(name): verifying", $0, of: $1) }
            let outcome =
                if let rendered {
                    try await PageTree.read(
                        rendered, in: output, keys: keys, embedding: &embedding, progress: progress)
                } else {
                    try await PageTree.read(
                        name, at: request.tree ?? output, keys: keys, embedding: &embedding, progress: progress)
                }
            switch outcome {
            case .refused(let report, let path):
                VerificationOutput.show(report.refusals, below: path, terminal)
                return nil
            case .read(let tree):
                if let note = tree.note { terminal.note(note) }
                environments.append(PageEnvironment(environment, documents: tree.documents, tree: tree))
            }
        }
        return PlanPage(plan, environments, toolVersion: Signet.version)
    }
}

/// Where a page is written: a new file, or one that is a page already.
struct PageFile {
    private let folder: Folder
    private let name: String

    /// Fails before anything is read or downloaded when there is something else in the place.
    init(_ path: String) throws {
        let (parent, name) = path.parentAndName
        (folder, self.name) = (try Folder(path: parent), name)
        switch folder.kind(of: name) {
        case nil: break
        case .file?:
            guard try folder.file(name).chunk(Self.start.count) == Self.start else {
                throw ErrorReport(
                    .cannotCreate, "\(path): is there, and is not a page that signet can replace",
                    hint: "name another file with --page")
            }
        case .link?: throw FileError(path, .write, .symbolicLink)
        case .folder?, .other?: throw FileError(path, .write, .notAFile)
        }
    }

    func write(_ page: [UInt8]) throws { try folder.replace(name, page) }

    private static let start = Array("<!DOCTYPE html>".utf8)
}
