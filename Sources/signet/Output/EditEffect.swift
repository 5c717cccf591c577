import Diagnostics
import ManifestVerifier
import Plan
import Policy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an edit of the policy, or of a list that it names, changes for people.
struct EditEffect {
    private let arguments: Arguments
    /// What the policy gave before; nil when it had errors.
    private let before: [ComparedTree]?

    /// Looks before the edit.
    init(_ arguments: Arguments) async {
        self.arguments = arguments
        before = await Self.rendered(arguments)
    }

    /// Says it after the edit.
    func show(_ terminal: Terminal) async {
        guard let before else { return }
        guard let after = await Self.rendered(arguments) else {
            terminal.note("nothing can be built from \(arguments.policy) now: signet plan none says why")
            return
        }
        for new in after {
            guard let old = before.first(where: { $0.environment == new.environment }) else { continue }
            let plan = EnvironmentPlan(
                new, against: [old], at: arguments.policy, file: arguments.policy,
                since: Instant(Date()) ?? .earliest)
            PlanOutput.showFirstLines(of: plan, terminal)
        }
    }

    private static func rendered(_ arguments: Arguments) async -> [ComparedTree]? {
        let request = arguments.policyRequest(previous: nil, isUnsigned: true)
        let findings = Findings()
        guard let rendered = try? await RenderedPolicy(request, findings), !findings.haveErrors else { return nil }
        return rendered.environments.map { ComparedTree($0, key: nil) }
    }
}
