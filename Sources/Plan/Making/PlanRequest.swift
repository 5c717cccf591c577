import ManifestVerifier
import Policy

/// What is to be planned: a policy or a tree, and what it is compared with.
package struct PlanRequest: Sendable {
    /// The policy, its keys, and the old side: a place, `live`, or nil for the policy alone.
    package let policy: PolicyRequest
    /// The tree that takes the place of what the policy gives, if there is one.
    package let tree: String?
    /// Whether a policy is read beside that tree.
    package let hasPolicy: Bool
    /// The ring that the old side is verified with, if that is another one: an exported ring, or the folder of one.
    package let baseRing: String?
    /// A tree that was kept, to compare with where what is live cannot be read.
    package let kept: String?
    /// The devices that there are: `FILE`, or `ENVIRONMENT=FILE`.
    package let populations: [String]
    package let limits: [PlanLimit]
    /// Whether unacknowledged warnings refuse the plan.
    package let isStrict: Bool
    /// What rules decide counts from then on.
    package let date: SignedDate

    /// The word for OLD when there is nothing to compare with.
    package static let noneName = "none"

    package init(
        _ policy: PolicyRequest, tree: String? = nil, hasPolicy: Bool = true, baseRing: String? = nil,
        kept: String? = nil, populations: [String] = [], limits: [PlanLimit] = [], isStrict: Bool = false,
        date: SignedDate
    ) {
        (self.policy, self.tree, self.hasPolicy) = (policy, tree, hasPolicy)
        (self.baseRing, self.kept, self.populations) = (baseRing, kept, populations)
        (self.limits, self.isStrict, self.date) = (limits, isStrict, date)
    }
}
