import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// The role of a container: the endpoint of ECS, EKS Pod Identity or CodeBuild that the environment names.
struct ContainerEndpoint: CredentialSource {
    private let variables: [String: String]
    private let service: CredentialService

    init(variables: [String: String], timeLimits: CredentialTimeLimits) {
        self.variables = variables
        service = CredentialService(variables: variables, timeLimits: timeLimits)
    }

    func find() async throws -> CredentialFinding {
        guard let (name, address) = try address() else { return .none("\(Self.relativeName) is not set") }
        // What follows a `?` belongs to the request, not to the endpoint.
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let endpoint: AWSEndpoint
        do {
            endpoint = try AWSEndpoint(String(parts[0]))
        } catch {
            throw ErrorReport(error).at(name)
        }
        let rest = parts[0].hasSuffix("/") ? "/" : ""
        let query = parts.count > 1 ? "?\(parts[1])" : ""
        guard query.isEmpty || query.isASCIIWord else {
            throw ErrorReport(.usage, "\(name) has a character that no address has")
        }
        var transfer = Curl.Transfer(.get, endpoint.origin + endpoint.path + rest + query)
        transfer.isPlain = endpoint.isPlain
        let authorization = try authorization()
        transfer.headers = authorization.map { [HeaderField(unchecked: "authorization", value: $0)] } ?? []
        let (answer, body) = try await service.ask(transfer)
        let place = "\(endpoint.origin)\(endpoint.path), which \(name) names"
        guard answer.failure == nil else {
            throw ErrorReport(
                .unavailable,
                "\(place): "
                    + CredentialService.words(answer, EndpointComplaint.words(body), hiding: authorization ?? ""),
                hint: "check that the container has a role, then try again")
        }
        do throws(ErrorReport) {
            return .found(try AWSCredentials(json: body, tokenName: "Token", needsToken: true))
        } catch {
            throw error.at(place)
        }
    }

    /// The variable that names the endpoint, and the address.
    private func address() throws -> (name: String, address: String)? {
        if let path = variables.nonEmpty(Self.relativeName) {
            // Anything else would continue the name of the host.
            guard path.hasPrefix("/") else { throw ErrorReport(.usage, "\(Self.relativeName) does not begin with a /") }
            return (Self.relativeName, "http://169.254.170.2\(path)")
        }
        return variables.nonEmpty(Self.fullName).map { (Self.fullName, $0) }
    }

    /// What the endpoint wants to see in the field `authorization`; a file comes first, since its content changes.
    private func authorization() throws -> String? {
        let value: String
        let name: String
        if let path = variables.nonEmpty(Self.tokenFileName) {
            name = Self.tokenFileName
            do throws(FileError) {
                let bytes = try ReadableFile(following: path).bytes(limit: Limits.sessionTokenBytes)
                value = String(decoding: bytes, as: UTF8.self).trimmingLineEnd
            } catch {
                throw error.report.at(name)
            }
        } else if let token = variables.nonEmpty(Self.tokenName) {
            (name, value) = (Self.tokenName, token)
        } else {
            return nil
        }
        guard !value.isEmpty, value.utf8.count <= Limits.sessionTokenBytes, value.utf8.allSatisfy(\.isPrintableASCII)
        else {
            throw ErrorReport(.usage, "\(name) does not give a token in one line of ASCII")
        }
        return value
    }

    private static let relativeName = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
    private static let fullName = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
    private static let tokenName = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
    private static let tokenFileName = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
}
