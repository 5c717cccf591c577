import Diagnostics
import LocalFiles
import ManifestVerifier
import Policy

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
}

extension PlanRequest {
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
