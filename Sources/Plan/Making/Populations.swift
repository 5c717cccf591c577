import Diagnostics
import ManifestVerifier

/// The populations of the environments of a plan: `--population [ENVIRONMENT=]FILE`.
struct Populations {
    private var files: [EnvironmentName: (path: String, file: PopulationFile)] = [:]

    /// Opens the files, so that one that cannot be read is said before anything is downloaded.
    init(_ request: PlanRequest, of environments: [EnvironmentName]) throws {
        for value in request.populations {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let named = parts.count == 2 ? environments.first { $0.rawValue == parts[0] } : nil
            guard let name = named ?? (environments.count == 1 ? environments.first : nil) else {
                throw ErrorReport(
                    .usage, "--population \(value) does not say of which environment the devices are",
                    hint: environments.first.map { "as in --population \($0)=FILE" })
            }
            guard files[name] == nil else {
                throw ErrorReport(
                    .usage, "--population is given more than once for environment \"\(name)\"", hint: nil)
            }
            let path = named == nil ? value : parts[1]
            files[name] = (path, try PopulationFile(path: path))
        }
        guard let limit = request.limits.first, let name = environments.first(where: { files[$0] == nil }) else {
            return
        }
        throw ErrorReport(
            .usage, "--\(limit.subject.rawValue) needs the devices of environment \"\(name)\"",
            hint: "name them with --population \(name)=FILE")
    }

    /// The plan with how many devices of its environment it concerns, if there is a population.
    func count(_ plan: EnvironmentPlan, _ request: PlanRequest) throws -> EnvironmentPlan {
        guard let (path, file) = files[plan.name] else { return plan }
        return try plan.counting(file, at: path, request.limits, since: request.date.instant)
    }
}
