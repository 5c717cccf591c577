import Diagnostics
import LocalFiles
import ManifestVerifier

/// A role that a CI job or a pod takes on with a token in a file (OpenID Connect). The request to the Security Token Service
/// needs no signature.
struct WebIdentity: Sendable {
    private let variables: [String: String]
    private let service: CredentialService
    private let region: @Sendable () async throws -> String?

    init(
        variables: [String: String], timeLimits: CredentialTimeLimits,
        region: @escaping @Sendable () async throws -> String?
    ) {
        self.variables = variables
        self.region = region
        service = CredentialService(variables: variables, timeLimits: timeLimits)
    }

    func find() async throws -> CredentialFinding {
        guard let path = variables.nonEmpty(Self.fileName) else { return .none("\(Self.fileName) is not set") }
        guard let role = variables.nonEmpty("AWS_ROLE_ARN") else {
            throw ErrorReport(
                .usage, "\(Self.fileName) is set without AWS_ROLE_ARN",
                hint: "set AWS_ROLE_ARN to the role that trusts the token, like arn:aws:iam::111122223333:role/publish")
        }
        let token = try Self.token(at: path)
        let endpoint = try await endpoint()
        var transfer = Curl.Transfer(.post, "\(endpoint.origin)\(endpoint.path)/")
        transfer.isPlain = endpoint.isPlain
        transfer.headers = [HeaderField(unchecked: "content-type", value: "application/x-www-form-urlencoded")]
        let form = [
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
            ("RoleSessionName", variables.nonEmpty("AWS_ROLE_SESSION_NAME") ?? "signet"), ("WebIdentityToken", token),
        ]
        transfer.body = .text(form.map { "\($0)=\($1.utf8.percentEncoded())" }.joined(separator: "&"))
        let (answer, body) = try await service.ask(transfer)
        let text = String(decoding: body, as: UTF8.self)
        guard answer.failure == nil else { throw failure(answer, text, role: role, token: token) }
        do throws(ErrorReport) {
            return .found(try Self.credentials(in: text))
        } catch {
            throw error.at(endpoint.origin)
        }
    }

    /// Where the service listens; without a region it is the global one.
    private func endpoint() async throws -> AWSEndpoint {
        if let endpoint = try AWSEndpoint.configured(for: "STS", variables: variables) { return endpoint }
        guard let region = try await region() else { return AWSEndpoint(host: "sts.amazonaws.com") }
        return AWSEndpoint(host: "sts.\(region).\(AWSRegion.domain(of: region))")
    }

    private func failure(_ answer: Curl.Answer, _ text: String, role: String, token: String) -> ErrorReport {
        let (code, message) = (Self.element("Code", of: text) ?? "", Self.element("Message", of: text) ?? "")
        let said = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
        let hint =
            switch code {
            case "ExpiredTokenException": "get a new token into the file that \(Self.fileName) names"
            case "": "check the network, AWS_REGION and AWS_ENDPOINT_URL_STS, then try again"
            default:
                "check that the trust policy of the role names the issuer, the audience and the subject of the token"
            }
        return ErrorReport(
            .unavailable,
            "the Security Token Service does not give the role \(role.printable) for the token of \(Self.fileName); "
                + CredentialService.words(answer, said, hiding: token),
            hint: hint)
    }

    private static func credentials(in text: String) throws(ErrorReport) -> AWSCredentials {
        func field(_ name: String) throws(ErrorReport) -> CredentialFields.Field {
            // What is escaped in XML is in no key and no token.
            guard let value = element(name, of: text), !value.contains("&"), !value.contains("<") else {
                throw ErrorReport(.unavailable, "the answer has no \(name)")
            }
            return (name, value)
        }
        return try AWSCredentials(
            checking: CredentialFields(
                accessKeyID: field("AccessKeyId"), secretAccessKey: field("SecretAccessKey"),
                sessionToken: field("SessionToken"), expiration: field("Expiration")))
    }

    /// The text in the first XML element of that name.
    private static func element(_ name: String, of text: String) -> String? { text.between("<\(name)>", "</\(name)>") }

    private static func token(at path: String) throws -> String {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try ReadableFile(following: path).bytes(limit: Limits.webIdentityTokenBytes)
        } catch {
            throw error.report.at(fileName)
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingLineEnd
        guard token.isASCIIWord else {
            throw ErrorReport(
                .unavailable, "\(fileName): \(path.printable): does not hold one token and nothing else",
                hint: "a token is three parts of letters and digits with points between them")
        }
        return token
    }

    private static let fileName = "AWS_WEB_IDENTITY_TOKEN_FILE"
}
