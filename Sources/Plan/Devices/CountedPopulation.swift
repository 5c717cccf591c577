import Diagnostics
import ManifestVerifier
import Policy

package struct CountedPopulation: Sendable {
    let path: String
    private let file: PopulationFile
    /// What the command line limits.
    let limits: [PlanLimit]

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

    func impact(of comparison: TreeComparison, since start: Instant) throws -> Impact {
        var count = try DeviceCount(comparison, since: start)
        try file.forEachKind { try count.add($0, $1) }
        return count.impact
    }
}
