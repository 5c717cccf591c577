import Diagnostics
import ManifestVerifier

package enum AWSRegion {
    /// The region that the environment or the profile names; nil when nothing does.
    ///
    /// - Parameter timeLimit: for the program `aws`, which reads profiles and is started only where there can be one.
    package static func find(
        variables: [String: String], timeLimit: Duration = CredentialTimeLimits().program
    ) async throws -> String? {
        for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
            if let region = variables.nonEmpty(name) { return try checked(region, from: name) }
        }
        let aws = AWSConfiguration(variables: variables, timeLimit: timeLimit)
        guard aws.mayHaveProfile, let region = try await aws.value("region") else { return nil }
        return try checked(region, from: "the region of the profile")
    }

    /// Whether a text can be the name of a region: it becomes part of the name of a host.
    package static func isValid(_ region: String) -> Bool {
        (1...Limits.regionBytes).contains(region.utf8.count)
            && region.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (byte.isASCIIAlphanumeric && byte == byte.asciiLowercased)
            }
    }

    /// What follows the region in the name of a service's host, as in `sts.eu-west-2.amazonaws.com`.
    package static func domain(of region: String) -> String {
        domains.first { region.hasPrefix($0.prefix) }?.domain ?? "amazonaws.com"
    }

    private static func checked(_ region: String, from source: String) throws -> String {
        guard isValid(region) else {
            throw ErrorReport(
                .usage, "\(source) is \"\(String(region.prefix(100)).printable)\", which cannot be a region",
                hint: "a region is lowercase letters, digits and hyphens, like eu-west-2")
        }
        return region
    }

    /// The partitions of AWS that have a domain of their own (`partitions.json` of its SDKs).
    private static let domains = [
        (prefix: "cn-", domain: "amazonaws.com.cn"), (prefix: "eusc-", domain: "amazonaws.eu"),
        (prefix: "us-iso-", domain: "c2s.ic.gov"), (prefix: "us-isob-", domain: "sc2s.sgov.gov"),
        (prefix: "us-isof-", domain: "csp.hci.ic.gov"), (prefix: "eu-isoe-", domain: "cloud.adc-e.uk"),
    ]
}
