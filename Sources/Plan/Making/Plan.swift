import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// What publishing would change: what is wrong, what devices are told differently, how many of a population, what else
/// differs, and what needs acknowledgement.
package struct Plan: Sendable {
    package let file: String?
    package let date: SignedDate
    /// What is wrong with the policy, whatever it is compared with.
    package private(set) var findings: [Finding] = []
    package let environments: [EnvironmentPlan]
    /// The buckets that were not listed, in which there may be more than what was compared.
    package private(set) var unlisted: [String] = []
    /// What the policy gives; nil when a tree is to be published.
    package private(set) var rendered: RenderedPolicy?
    private(set) var isStrict = false

    /// All findings, ordered by place.
    package var allFindings: [Finding] {
        let all = Findings(limit: .max)
        for finding in found { all.add(finding) }
        return all.sorted
    }

    private var found: [Finding] { findings + environments.flatMap(\.findings) }

    /// The errors that no acknowledgement ends.
    package var errors: [Finding] { found.filter { $0.severity == .error && !$0.needsAcknowledgement } }

    /// The warnings that refuse because of `--strict`.
    package var strictWarnings: [Finding] {
        guard isStrict else { return [] }
        return found.filter { finding in
            finding.severity == .warning && finding.stopsStrict && !finding.needsAcknowledgement
                && !placeholders.contains(finding)
        }
    }

    /// The addresses of a new policy that nobody has replaced: nothing is published with them.
    package var placeholders: [Finding] {
        guard environments.contains(where: { $0.verdict != .alone }) else { return [] }
        return findings.filter(\.isOfUnfilledAddress)
    }

    package var isRefused: Bool {
        !errors.isEmpty || !strictWarnings.isEmpty || !placeholders.isEmpty
            || environments.contains { !$0.needed.isEmpty || !$0.refusals.isEmpty }
    }

    /// Whether shells are recorded of which it is not known whether they are new.
    package var hasUnknownShells: Bool {
        environments.compactMap(\.comparison).contains { comparison in
            comparison.old.bundles.shells == nil && comparison.new.bundles.shells?.isEmpty == false
        }
    }

    /// Whether the policy can be rendered; until then its changes are not known.
    package var isComplete: Bool { !findings.contains { $0.severity == .error } }

    /// The plan of a policy or a tree. Writes nothing and needs no private key.
    ///
    /// Only what makes any plan impossible is thrown.
    package static func make(_ request: PlanRequest) async throws -> Plan {
        if let tree = request.tree { return try await make(request, of: tree) }
        let findings = Findings()
        let rendered = try await RenderedPolicy(request.policy, findings)
        let populations = try request.populations(of: rendered.environments.map { ($0.policy.name, $0.population) })
        let ring = try KeyFolder.openIfPresent(request.policy.keys)
        let keys = try request.formerKeys
        let shells = try request.formerShells(of: rendered.environments.map(\.policy))
        var (environments, unlisted): ([EnvironmentPlan], [String]) = ([], [])
        for environment in rendered.environments {
            var old = FormerSide.none
            // A missing key ring is a finding already.
            if let place = request.policy.previous, let keys {
                do {
                    old = try await FormerSide.read(
                        request.policy.place(named: place, of: environment.policy), of: environment.policy.name,
                        keys: keys, wanted: environment.formats, kept: request.kept, ring: request.formerRing,
                        variables: request.policy.variables)
                } catch let error where ErrorReport(error).kind == .unavailable && findings.haveErrors {
                    // The errors of the policy are what can be ended now.
                }
            }
            let plan = try rendered.plan(
                environment, comparedWith: old, signing: ring, since: request.date.instant,
                recorded: shells, counting: populations[environment.policy.name])
            environments.append(plan)
            unlisted += [old.unlisted].compactMap(\.self)
        }
        return Plan(
            file: rendered.policy.file, date: request.date, findings: findings.sorted, environments: environments,
            unlisted: unlisted, rendered: rendered, isStrict: request.isStrict)
    }

    /// The plan of a tree that was built.
    private static func make(_ request: PlanRequest, of path: String) async throws -> Plan {
        let source = try request.hasPolicy ? request.policy.source.read(keys: request.policy.keys) : nil
        let policies = source?.0
        let names = try request.environments(of: path, policies?.environments ?? [])
        let populations = try request.populations(
            of: names.map { name in (name, try source.flatMap { try $0.population(of: name, $1) }) })
        let keys = try TrustedKeys.reading(request.policy.keys)
        let former = try request.formerKeys ?? keys
        var (environments, unlisted): ([EnvironmentPlan], [String]) = ([], [])
        for name in names {
            let policy = policies?.environments.first { $0.name == name }
            guard
                let tree = try await PreviousTree.named(
                    path, of: name, keys: keys, .renderedDocuments, wanted: [:], variables: request.policy.variables)?
                    .proven(of: name, keys: keys, wanted: [:])
            else { throw PreviousTree.notFound(name, at: path) }
            let bodies = ComparedTree.sides(of: tree, policy: policy)
            let new = bodies[0]
            guard bodies.count == 1 else {
                throw ErrorReport(
                    .refused, "\(path): body and .jws of a document say different things",
                    hint: "signet verify \(path) says of which; build it again")
            }
            if let problem = new.problems.first { throw ErrorReport(.refused, problem.message, hint: problem.hint) }
            guard tree.index != nil else {
                throw ErrorReport(
                    .refused, "\(path): has no signed index of \"\(name)\", so that nothing in it is believed",
                    hint: "sign an unsigned tree with: signet sign --publication; or build one with: signet build")
            }
            var place = request.policy.previous ?? EnvironmentPolicy.liveName
            if place == EnvironmentPolicy.liveName {
                guard let policy else {
                    throw ErrorReport.noEnvironment(
                        name.rawValue, file: policies?.file ?? "",
                        known: policies?.environments.map(\.name.rawValue) ?? [])
                }
                place = request.policy.place(named: place, of: policy)
            }
            let old = try await FormerSide.read(
                place, of: name, keys: former, wanted: tree.verifiedIndex?.publication.formats ?? [:],
                kept: request.kept, ring: request.formerRing, variables: request.policy.variables)
            let file = (policy == nil ? nil : policies?.file) ?? name.rawValue
            let plan = try EnvironmentPlan(
                new, against: old.sides(comparedWith: new), at: old.place ?? place, file: file,
                since: request.date.instant, counting: populations[name])
            environments.append(plan)
            unlisted += [old.unlisted].compactMap(\.self)
        }
        return Plan(
            file: policies?.file, date: request.date, environments: environments, unlisted: unlisted,
            isStrict: request.isStrict)
    }
}

extension RenderedPolicy {
    /// Adds the findings of each environment by itself.
    package func checkAlone(_ findings: Findings) throws {
        for environment in environments {
            let plan = try plan(environment, comparedWith: .none, signing: nil, since: .earliest)
            for finding in plan.findings { findings.add(finding) }
        }
    }

    /// What an environment changes.
    ///
    /// - Parameter shells: those that the list of web bundles recorded before; nil where that is not known.
    package func plan(
        _ environment: RenderedEnvironment, comparedWith old: FormerSide, signing folder: KeyFolder?,
        since start: Instant, recorded shells: [RecordedShell]? = nil,
        counting devices: CountedPopulation? = nil
    ) throws -> EnvironmentPlan {
        let findings = Findings(limit: .max)
        let inPolicy = FileFindings(policy.file, findings)
        // Without bundles there is nothing that a shell could offer to.
        let shells = environment.bundles == nil ? nil : shells
        let bases = environment.baseStatements.compactMap(BaseChange.init).compactMap {
            $0.check(environment.policy, inPolicy)
        }
        let new = ComparedTree(environment, signing: folder)
        let sides = old.sides(comparedWith: new)
        guard let place = old.place else {
            return EnvironmentPlan(name: environment.policy.name, old: .none, findings: findings.sorted)
        }
        return try EnvironmentPlan(
            new, against: sides, bases: Set(bases), recorded: shells, at: place, file: policy.file,
            adding: findings.sorted, since: start,
            counting: try devices ?? CountedPopulation(environment.population))
    }
}

extension PlanRequest {
    /// The ring that says what apps have: the one that was reviewed before, if it is named.
    fileprivate var formerRing: String { baseRing ?? policy.keys }

    /// The keys that verify the old side; nil without a ring.
    fileprivate var formerKeys: TrustedKeys? {
        get throws {
            try baseRing.map(TrustedKeys.reading) ?? TrustedKeys.readingIfPresent(policy.keys)
        }
    }

    /// The environments to compare: those that are named, those of the policy, or those in a folder.
    fileprivate func environments(of tree: String, _ policies: [EnvironmentPolicy]) throws -> [EnvironmentName] {
        let named = try policy.environments.map { name in
            guard let name = EnvironmentName(name) else {
                throw ErrorReport(.usage, "--environment \(name) is not an environment name", hint: nil)
            }
            return name
        }
        guard named.isEmpty else { return named }
        for place in [tree, policy.previous ?? ""] where !place.contains("://") && !place.isEmpty {
            let found = try TreeFolder.environments(in: place)
            if !found.isEmpty { return found }
        }
        guard policies.isEmpty else { return policies.map(\.name) }
        throw ErrorReport(.usage, "which environment? name it with --environment", hint: nil)
    }
}
