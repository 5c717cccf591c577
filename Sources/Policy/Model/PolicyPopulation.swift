import Diagnostics
import ManifestVerifier

/// The devices of an environment as its policy names them: the bytes of a CSV file.
package struct PolicyPopulation: Sendable {
    /// The file, as it is called from where the policy is.
    package let path: String
    package let bytes: [UInt8]

    /// Reads what `population` names; nil where it names nothing. Fails with a `Finding`.
    init?(of environment: EnvironmentPolicy, in file: String, _ files: any PolicyFiles) throws {
        guard let named = environment.population else {
            guard let limit = environment.maximumBlocked else { return nil }
            throw Finding(
                .missingMember, file, limit.position,
                "\"\(EnvironmentPolicy.maximumBlockedName)\" needs the devices of environment \"\(environment.name)\"",
                hint: "name a file of them: \"population\": \"devices.csv\"")
        }
        let place = PolicyPlace(file: file, position: named.position)
        path = place.path(of: named.value)
        bytes = try files.read(named.value, limit: Limits.policyPopulationBytes, at: place)
    }
}
