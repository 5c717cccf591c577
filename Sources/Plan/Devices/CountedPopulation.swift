import Diagnostics
import ManifestVerifier
import Policy

package struct CountedPopulation: Sendable {
    private let path: String
    private let file: PopulationFile
    private let limits: [PlanLimit]

    package init(_ file: PopulationFile, path: String, _ limits: [PlanLimit] = []) {
        (self.file, self.path, self.limits) = (file, path, limits)
    }

    /// The devices that a policy names; nil where it names none.
    package init?(_ population: PolicyPopulation?, _ limits: [PlanLimit] = []) throws {
        guard let population else { return nil }
        let bytes = population.bytes
        let file = try PopulationFile(path: population.path) { offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        self.init(file, path: population.path, limits)
    }

    func report(of comparison: TreeComparison, since start: Instant) throws -> DeviceReport {
        var count = try DeviceCount(comparison, since: start)
        try file.forEachKind { count.add($0, $1) }
        return DeviceReport(population: path, impact: count.impact, limits: limits)
    }
}

package struct DeviceReport: Sendable {
    package let population: String
    package let impact: Impact
    package let limits: [PlanLimit]

    package init(population: String, impact: Impact, limits: [PlanLimit] = []) {
        (self.population, self.impact, self.limits) = (population, impact, limits)
    }

    package var refusals: [ErrorReport] { limits.compactMap { $0.refusal(of: impact) } }
}
