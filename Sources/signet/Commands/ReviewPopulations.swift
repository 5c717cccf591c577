import Diagnostics
import ManifestVerifier
import Plan
import Policy

/// The populations of the environments of a page: `--population [ENVIRONMENT=]FILE`.
struct ReviewPopulations {
    private var files: [EnvironmentName: PopulationFile] = [:]

    /// Opens the files, so that one that cannot be read is said before anything is downloaded.
    ///
    /// - Parameter environments: those of the page.
    init(_ arguments: Arguments, of environments: [EnvironmentName]) throws {
        for value in arguments.values("--population") {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let named = parts.count == 2 ? environments.first { $0.rawValue == parts[0] } : nil
            guard let name = named ?? (environments.count == 1 ? environments.first : nil) else {
                throw ErrorReport(
                    .usage, "--population \(value) does not say of which environment the devices are",
                    hint: environments.first.map { "as in --population \($0)=FILE" })
            }
            guard files[name] == nil else {
                throw arguments.usage("--population is given more than once for environment \"\(name)\"")
            }
            files[name] = try PopulationFile(path: named == nil ? value : parts[1])
        }
    }

    /// How many devices of an environment are told something else; nil without a population.
    ///
    /// - Parameter now: the time from which on rules are counted.
    func impact(
        of comparison: TreeComparison, policy: EnvironmentPolicy, since now: Instant
    ) throws -> Impact? {
        guard let file = files[policy.name] else { return nil }
        var count = try DeviceCount(comparison, policy: policy, since: now)
        try file.forEachKind { try count.add($0, $1) }
        return count.impact
    }
}
