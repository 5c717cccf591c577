import Foundation
import Programs
import TestSupport

/// The environment of a job on a machine without anything of AWS: its home is `folder`, whose `bin` comes first on the PATH.
func jobVariables(_ folder: TemporaryFolder, _ variables: [String: String] = [:]) -> [String: String] {
    let path = "\(folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let base = ["PATH": path, "HOME": folder.root, "TMPDIR": folder.root]
    return base.merging(variables) { $1 }
}

/// Limits that no test comes to.
func patience() -> CredentialTimeLimits {
    var limits = CredentialTimeLimits()
    (limits.connection, limits.request, limits.program) = (.hours, .hours, .hours)
    limits.pause = .milliseconds(1)
    return limits
}

/// The credentials that a job with these variables has.
func credentials(
    _ variables: [String: String], region: @escaping @Sendable () async throws -> String? = { nil }
) async throws -> AWSCredentials {
    try await CredentialChain(variables: variables, timeLimits: patience(), region: region).credentials()
}

extension AWSCredentials {
    /// What `CredentialServer` hands out.
    static let ofServer = AWSCredentials(
        accessKeyID: CredentialServer.keyID, secretAccessKey: CredentialServer.secretKey,
        sessionToken: CredentialServer.sessionToken, expiration: CredentialServer.expiration)
}
