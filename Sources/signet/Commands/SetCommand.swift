import Diagnostics
import ManifestVerifier
import Plan
import Policy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum SetCommand: Command {
    static let name = "set"
    static let summary = "edit the policy in place, layout and comments kept"
    static let page: [HelpPart] = [
        """
        signet set PATH=VALUE... [--remove PATH]...

        Changes members of the policy where they are, and keeps every other byte:
        layout and comments. All changes are made, or none; what is written can be
        read as a policy. Then it says what that changes for people.

        PATH is an environment and the members below it, joined by dots. A version
        is short for its "value". A member that is missing is added after its
        siblings, in their layout. What an environment only inherits by "extends"
        becomes its own. A name that has a dot cannot be written, nor can the
        elements of a list: give the whole object or list as JSON.

        VALUE is JSON where JSON of that kind belongs, otherwise a string:
        3.2.0, 40000, true, 6h, '{ "en": "Please update" }'.
        """,
        .flags([
            Flag("--remove PATH", "remove a member", isRepeatable: true),
            .policy, .json, .quiet,
        ]),
        """
        Example:
          signet set production.ios.minimumAppVersion=1.0.1
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let removals = arguments.values("--remove").map(RequestedChange.init(removing:))
        let requests = try arguments.operands.map { (word) throws in
            guard let request = RequestedChange(word) else {
                throw arguments.usage("\"\(word)\" is not like PATH=VALUE")
            }
            return request
        }
        let all = requests + removals
        guard (1...Limits.policyChanges).contains(all.count) else {
            throw arguments.usage("signet set takes 1 to \(Limits.policyChanges) changes, like PATH=VALUE")
        }
        guard Set(all.map(\.path)).count == all.count else { throw arguments.usage("a path is given more than once") }
        let policy = arguments.policy
        let before = await rendered(policy, arguments)
        let changes = try await PolicyEdit.run(all, policy: policy)
        show(changes, policy, terminal)
        guard let before else { return .done }
        guard let after = await rendered(policy, arguments) else {
            terminal.note("nothing can be built from \(policy) now: signet plan none says why")
            return .done
        }
        for new in after {
            let name = new.policy.name
            guard let old = before.first(where: { $0.policy.name == name }) else { continue }
            let plan = try EnvironmentPlan(
                ComparedTree(new, key: nil), against: [ComparedTree(old, key: nil)], at: policy, file: policy,
                since: Instant(Date()) ?? .earliest, counting: try CountedPopulation(new.population))
            PlanOutput.showFirstLines(of: plan, terminal)
        }
        return .done
    }

    /// What the policy gives; nil when it has errors.
    private static func rendered(_ policy: String, _ arguments: Arguments) async -> [RenderedEnvironment]? {
        let request = arguments.policyRequest(previous: nil, isUnsigned: true)
        let findings = Findings()
        guard let rendered = try? await RenderedPolicy(request, findings), !findings.haveErrors else { return nil }
        return rendered.environments
    }

    private static func show(_ changes: [PolicyChange], _ file: String, _ terminal: Terminal) {
        terminal.result(Records.edit.json((file, changes)))
        for change in changes {
            let place = change.position.map { "\(file):\($0)" } ?? file
            terminal.summary("\(place): \(change.text)")
        }
        for change in changes {
            guard let base = change.inheritedFrom else { continue }
            terminal.note("\(change.path) was inherited from \"\(base)\", and is the environment's own now")
        }
    }
}
