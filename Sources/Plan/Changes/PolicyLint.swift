import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// Checks a policy, its texts and its keys without writing anything and without a private key.
package struct PolicyLint: Sendable {
    private let request: PolicyRequest

    /// - Parameter request: the policy, and the keys and trees that belong to it.
    package init(_ request: PolicyRequest) {
        self.request = request
    }

    package struct Report: Sendable {
        package let findings: [Finding]
        package let withoutTree: [EnvironmentName]
    }

    /// Everything that is wrong; only what makes any check impossible is thrown.
    package func run() async throws -> Report {
        let findings = Findings()
        let rendered = try await RenderedPolicy(request, findings)
        var withoutTree: [EnvironmentName] = []
        for environment in rendered.environments {
            guard try await !compare(environment, of: rendered, findings) else { continue }
            rendered.check(environment, findings)
            withoutTree.append(environment.policy.name)
        }
        return Report(findings: findings.sorted, withoutTree: withoutTree)
    }

    /// Finds what is wrong with an environment and its changes; false when there is nothing to compare with.
    private func compare(
        _ environment: RenderedEnvironment, of rendered: RenderedPolicy, _ findings: Findings
    ) async throws -> Bool {
        // A missing key ring is a finding already.
        guard let named = request.previous, let keys = try TrustedKeys.readingIfPresent(request.keys),
            let tree = try await PreviousTree.named(
                environment.policy.place(named: named), of: environment.policy.name, keys: keys, .renderedDocuments,
                variables: request.variables)
        else { return false }
        let folder = try KeyFolder.openIfPresent(request.keys)
        _ = try rendered.compare(
            environment, with: tree, keys: keys, signing: folder, since: request.time ?? .earliest, findings)
        return true
    }
}

extension RenderedPolicy {
    /// Adds to `findings` what an environment takes away from its base files, where there is nothing else to compare with.
    package func check(_ environment: RenderedEnvironment, _ findings: Findings) {
        checkCombinations(environment, findings)
        _ = BaseChecks(
            environment.baseStatements.compactMap(BaseChange.init), of: environment.policy, live: nil,
            findings: FileFindings(policy.file, findings)
        ).check()
    }

    /// What an environment changes compared with a tree that was built or published before; adds to `findings` what a
    /// person should know of it.
    ///
    /// - Parameters:
    ///   - folder: the ring that is to be, if that is known.
    ///   - start: what rules decide counts from then on only.
    package func compare(
        _ environment: RenderedEnvironment, with previous: PreviousTree, keys: TrustedKeys, signing folder: KeyFolder?,
        since start: Instant, _ findings: Findings
    ) throws -> TreeComparison {
        checkCombinations(environment, findings)
        let new = ComparedTree(environment, signing: folder)
        let old = try ComparedTree(previous, of: environment.policy.name, comparedWith: new, keys: keys)
        let comparison = TreeComparison(from: old, to: new, since: start)
        var rules = ChangeChecks(
            comparison, baseChanges: environment.baseStatements.compactMap(BaseChange.init),
            findings: FileFindings(policy.file, findings))
        rules.check()
        return comparison
    }

    /// Adds an error for every gate document with more combinations than leave room for the comparison of a change, so that
    /// what was accepted and one more edit can always be compared.
    private func checkCombinations(_ environment: RenderedEnvironment, _ findings: Findings) {
        for document in environment.documents {
            guard let gate = try? DocumentContent(document.format, body: document.body), case .gate(let gate) = gate
            else {
                continue
            }
            let reading = Reading(gate)
            let effects = DecisionEffects(
                from: .nothing(like: reading), to: reading, changed: [], isAll: false, newest: [], since: .earliest)
            let count = effects.boxes.values.reduce(0, +)
            guard !effects.isComplete || count > Limits.policyBoxes else { continue }
            let rules = effects.boxes.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let most = rules.prefix(3).map { "\($0.key.quotedName) (\($0.value.grouped))" }.joined(separator: ", ")
            FileFindings(policy.file, findings).add(
                .ruleCombinations,
                "\(environment.policy.name): the rules of \(document.path) tell more than \(Limits.policyBoxes.grouped) "
                    + "kinds of devices apart, most of them by \(most)",
                at: document.origin, hint: "remove rules and roll-outs that are over, or give rules the same conditions"
            )
        }
    }
}
