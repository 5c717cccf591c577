import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import Plan
import Policy
import Programs
import PublicationTree
import SigningKeys

enum PublishCommand: Command {
    static let name = "publish"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        try arguments.refuseOperands()
        _ = try arguments.kept
        let run = try PublishRun(arguments, terminal)
        guard
            let target = try arguments.value("--to")
                ?? run.terms?.environment.publishTo.map({ try arguments.place(of: $0.value) })
        else {
            if run.terms == nil, let known = try PublishRun.known(arguments) {
                throw ErrorReport.noEnvironment(run.environment.rawValue, file: arguments.policy, known: known)
            }
            throw arguments.usage(
                "where to? --to s3://BUCKET/PREFIX or a folder, or \"publishTo\" in the policy")
        }
        guard target.contains(":/") else { return try await run.publish(toFolder: target) }
        guard let address = BucketAddress(target) else {
            throw arguments.usage("--to \(target) is not s3://BUCKET, s3://BUCKET/PREFIX or a folder")
        }
        return try await run.publish(to: address)
    }
}

/// What is published, and what the command line and the policy say of it.
struct PublishRun {
    let environment: EnvironmentName
    /// What the policy says, if there is one here.
    let terms: PublishingTerms?
    /// What `--allow` names.
    let allowed: Set<FindingCode>
    let arguments: Arguments
    let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        (self.arguments, self.terminal) = (arguments, terminal)
        allowed = try Self.allowed(arguments)
        try Self.requireSomething(arguments)
        environment = try Self.environment(arguments)
        guard environment != DevelopmentKey.environment else {
            throw ErrorReport(
                .refused, "environment \"development\" is for one machine and is not published",
                hint:
                    "write your own policy with: signet init, and make its key with: signet keys generate production")
        }
        terms =
            arguments.hasPolicy
            ? try PublishingTerms(environment, policy: arguments.policy, keys: arguments.keys) : nil
        try Self.refusePlaceholders(terms)
    }

    /// The age in seconds from which a dated signature is replaced although its body did not change.
    var resignAfter: Int64 { terms?.environment.resignAfter ?? PublishingTerms.resignAfter }

    /// Where the tree is served; nil when nothing says so.
    func servedAddress() throws -> TreeAddress? {
        guard let text = arguments.value("--url") ?? terms?.environment.origin else { return nil }
        let address = try TreeAddress(text)
        guard address.bucket == nil else {
            throw arguments.usage("--url takes the https address that apps get the tree from, not \(text)")
        }
        return address
    }

    /// The tree of the environment, verified, and as its policy gives it where there is one.
    func tree(_ keys: TrustedKeys) async throws -> VerifiedTree {
        let path = "\(arguments.output)/\(environment)"
        let verdict = try await VerifiedTree.verify(
            TreeFolder.tree(of: environment, in: arguments.output), environment: environment, keys: keys
        ) {
            terminal.progress("\(environment): verifying", $0, of: $1)
        }
        switch verdict {
        case .verified(let tree) where !tree.key.signs:
            throw ErrorReport(
                .refused, "\(path): is signed by key \"\(tree.key.name)\", which is \(tree.key.state.rawValue)",
                hint: "build again: signet build signs with the active key")
        case .verified(let tree):
            if let terms { try await check(tree, at: path, against: terms) }
            return tree
        case .refused(let report):
            VerificationOutput.show(report.refusals, below: path, terminal)
            throw ErrorReport(.refused, "\(path): is not published", hint: nil)
        }
    }

    /// Refuses a tree that is not what the policy gives: an edit that was not built would be published as no change.
    private func check(_ tree: VerifiedTree, at path: String, against terms: PublishingTerms) async throws {
        let findings = Findings()
        let request = arguments.policyRequest(previous: nil, isUnsigned: true, time: try arguments.ruleTime)
        let rendered = try await RenderedPolicy(request, findings)
        guard !findings.haveErrors else { throw PolicyRefusal.refused(findings.sorted) }
        for environment in rendered.environments where environment.policy.name == self.environment {
            // With one key on both sides, its profile is compared, and the ring is not.
            let comparison = TreeComparison(
                from: ComparedTree(tree, policy: nil), to: ComparedTree(environment, key: tree.key))
            let plan = EnvironmentPlan(
                name: comparison.environment, old: .tree(at: path), changes: comparison.changes, findings: [])
            guard let first = plan.changes.first else { continue }
            let others = plan.changes.count - 1
            throw ErrorReport(
                .refused,
                "\(path) is not what \(terms.file) gives: \(first.headline)\(others > 0 ? " and \(others.grouped) more" : "")",
                hint: "build first: signet build")
        }
    }

    /// In a folder with neither a policy nor trees, the policy is what is missing first.
    private static func requireSomething(_ arguments: Arguments) throws {
        guard !arguments.hasPolicy, !arguments.has("--output"), (try? Folder(path: arguments.output)) == nil else {
            return
        }
        _ = try PolicySource.file(arguments.policy).read(keys: arguments.keys)
    }

    private static func allowed(_ arguments: Arguments) throws -> Set<FindingCode> {
        var allowed: Set<FindingCode> = []
        for text in arguments.values("--allow") {
            guard let code = FindingCode(rawValue: text), code.needsAcknowledgement else {
                let codes = FindingCode.allCases.filter(\.needsAcknowledgement).map(\.rawValue)
                throw ErrorReport(
                    .usage, "--allow \(text) is not one of \(codes.joined(separator: ", "))",
                    hint: text.didYouMean(codes, otherwise: "signet help CODE says what a code means"))
            }
            allowed.insert(code)
        }
        return allowed
    }

    /// The environment that is named, or the only one of the policy or, without a policy, of the output folder.
    private static func environment(_ arguments: Arguments) throws -> EnvironmentName {
        if let named = try arguments.environment { return named }
        let known = try known(arguments) ?? (try? TreeFolder.environments(in: arguments.output))?.map(\.rawValue)
        if let only = known?.first.flatMap(EnvironmentName.init), known?.count == 1 { return only }
        throw ErrorReport(
            .usage, "which environment? name it with --environment",
            hint: known.flatMap { $0.isEmpty ? nil : "there are: \($0.joined(separator: ", "))" }
                ?? "signet help publish shows what it takes")
    }

    /// With an address that nobody has, apps would fetch nothing, or offer an update that does not exist.
    private static func refusePlaceholders(_ terms: PublishingTerms?) throws {
        guard let terms,
            let address = terms.environment.addresses.first(where: { PlaceholderChecks.isUnfilled($0.value) })
        else { return }
        throw ErrorReport(
            .refused, "\(terms.file)\(address.position.map { ":\($0)" } ?? ""): \"\(address.value)\" is a placeholder",
            hint: "put your own address in its place, or remove the platform that you have no app for; then build again"
        )
    }

    /// The environments of the policy, if there is one here.
    static func known(_ arguments: Arguments) throws -> [String]? {
        guard arguments.hasPolicy else { return nil }
        let (policy, _) = try PolicySource.file(arguments.policy).read(keys: arguments.keys)
        return policy.environments.map(\.name.rawValue)
    }
}
