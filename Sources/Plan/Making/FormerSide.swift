import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// What a plan is compared with.
package struct FormerSide: Sendable {
    /// Where it is; nil if nothing is compared.
    let place: String?
    /// What is there; nil where nothing is.
    let tree: ProvenTree?

    package init(place: String?, tree: ProvenTree?) { (self.place, self.tree) = (place, tree) }

    /// No old side: the policy is checked alone.
    package static let none = FormerSide(place: nil, tree: nil)

    /// Everything that devices may have of what is there, once for each set of bodies; none where nothing is.
    func sides(comparedWith new: ComparedTree) -> [ComparedTree] {
        tree.map { ComparedTree.sides(of: $0, comparedWith: new) } ?? []
    }

    /// The place of a bucket that was not listed.
    var unlisted: String? { tree?.mayHaveMore ?? false ? place : nil }

    /// What is at a place.
    ///
    /// - Parameters:
    ///   - wanted: the documents of the tree that is compared with it.
    ///   - ring: the folder of the keys that say whether apps have documents of this environment.
    package static func read(
        _ place: String, of environment: EnvironmentName, keys: TrustedKeys, wanted: [DocumentPath: DocumentFormat],
        kept: String?, ring: String, variables: [String: String]
    ) async throws -> FormerSide {
        func side(at place: String) async throws -> FormerSide? {
            let tree = try await PreviousTree.named(
                place, of: environment, keys: keys, .renderedDocuments, wanted: wanted, variables: variables)?
                .proven(of: environment, keys: keys, wanted: wanted)
            return tree.map { FormerSide(place: place, tree: $0) }
        }
        let found: FormerSide?
        do {
            // Nothing can be published at a placeholder, which need not be asked.
            found = PlaceholderChecks.isUnfilled(place) ? nil : try await side(at: place)
        } catch {
            let report = ErrorReport(error)
            guard report.kind == .unavailable else { throw error }
            if let kept, let side = try await side(at: kept) { return side }
            let other =
                "compare with a tree that was kept: --against TREE; or look at the policy alone: signet plan none"
            throw ErrorReport(.unavailable, report.message, hint: report.hint.map { "\($0); or \(other)" } ?? other)
        }
        if let found { return found }
        if let kept, let side = try await side(at: kept) { return side }
        if let reason = KeyFolder.shipped(environment, ring: ring) {
            throw ErrorReport(
                .refused, "nothing is published at \(place), but \(reason)",
                hint: "check the place; or compare with a tree that was kept: --against TREE")
        }
        return FormerSide(place: place, tree: nil)
    }
}

extension KeyFolder {
    /// Why apps may have documents of an environment; nil while no app is known to have any of its keys.
    ///
    /// - Parameter path: the folder of the ring. What cannot be read there, or is an exported ring, does not say it.
    package static func shipped(_ environment: EnvironmentName, ring path: String) -> String? {
        guard let folder = try? openIfPresent(path) else { return "\(path) does not say which keys apps have" }
        return folder.ring.entries.first { $0.environment == environment && $0.shippedIn != nil }
            .map { "apps have key \"\($0.name)\" since version \($0.shippedIn ?? "")" }
    }
}
