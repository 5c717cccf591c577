import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestVerifier
import Plan
import Policy
import SigningKeys

/// An edit of the policy by a command: what it changes for people is said, and what it needs acknowledged is written in the
/// same go.
struct PolicyEditing {
    private let arguments: Arguments
    /// Whether it is one of a bad night, which is compared with what is live and may have a text in one language.
    private let isUrgent: Bool
    private let terminal: Terminal
    private let now: Instant
    /// What the policy gave before; nil when nothing could be read of it.
    private let before: Side?
    /// The same of all environments, where only some are edited, of which others may inherit.
    private let others: Side?
    /// The old side of each environment that is compared with what is live.
    private var live: [EnvironmentName: FormerSide] = [:]
    private let folder: KeyFolder?

    private struct Side {
        let policy: RenderedPolicy
        let findings: [Finding]

        /// What is wrong, so that nothing can be built; nil when nothing is.
        var error: Finding? { errors.first }

        /// The same, but for a list of web bundles that an edit begins.
        var errorBeforeList: Finding? {
            let lists = policy.environments.compactMap { $0.policy.documents.webBundles?.list.position }
            return errors.first { finding in
                finding.code != .missingFile || !(finding.position.map(lists.contains) ?? false)
            }
        }

        private var errors: [Finding] {
            findings.filter { $0.severity == .error && $0.code != .allowanceUnused }
        }
    }

    /// Compares with what is live once an app is out, or at once where it is urgent; before that, and where what is live
    /// cannot be read, with the policy before.
    init(_ arguments: Arguments, isUrgent: Bool = false, _ terminal: Terminal) async throws {
        (self.arguments, self.isUrgent, self.terminal) = (arguments, isUrgent, terminal)
        now = Instant(Date()) ?? .earliest
        before = try await Self.side(arguments)
        others = arguments.has("--environment") ? try await Self.side(arguments, ofAll: true) : nil
        folder = try? KeyFolder.openIfPresent(arguments.keys)
        guard let before, before.error == nil else { return }
        for environment in before.policy.environments where isUrgent || isShipped(environment.policy.name) {
            await readLive(environment, before.policy)
        }
    }

    /// Whether an app is out that has a key of the environment.
    private func isShipped(_ name: EnvironmentName) -> Bool {
        folder?.ring.entries.contains { $0.environment == name && $0.shippedIn != nil } ?? false
    }

    /// What the policy gave before the edit; nil when nothing could be read of it.
    var policy: RenderedPolicy? { before?.policy }

    private static func side(_ arguments: Arguments, ofAll isOfAll: Bool = false) async throws -> Side? {
        var request = arguments.policyRequest(previous: nil, isUnsigned: true)
        if isOfAll { request.environments = [] }
        let findings = Findings()
        guard let rendered = try? await RenderedPolicy(request, findings) else { return nil }
        return Side(policy: rendered, findings: findings.sorted)
    }

    /// Reads what is live, and says what already differs from it.
    private mutating func readLive(_ environment: RenderedEnvironment, _ policy: RenderedPolicy) async {
        let name = environment.policy.name
        do {
            let keys = try TrustedKeys.reading(arguments.keys)
            let old = try await FormerSide.read(
                environment.policy.place(
                    named: EnvironmentPolicy.liveName, policyIn: arguments.policy.parentAndName.parent),
                of: name, keys: keys, wanted: environment.formats, kept: nil, ring: arguments.keys,
                variables: arguments.variables)
            let plan = try policy.plan(environment, comparedWith: old, signing: folder, since: now)
            live[name] = old
            guard case .tree = plan.old, plan.verdict != .nothing else { return }
            terminal.note("before this edit, \(arguments.policy) differs from what is live already:")
            for line in plan.lines() { terminal.note(line) }
        } catch {
            let report = ErrorReport(error)
            terminal.warning(
                "what is live cannot be read, and the policy is edited all the same: \(report.message)",
                hint: "compared with the policy before; signet publish compares with what is live")
        }
    }

    func run(saysNext: Bool, _ changes: [RequestedChange]) async throws -> ExitCode {
        try await run(saysNext: saysNext) { edit in for change in changes { try edit.make(change) } }
    }

    /// Makes the edit, says what it changes, and acknowledges what it needs.
    ///
    /// - Parameter next: whether the next command is said, too.
    func run(saysNext next: Bool, _ edit: (inout PolicyEdit) throws -> Void) async throws -> ExitCode {
        let changes = try await PolicyEdit.run(policy: arguments.policy, edit)
        show(changes)
        let changed = try await sayEffect()
        guard next else { return .done }
        let all = (others ?? before)?.policy.environments.count ?? 0
        let named = arguments.values("--environment").compactMap { EnvironmentName($0) }
        let names = all < 2 ? [] : changed.flatMap { $0.isEmpty ? nil : $0 } ?? named
        let flags = names.map { " --environment \($0)" }.joined()
        terminal.summary(
            changed == nil
                ? "next: signet plan\(flags), which says what is in the way of signet build and signet publish"
                : "next: signet build\(flags), then \(PlanOutput.publishing(names, of: all))")
        return .done
    }

    /// Says what an edit has changed for people, and acknowledges what it needs.
    ///
    /// - Returns: the environments that change; nil where the policy cannot be published now, as far as that is known.
    @discardableResult
    func sayEffect() async throws -> [EnvironmentName]? {
        guard let before, before.errorBeforeList == nil else {
            if try await Self.side(arguments)?.error == nil {
                terminal.warning(
                    "what this does to devices was not compared: nothing could be built from \(arguments.policy) before",
                    hint: "signet plan compares it with what is live")
            }
            return nil
        }
        let after = try await Self.side(arguments)
        guard let after, after.error == nil else {
            let why = (after?.error).map { ": \($0.place): \($0.message)" } ?? ""
            terminal.warning(
                "nothing can be built from \(arguments.policy) now\(why)",
                hint: [after?.error?.hint, "signet plan none says all of it"].compactMap(\.self).joined(separator: "; ")
            )
            return nil
        }
        var isReady = !after.findings.contains(where: \.isOfUnfilledAddress)
        var changed: [EnvironmentName] = []
        for new in after.policy.environments {
            let name = new.policy.name
            guard let old = before.policy.environments.first(where: { $0.policy.name == name }) else { continue }
            let plan = try plan(new, after.policy, from: old)
            let former = try self.plan(old, before.policy, from: old)
            let bases = (try bases(plan, new, after.policy), try bases(former, old, before.policy))
            try await acknowledge(
                plan, beside: former, of: after.policy, after.findings + bases.0, before.findings + bases.1)
            PlanOutput.showFirstLines(of: plan, terminal)
            if !plan.changes.isEmpty { changed.append(name) }
            // What was there before this edit is for its authors to acknowledge.
            let known = Set((former.needed + bases.1).compactMap(\.member))
            isReady =
                isReady && plan.refusals.isEmpty
                && plan.needed.allSatisfy { !($0.member.map(known.contains) ?? true) } && bases.1.isEmpty
        }
        changed += try await sayInherited()
        return isReady ? changed : nil
    }

    /// Says what environments that were not named inherit of the edit, and acknowledges it there as well.
    ///
    /// - Returns: those environments.
    private func sayInherited() async throws -> [EnvironmentName] {
        guard let others, let after = try await Self.side(arguments, ofAll: true), after.error == nil else { return [] }
        var inheriting: [EnvironmentName] = []
        for new in after.policy.environments {
            let name = new.policy.name
            guard before?.policy.environments.contains(where: { $0.policy.name == name }) == false,
                let old = others.policy.environments.first(where: { $0.policy.name == name })
            else { continue }
            guard try !plan(new, after.policy, from: old).changes.isEmpty else { continue }
            inheriting.append(name)
            terminal.note("\"\(name)\" changes with this edit, too:")
            var editing = self
            if isUrgent || isShipped(name) { await editing.readLive(old, others.policy) }
            let effect = try editing.plan(new, after.policy, from: old)
            let former = try editing.plan(old, others.policy, from: old)
            try await editing.acknowledge(
                effect, beside: former, of: after.policy, after.findings, others.findings)
            PlanOutput.showFirstLines(of: effect, terminal)
        }
        return inheriting
    }

    /// What base files have and a policy would not, which stops every build until it is acknowledged.
    private func bases(
        _ plan: EnvironmentPlan, _ environment: RenderedEnvironment, _ policy: RenderedPolicy
    ) throws -> [Finding] {
        let isLive = live[environment.policy.name] != nil
        let plan = try isLive ? plan : policy.plan(environment, comparedWith: .none, signing: nil, since: .earliest)
        return plan.findings.filter { $0.code == .baseChanged && !$0.isAcknowledged }
    }

    private func plan(
        _ new: RenderedEnvironment, _ policy: RenderedPolicy, from old: RenderedEnvironment
    ) throws -> EnvironmentPlan {
        if let live = live[new.policy.name] {
            return try policy.plan(new, comparedWith: live, signing: folder, since: now)
        }
        return try EnvironmentPlan(
            ComparedTree(new, key: nil), against: [ComparedTree(old, key: nil)], at: arguments.policy,
            file: arguments.policy, since: now, counting: try CountedPopulation(new.population))
    }

    /// Writes the entries of `allow` that the edit needs, and removes those that are over.
    private func acknowledge(
        _ plan: EnvironmentPlan, beside former: EnvironmentPlan, of policy: RenderedPolicy, _ findings: [Finding],
        _ others: [Finding]
    ) async throws {
        // By member: earlier changes stay for their authors to acknowledge, even if this edit changes the digest of their
        // document.
        let known = Set(former.needed.compactMap(\.member) + others.compactMap(\.member))
        // What stops a build, and a text in one language, which is what a bad night has.
        let besides = findings.filter { finding in
            finding.code == .baseChanged || isUrgent && finding.code == .languagesMissing && !finding.isAcknowledged
        }
        let isLive = live[plan.name] != nil
        // Without an app in the field, nothing may be published yet that this takes away from.
        let isShipped = isShipped(plan.name)
        let needed = ((isLive || isShipped ? plan.needed : []) + besides).filter { finding in
            finding.allowEntry != nil && finding.member.map { !known.contains($0) } ?? false
        }
        guard isLive || isShipped || !needed.isEmpty else { return }
        let stayed = Set((former.findings + others).filter { $0.code == .allowanceUnused }.map(\.message))
        let spent = (findings + (isLive ? plan.findings : [])).filter { finding in
            finding.code == .allowanceDone || finding.code == .allowanceUnused && !stayed.contains(finding.message)
        }
        // By what they say: where they are, the edit of another environment may have moved.
        let places = Set(spent.compactMap(\.position))
        let over = (policy.environments.first { $0.policy.name == plan.name }?.policy.allow ?? [])
            .filter { $0.position.map(places.contains) ?? false }.map(\.subject)
        var goneOn: [Allowance.Subject] = []
        _ = try await PolicyEdit.run(policy: arguments.policy) { edit in
            try edit.forget(over, in: plan.name)
            let steps = isLive ? [] : plan.changes.map { $0.acknowledged(($0.from, $0.to)) }
            goneOn = try edit.goOn(to: steps, in: plan.name)
            try edit.acknowledge(needed.compactMap(\.subject).filter { !goneOn.contains($0) }, in: plan.name)
        }
        if !goneOn.isEmpty {
            terminal.note("\(arguments.policy): \"allow\" of \"\(plan.name)\" goes on from what it acknowledged before")
        }
        // A text of several platforms is found once for each.
        var entries: [String] = []
        for finding in needed where finding.subject.map({ !goneOn.contains($0) }) ?? false {
            guard let entry = finding.allowEntry, !entries.contains(entry) else { continue }
            entries.append(entry)
            terminal.note("\(arguments.policy): \"allow\" of \"\(plan.name)\" acknowledges this edit: \(entry)")
        }
        if !over.isEmpty {
            terminal.note("\(arguments.policy): \"allow\" of \"\(plan.name)\" no longer has what is over")
        }
    }

    private func show(_ changes: [PolicyChange]) {
        let file = arguments.policy
        terminal.result(Records.edit.json((file, changes)))
        for change in changes {
            let place = change.position.map { "\(file):\($0)" } ?? file
            terminal.summary("\(place): \(change.text)")
        }
        for (path, base) in changes.compactMap(\.inherited) {
            terminal.note("\(path) was inherited from \"\(base)\", and is the environment's own now")
        }
    }
}

extension Finding {
    /// What an entry of `allow` acknowledges; nil for a finding that is about no change and quotes nothing.
    fileprivate var subject: Allowance.Subject? { change.map { Allowance.Subject(code: code, change: $0) } }

    /// What it is about, whatever the values; nil like `subject`.
    fileprivate var member: String? { change.map { "\(code.rawValue) \($0.at)" } }
}
