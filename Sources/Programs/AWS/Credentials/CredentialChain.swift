import Diagnostics

/// The places that may have credentials, asked one after the other as the SDKs of AWS do.
///
/// Nothing is kept: the caller keeps the credentials, and asks again when they end.
package struct CredentialChain: Sendable {
    /// What each place has; it fails when it should have credentials and does not give them.
    private let sources: [@Sendable () async throws -> CredentialFinding]

    /// - Parameters:
    ///   - variables: the environment variables of this process.
    ///   - region: the region whose Security Token Service is asked; asked for only when it is needed.
    package init(
        variables: [String: String], timeLimits: CredentialTimeLimits = CredentialTimeLimits(),
        region: @escaping @Sendable () async throws -> String?
    ) {
        sources = [
            EnvironmentKeys(variables: variables).find,
            WebIdentity(variables: variables, timeLimits: timeLimits, region: region).find,
            ProfileCredentials(variables: variables, timeLimits: timeLimits).find,
        ]
    }

    /// The credentials of the first place that has any; a place that should have some and does not is an error.
    package func credentials() async throws -> AWSCredentials {
        var reasons: [String] = []
        for source in sources {
            switch try await source() {
            case .found(let credentials): return credentials
            case .none(let reason): reasons.append(reason)
            }
        }
        throw ErrorReport(
            .unavailable, "there are no AWS credentials: \(reasons.joined(separator: "; "))",
            hint: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (with AWS_SESSION_TOKEN for a session), or "
                + "AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, or sign in to a profile of the program aws; where a container "
                + "or an instance has a role, run first: eval \"$(aws configure export-credentials --format env)\"")
    }
}

/// How long the places that may have credentials are waited for.
package struct CredentialTimeLimits: Sendable {
    /// Until a service accepts a connection.
    package var connection = Duration.seconds(5)
    package var request = Duration.seconds(20)
    /// Between two requests to a service that gave no answer or was too busy.
    package var pause = Duration.seconds(1)
    /// For one run of the program `aws`, which may ask a person for the code of a second factor.
    package var program = Duration.seconds(120)

    package init() {}
}

enum CredentialFinding: Sendable {
    case found(AWSCredentials)
    /// No credentials, for this reason.
    case none(String)
}

extension [String: String] {
    /// The value of an environment variable; nil for an empty one, which is what a missing secret of a CI service becomes.
    func nonEmpty(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
