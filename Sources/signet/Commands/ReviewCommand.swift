import Diagnostics
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

enum ReviewCommand: Command {
    static let name = "review"
    static let summary = "a self-contained page for reviewers"
    static let page: [HelpPart] = [
        """
        signet review

        Writes one HTML page for the reviewers of a change: what changes for people, in
        words; what needs acknowledgement; the findings; what people see; and every
        document with its signatures, the lines to check them with openssl and Python,
        and a button that verifies them again in the browser. The page loads nothing and
        can be read without scripts. Needs no private key.

        What is to be is what the policy gives. The signatures come from the built tree;
        where that is missing, unsigned or built from something else, the page says so.
        A tree in which anything does not verify is refused, and no page is written.
        """,
        .flags([
            Flag("-o FILE", "the page (review.html); - for standard output"),
            .policy, .keys, .output.saying("the folder of the built trees (output)"), .environment.repeatable,
            Flag(
                "--previous PLACE",
                "what it is compared with: \"live\" (default), what the environment's publishTo or origin serves; "
                    + "a folder, a folder of trees, an https address, or s3://BUCKET/PREFIX"),
            Flag(
                "--population [ENVIRONMENT=]FILE",
                "the devices there are, as for signet impact, once for each environment",
                isRepeatable: true),
            Flag("--at TIME", "the date of the page (now)"),
            .json.saying("what is on the page, in numbers"), .quiet,
        ]),
        """
        Example:
          signet review --environment production -o review.html
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        let file = arguments.value("-o") ?? "review.html"
        guard file != "-" || !arguments.has("--json") else {
            throw arguments.usage("-o - and --json both take standard output")
        }
        let place = file == "-" ? nil : try PageFile(file)
        guard let review = try await read(arguments, terminal) else { return .refused }
        let page = review.page
        guard let place else {
            terminal.product(String(decoding: page, as: UTF8.self))
            return .done
        }
        try place.write(page)
        terminal.result(Records.review.json((file, page, review.environments)))
        terminal.summary("wrote \(file): \(ReviewOutput(review).line), \(page.count.byteText)")
        return .done
    }

    // MARK: Reading

    /// Everything that the page shows; nil when a tree was refused, which was said.
    private static func read(_ arguments: Arguments, _ terminal: Terminal) async throws -> Review? {
        let date = try arguments.date
        let request = try arguments.policyRequest(
            previous: arguments.value("--previous") ?? EnvironmentPolicy.liveName, isUnsigned: false,
            time: arguments.ruleTime)
        let findings = Findings()
        let rendered = try await RenderedPolicy(request, findings)
        guard !findings.haveErrors else { throw PolicyRefusal.refused(findings.sorted) }
        let keys = try KeyFolder.open(request.keys)
        if arguments.has("--output") { _ = try Folder(path: request.output) }
        let populations = try ReviewPopulations(arguments, of: rendered.environments.map(\.policy.name))
        var environments: [ReviewedEnvironment] = []
        var embedding = Embedding()
        for environment in rendered.environments {
            let name = environment.policy.name
            let outcome = try await BuiltTree.read(
                environment, in: request.output.trimmingSlashes, keys: keys.trusted, embedding: &embedding
            ) { terminal.progress("\(name): verifying", $0, of: $1) }
            switch outcome {
            case .refused(let report):
                VerificationOutput.show(report.refusals, below: "\(request.output.trimmingSlashes)/\(name)", terminal)
                return nil
            case .read(let built):
                note(built.tree, terminal)
                environments.append(
                    try await read(environment, of: rendered, built, populations, keys, request, terminal))
            }
        }
        return Review(
            date: date, toolVersion: Signet.version, policyFile: arguments.policy, findings: findings.sorted,
            environments: environments)
    }

    private static func read(
        _ environment: RenderedEnvironment, of rendered: RenderedPolicy, _ built: BuiltTree,
        _ populations: ReviewPopulations, _ keys: KeyFolder, _ request: PolicyRequest, _ terminal: Terminal
    ) async throws -> ReviewedEnvironment {
        let name = environment.policy.name
        let place = environment.policy.place(named: request.previous ?? EnvironmentPolicy.liveName)
        // Each may need to be acknowledged: none may be lost among many others.
        let findings = Findings(limit: .max)
        let comparison: TreeComparison
        let previous = try await former(at: place, name, keys.trusted, request)
        if let previous {
            comparison = try rendered.compare(
                environment, with: previous, keys: keys.trusted, signing: keys, since: request.time ?? .earliest,
                findings)
        } else {
            DiffOutput.noteNothing(name, place, terminal)
            rendered.check(environment, findings)
            comparison = TreeComparison(from: .nothing(of: name), to: ComparedTree(environment, signing: keys))
        }
        return ReviewedEnvironment(
            name: name, comparedWith: place, isNew: previous == nil, changes: comparison.changes,
            allowed: comparison.allowed, findings: findings.sorted,
            impact: try populations.impact(
                of: comparison, policy: environment.policy, since: request.time ?? .earliest),
            prompts: comparison.prompts, rulePrompts: comparison.rulePrompts,
            documents: built.documents, tree: built.tree)
    }

    /// The tree to compare with; nil when nothing is published there.
    private static func former(
        at place: String, _ name: EnvironmentName, _ keys: TrustedKeys, _ request: PolicyRequest
    ) async throws -> PreviousTree? {
        do {
            return try await PreviousTree.named(
                place, of: name, keys: keys, .renderedDocuments, variables: request.variables)
        } catch {
            let report = ErrorReport(error)
            guard report.kind == .unavailable else { throw error }
            let other = "or compare with a tree on disk: --previous DIR"
            throw ErrorReport(.unavailable, report.message, hint: report.hint.map { "\($0); \(other)" } ?? other)
        }
    }

    /// Says why documents are shown without signatures.
    private static func note(_ tree: ReviewedTree, _ terminal: Terminal) {
        switch tree.state {
        case .signed: break
        case .missing: terminal.note("\(tree.path) is not there: nothing here is signed yet")
        case .unsigned: terminal.note("\(tree.path) is not signed: nothing here is signed yet")
        case .outdated:
            terminal.note("\(tree.path) was built from something else: build again; what differs is shown unsigned")
        }
    }
}

/// Where a page is written: a new file, or one that is a page already.
private struct PageFile {
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
                    hint: "name another file with -o")
            }
        case .link?: throw FileError(path, .write, .symbolicLink)
        case .folder?, .other?: throw FileError(path, .write, .notAFile)
        }
    }

    func write(_ page: [UInt8]) throws { try folder.replace(name, page) }

    private static let start = Array("<!DOCTYPE html>".utf8)
}
