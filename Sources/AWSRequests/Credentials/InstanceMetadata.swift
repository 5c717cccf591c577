import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// The role of an EC2 instance: version 2 of its metadata service, which wants a token first.
struct InstanceMetadata: CredentialSource {
    private let variables: [String: String]
    private let service: CredentialService

    init(variables: [String: String], timeLimits: CredentialTimeLimits) {
        self.variables = variables
        var timeLimits = timeLimits
        timeLimits.connection = timeLimits.metadataConnection
        service = CredentialService(variables: variables, timeLimits: timeLimits, attempts: 1)
    }

    func find() async throws -> CredentialFinding {
        guard variables["AWS_EC2_METADATA_DISABLED"]?.asciiLowercased != "true" else {
            return .none("AWS_EC2_METADATA_DISABLED is true")
        }
        let endpoint: AWSEndpoint
        do {
            endpoint = try AWSEndpoint(variables.nonEmpty(Self.endpointName) ?? "http://169.254.169.254")
        } catch {
            throw ErrorReport(error).at(Self.endpointName)
        }
        let place = "the instance metadata of \(endpoint.origin)"

        let ttl = HeaderField(unchecked: "x-aws-ec2-metadata-token-ttl-seconds", value: "300")
        let (granted, tokenBytes) = try await ask(.put, "/latest/api/token", ttl, of: endpoint)
        // Other clouds answer here, too.
        guard granted.failure == nil else { return .none("\(place): \(CredentialService.words(granted, ""))") }
        let token = String(decoding: tokenBytes, as: UTF8.self)
        guard token.isASCIIWord, token.utf8.count <= Limits.sessionTokenBytes else {
            return .none("\(place): the answer is not a token")
        }

        let proof = HeaderField(unchecked: "x-aws-ec2-metadata-token", value: token)
        let (listed, names) = try await ask(.get, Self.rolesPath, proof, of: endpoint)
        if listed.failure == .status(404) { return .none("\(place): the instance has no role") }
        guard listed.failure == nil else { throw failure(listed, names, place, token) }
        let role = String(decoding: names.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).trimmingLineEnd
        guard !role.isEmpty else { return .none("\(place): the instance has no role") }

        let (answer, body) = try await ask(.get, Self.rolesPath + role.utf8.percentEncoded(), proof, of: endpoint)
        guard answer.failure == nil else { throw failure(answer, body, place, token) }
        do throws(ErrorReport) {
            return .found(try AWSCredentials(json: body, tokenName: "Token", needsToken: true))
        } catch {
            let said = EndpointComplaint.words(body)
            throw said.isEmpty || said == "Success" ? error.at(place) : failure(answer, body, place, token)
        }
    }

    private func ask(
        _ method: Curl.Transfer.Method, _ path: String, _ field: HeaderField, of endpoint: AWSEndpoint
    ) async throws -> (answer: Curl.Answer, body: [UInt8]) {
        var transfer = Curl.Transfer(method, endpoint.origin + endpoint.path + path)
        transfer.isPlain = endpoint.isPlain
        transfer.headers = [field]
        return try await service.ask(transfer)
    }

    private func failure(
        _ answer: Curl.Answer, _ body: [UInt8], _ place: String, _ token: String
    ) -> ErrorReport {
        ErrorReport(
            .unavailable,
            "\(place): " + CredentialService.words(answer, EndpointComplaint.words(body), hiding: token),
            hint: "check that the instance has a role which it may take on, or set AWS_EC2_METADATA_DISABLED=true")
    }

    private static let endpointName = "AWS_EC2_METADATA_SERVICE_ENDPOINT"
    private static let rolesPath = "/latest/meta-data/iam/security-credentials/"
}
