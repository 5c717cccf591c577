import Diagnostics

/// Credentials that are environment variables themselves. As in all SDKs, they come before a profile that another variable
/// names.
struct EnvironmentKeys: Sendable {
    let variables: [String: String]

    func find() throws -> CredentialFinding {
        let (idName, secretName) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
        let (id, secret) = (variables.nonEmpty(idName), variables.nonEmpty(secretName))
        guard let id, let secret else {
            guard id == nil, secret == nil else {
                let (present, missing) = id == nil ? (secretName, idName) : (idName, secretName)
                throw ErrorReport(.usage, "\(present) is set without \(missing)", hint: "set both, or neither")
            }
            return .none("\(idName) is not set")
        }
        // No expiration: the same variables are all that could be had later.
        return .found(
            try AWSCredentials(
                checking: CredentialFields(
                    accessKeyID: (idName, id), secretAccessKey: (secretName, secret),
                    sessionToken: variables.nonEmpty("AWS_SESSION_TOKEN").map { ("AWS_SESSION_TOKEN", $0) })))
    }
}
