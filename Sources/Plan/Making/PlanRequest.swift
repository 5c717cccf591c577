import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// What is to be planned: a policy or a tree, and what it is compared with.
package struct PlanRequest: Sendable {
    /// The policy, its keys, and the old side: a place, `live`, or nil for the policy alone.
    package let policy: PolicyRequest
    /// The tree to plan instead of the policy, if there is one.
    package var tree: String?
    /// Whether a policy is read beside that tree.
    package var hasPolicy = true
    /// Another ring to verify the old side with: an exported ring, or the folder of one.
    package var baseRing: String?
    /// The list of web bundles that was reviewed before, for the shells that it records.
    package var baseList: String?
    /// A kept tree to compare with when the live one cannot be read.
    package var kept: String?
    /// The devices that there are: `FILE`, or `ENVIRONMENT=FILE`.
    package var populations: [String] = []
    package var limits: [PlanLimit] = []
    package var isStrict = false
    /// The time from which decisions of rules count.
    let date: SignedDate

    /// The word for OLD when there is nothing to compare with.
    package static let noneName = "none"

    package init(_ policy: PolicyRequest, date: SignedDate) { (self.policy, self.date) = (policy, date) }

    /// The shells that `--base-list` records; nil where it is not given. A list that does not exist yet records none.
    func formerShells(of environments: [EnvironmentPolicy]) throws -> [RecordedShell]? {
        guard let baseList else { return nil }
        let named = environments.filter { $0.documents.webBundles != nil }
        let lists = Set(named.compactMap { $0.documents.webBundles?.list.value.segments })
        guard lists.count <= 1 else {
            throw ErrorReport(
                .usage, "--base-list \(baseList) is one list, and the environments have different ones",
                hint: "name one: " + named.map { "--environment \($0.name)" }.joined(separator: ", or "))
        }
        let (parent, name) = baseList.parentAndName
        guard let bytes = try Folder(path: parent).readIfPresent(name, limit: Limits.bundleListBytes) else { return [] }
        return try BundleList(bytes, file: baseList).shells
    }

    /// The devices of each environment: `--population [ENVIRONMENT=]FILE`, else what the policy names.
    ///
    /// Opens the files, so that one that cannot be read is said before anything is downloaded.
    func populations(
        of environments: [(name: EnvironmentName, population: PolicyPopulation?)]
    ) throws -> [EnvironmentName: CountedPopulation] {
        var all: [EnvironmentName: CountedPopulation] = [:]
        let names = environments.map(\.name)
        for value in populations {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let own = parts.count == 2 ? names.first { $0.rawValue == parts[0] } : nil
            guard let name = own ?? (names.count == 1 ? names.first : nil) else {
                throw ErrorReport(
                    .usage, "--population \(value) does not say of which environment the devices are",
                    hint: names.first.map { "as in --population \($0)=FILE" })
            }
            guard all[name] == nil else {
                throw ErrorReport(
                    .usage, "--population is given more than once for environment \"\(name)\"", hint: nil)
            }
            let path = own == nil ? value : parts[1]
            all[name] = CountedPopulation(try PopulationFile(path: path), path: path, limits)
        }
        for (name, population) in environments where all[name] == nil {
            all[name] = try CountedPopulation(population, limits)
        }
        guard let limit = limits.first, let name = names.first(where: { all[$0] == nil }) else { return all }
        throw ErrorReport(
            .usage, "--\(limit.subject.rawValue) needs the devices of environment \"\(name)\"",
            hint: "name them with --population \(name)=FILE, or with \"population\" in the policy")
    }
}

/// What a plan is compared with.
package struct FormerSide: Sendable {
    /// Where it is; nil if nothing is compared.
    let place: String?
    /// What is there; nil where nothing is.
    let tree: ProvenTree?
    /// Why apps have keys of the environment; nil where none is known to.
    private let shipped: String?

    package init(place: String?, tree: ProvenTree?, shipped: String? = nil) {
        (self.place, self.tree, self.shipped) = (place, tree, shipped)
    }

    /// No old side: the policy is checked alone.
    package static let none = FormerSide(place: nil, tree: nil)

    /// Everything that devices may have of what is there, once for each set of bodies; none where nothing is.
    func sides(comparedWith new: ComparedTree) -> [ComparedTree] {
        tree.map { ComparedTree.sides(of: $0, comparedWith: new, isIndexed: shipped) } ?? []
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
        let shipped = KeyFolder.shipped(environment, ring: ring)
        func side(at place: String) async throws -> FormerSide? {
            let tree = try await PreviousTree.named(
                place, of: environment, keys: keys, .renderedDocuments, wanted: wanted, variables: variables)?
                .proven(of: environment, keys: keys, wanted: wanted)
            return tree.map { FormerSide(place: place, tree: $0, shipped: shipped) }
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
        if let reason = shipped {
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
