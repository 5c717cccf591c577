import Diagnostics
import ManifestVerifier
import Policy

/// The populations of the environments of a plan: `--population [ENVIRONMENT=]FILE`, else what the policy names.
struct Populations {
    private var all: [EnvironmentName: CountedPopulation] = [:]

    /// Opens the files, so that one that cannot be read is said before anything is downloaded.
    ///
    /// - Parameter environments: those of the plan, each with what its policy names.
    init(_ request: PlanRequest, of environments: [(name: EnvironmentName, population: PolicyPopulation?)]) throws {
        let names = environments.map(\.name)
        for value in request.populations {
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
            all[name] = CountedPopulation(try PopulationFile(path: path), path: path, request.limits)
        }
        for (name, population) in environments where all[name] == nil {
            all[name] = try CountedPopulation(population, request.limits)
        }
        guard let limit = request.limits.first, let name = names.first(where: { all[$0] == nil }) else { return }
        throw ErrorReport(
            .usage, "--\(limit.subject.rawValue) needs the devices of environment \"\(name)\"",
            hint: "name them with --population \(name)=FILE, or with \"population\" in the policy")
    }

    /// The devices of an environment; nil where nothing names them.
    subscript(_ environment: EnvironmentName) -> CountedPopulation? { all[environment] }
}
