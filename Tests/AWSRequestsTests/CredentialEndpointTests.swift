import AWSRequests
import Diagnostics
import TestSupport
import Testing

/// A job in a container with an endpoint for its role.
private func container(
    _ server: CredentialServer, _ folder: TemporaryFolder, _ variables: [String: String] = [:]
) -> [String: String] {
    let own = [
        "AWS_CONTAINER_CREDENTIALS_FULL_URI": "\(server.origin)/container?id=7",
        "AWS_CONTAINER_AUTHORIZATION_TOKEN": CredentialServer.containerToken,
    ]
    return jobVariables(folder, own.merging(variables) { $1 })
}

/// A job on an instance.
private func instance(_ server: CredentialServer, _ folder: TemporaryFolder) -> [String: String] {
    jobVariables(
        folder, ["AWS_EC2_METADATA_DISABLED": "", "AWS_EC2_METADATA_SERVICE_ENDPOINT": "\(server.origin)/"])
}

private let roles = "/latest/meta-data/iam/security-credentials/"

// MARK: Containers

@Test(.peers(.curl, .python3), arguments: [true, false])
func `a container's endpoint is asked with its token`(isInFile: Bool) async throws {
    let server = try CredentialServer()
    let folder = try TemporaryFolder()
    var variables = container(server, folder)
    if isInFile {
        // The file comes first.
        variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "old"
        variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = folder.path("token")
        try folder.write("token", CredentialServer.containerToken + "\n")
    }
    #expect(try await credentials(variables) == .ofServer)
    #expect(try server.requests().map(\.line) == ["GET /container?id=7"])
}

@Test func `the relative address is that of the endpoint of ECS`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("bin/curl", "#!/bin/sh\ncat > '\(folder.path("input"))'\n")
    var variables = jobVariables(
        folder,
        [
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/credentials/1?a=b",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/",
        ])
    await #expect(throws: ErrorReport.self) { try await credentials(variables) }
    let input = try folder.text("input")
    #expect(input.contains("url = \"http://169.254.170.2/v2/credentials/1?a=b\"\n"))
    // It is never asked through a proxy.
    #expect(input.contains("noproxy = \"*\"\n"))
    variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] = ".example.com/x"
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message == "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI does not begin with a /")
}

@Test(arguments: [
    "http://example.com/x", "http://169.254.170.2.example.com/x", "http://10.0.0.1/x", "ftp://127.0.0.1/x",
    "http://127.0.0.1/x?a b", "http://user:secret@127.0.0.1/x",
])
func `a container's endpoint is reached without TLS on this machine and its link alone`(address: String) async throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("bin/curl", "#!/bin/sh\ntouch '\(folder.path("started"))'\n")
    let variables = jobVariables(folder, ["AWS_CONTAINER_CREDENTIALS_FULL_URI": address])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.hasPrefix("AWS_CONTAINER_CREDENTIALS_FULL_URI"))
    #expect(!folder.exists("started"))
}

@Test(arguments: ["a\r\nx: y", "naïve"]) func `a container's token must be one line of ASCII`(token: String)
    async throws
{
    let folder = try TemporaryFolder()
    let variables = jobVariables(
        folder,
        [
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/x", "AWS_CONTAINER_AUTHORIZATION_TOKEN": token,
        ])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message == "AWS_CONTAINER_AUTHORIZATION_TOKEN does not give a token in one line of ASCII")
}

@Test(.peers(.curl, .python3)) func `a container's endpoint that refuses is an error with its words`() async throws {
    let server = try CredentialServer()
    let variables = container(
        server, try TemporaryFolder(), ["AWS_CONTAINER_AUTHORIZATION_TOKEN": "Bearer other-secret"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(
        error.message == "\(server.origin)/container, which AWS_CONTAINER_CREDENTIALS_FULL_URI names: the host answers "
            + "with HTTP status 401: AccessDenied: who are you")
    #expect(!"\(error)".contains("other-secret"))
    // It is no passing trouble.
    #expect(try server.requests().count == 1)
}

@Test(.peers(.curl, .python3)) func `a container's endpoint that is too busy is asked again`() async throws {
    let server = try CredentialServer()
    try server.answer("/container", .init(status: 500, count: 2))
    #expect(try await credentials(container(server, TemporaryFolder())) == .ofServer)
}

@Test(
    .peers(.curl, .python3),
    arguments: ["", "{}", #"{"AccessKeyId": "secret-a", "SecretAccessKey": "secret-b"}"#, #"{"AccessKeyId": "secret"#])
func `a container's answer without credentials is an error that does not quote it`(body: String) async throws {
    let server = try CredentialServer()
    try server.answer("/container", .init(body: body))
    let error = try await #require(throws: ErrorReport.self) {
        try await credentials(container(server, TemporaryFolder()))
    }
    #expect(error.message.contains("the answer "))
    #expect(!"\(error)".contains("secret"))
}

// MARK: Instances

@Test(.peers(.curl, .python3)) func `an instance's role is asked for with a token`() async throws {
    let server = try CredentialServer()
    #expect(try await credentials(instance(server, TemporaryFolder())) == .ofServer)
    let requests = try server.requests()
    #expect(requests.map(\.line) == ["PUT /latest/api/token", "GET \(roles)", "GET \(roles)publisher"])
    #expect(requests[0].headers["x-aws-ec2-metadata-token-ttl-seconds"] == "300")
    #expect(requests.dropFirst().allSatisfy { $0.headers["x-aws-ec2-metadata-token"] == "metadata-secret" })
}

@Test(.peers(.curl, .python3), arguments: [403, 404, 405, 500])
func `a machine of another kind has no credentials of an instance`(status: Int) async throws {
    let server = try CredentialServer()
    try server.answer("/latest/api/token", .init(status: status, body: "nothing here"))
    let error = try await #require(throws: ErrorReport.self) {
        try await credentials(instance(server, TemporaryFolder()))
    }
    #expect(
        error.message.hasSuffix(
            "; the instance metadata of \(server.origin): the host answers with HTTP status \(status)"))
    #expect(try server.requests().count == 1)
}

@Test(.peers(.curl)) func `a machine without instance metadata has no credentials of an instance`() async throws {
    let variables = jobVariables(
        try TemporaryFolder(),
        ["AWS_EC2_METADATA_DISABLED": "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:1"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.contains("; the instance metadata of http://127.0.0.1:1: the host cannot be reached: "))
}

@Test(.peers(.curl, .python3), arguments: [(404, ""), (200, ""), (200, "\n")])
func `an instance without a role has no credentials`(answer: (Int, String)) async throws {
    let server = try CredentialServer()
    try server.answer(roles, .init(status: answer.0, body: answer.1))
    let error = try await #require(throws: ErrorReport.self) {
        try await credentials(instance(server, TemporaryFolder()))
    }
    #expect(error.message.hasSuffix("; the instance metadata of \(server.origin): the instance has no role"))
}

@Test(
    .peers(.curl, .python3),
    arguments: [
        (
            200, #"{"Code": "AssumeRoleUnauthorizedAccess", "Message": "EC2 cannot assume it with metadata-secret"}"#,
            "the answer cannot be used: AssumeRoleUnauthorizedAccess: EC2 cannot assume it with […]"
        ),
        (500, "", "the host answers with HTTP status 500"),
        (200, #"{"Code": "Success", "AccessKeyId": "secret"}"#, "the answer has no SecretAccessKey"),
        (200, "<html>secret</html>", "the answer is not a JSON object"),
    ])
func `a role that an instance cannot take on is an error`(status: Int, body: String, said: String) async throws {
    let server = try CredentialServer()
    try server.answer("\(roles)publisher", .init(status: status, body: body))
    let error = try await #require(throws: ErrorReport.self) {
        try await credentials(instance(server, TemporaryFolder()))
    }
    #expect(error.message == "the instance metadata of \(server.origin): \(said)")
    #expect(!"\(error)".contains("secret"))
}

@Test func `the instance metadata is usually at its address of the link, and never elsewhere without TLS`() async throws
{
    let folder = try TemporaryFolder()
    try folder.writeProgram("bin/curl", "#!/bin/sh\ncat > '\(folder.path("input"))'\n")
    var variables = jobVariables(folder, ["AWS_EC2_METADATA_DISABLED": "no"])
    await #expect(throws: ErrorReport.self) {
        // With the usual time limits.
        try await CredentialChain(variables: variables) { nil }.credentials()
    }
    let input = try folder.text("input")
    #expect(input.contains("url = \"http://169.254.169.254/latest/api/token\"\n"))
    #expect(input.contains("connect-timeout = 1.000\n"))
    variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = "http://example.com"
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.hasPrefix("AWS_EC2_METADATA_SERVICE_ENDPOINT: "))
}
