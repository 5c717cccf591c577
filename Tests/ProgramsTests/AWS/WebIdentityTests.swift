import Diagnostics
import Foundation
import ManifestVerifier
import Programs
import Testing
import TestSupport

private let role = "arn:aws:iam::111122223333:role/publish"
private let token = "eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.secret-signature"

/// A job whose token is in a file.
private func job(
    _ folder: TemporaryFolder, token: String = token, _ variables: [String: String]
) throws -> [String: String] {
    try folder.write("token", token)
    return jobVariables(
        folder,
        ["AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("token"), "AWS_ROLE_ARN": role].merging(variables) { $1 })
}

@Test(.peers(.curl, .moto)) func `a token in a file becomes credentials of a role`() async throws {
    let moto = try MotoServer()
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let variables = try job(folder, ["AWS_ENDPOINT_URL_STS": moto.origin])
    let found = try await credentials(variables)
    #expect(found.accessKeyID.hasPrefix("ASIA"))
    #expect(found.secretAccessKey.utf8.count == 40)
    #expect(found.sessionToken?.isEmpty == false)
    let left = try #require(found.expiration) - Int64(Date.now.timeIntervalSince1970)
    #expect((1...3_600).contains(left))
}

@Test(.peers(.curl, .python3), arguments: ["AWS_ENDPOINT_URL_STS", "AWS_ENDPOINT_URL"])
func `the role, the session and the token are sent in the body, without a signature`(name: String) async throws {
    let server = try CredentialServer()
    let folder = try TemporaryFolder()
    // As a pod has it: a link, and with a line break from `echo`.
    try folder.write("data/token", "\(token)\n")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "data/token")
    let variables = jobVariables(
        folder,
        [
            "AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("link"), "AWS_ROLE_ARN": role, name: "\(server.origin)/sts/",
            "AWS_ROLE_SESSION_NAME": "job 7&x",
        ])
    #expect(try await credentials(variables) == .ofServer)
    let request = try #require(try server.requests().first)
    #expect(request.line == "POST /sts/")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.headers["authorization"] == nil)
    #expect(
        request.body == "Action=AssumeRoleWithWebIdentity&Version=2011-06-15"
            + "&RoleArn=arn%3Aaws%3Aiam%3A%3A111122223333%3Arole%2Fpublish&RoleSessionName=job%207%26x"
            + "&WebIdentityToken=\(token)")
}

@Test(arguments: [
    ("eu-west-2", "https://sts.eu-west-2.amazonaws.com/"), ("cn-north-1", "https://sts.cn-north-1.amazonaws.com.cn/"),
    (nil, "https://sts.amazonaws.com/"),
])
func `the service of the region is asked, over TLS`(region: String?, url: String) async throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("bin/curl", "#!/bin/sh\ncat > '\(folder.path("input"))'\n")
    let variables = try job(folder, [:])
    await #expect(throws: ErrorReport.self) { try await credentials(variables) { region } }
    let input = try folder.text("input")
    #expect(input.contains("url = \"\(url)\"\n"))
    #expect(input.contains("proto = \"=https\"\n"))
}

@Test(
    .peers(.curl, .python3),
    arguments: [
        ("ExpiredTokenException", "get a new token"), ("InvalidIdentityToken", "trust policy"),
        ("AccessDenied", "trust policy"),
    ])
func `a refusal says which source failed, why and what to do`(code: String, hint: String) async throws {
    let server = try CredentialServer()
    // A service that repeats what it was sent.
    let body =
        "<ErrorResponse><Error><Code>\(code)</Code><Message>not \(token)\u{1B}[2J</Message></Error></ErrorResponse>"
    try server.answer("/sts/", .init(status: 403, body: body))
    // A later source is not asked.
    let folder = try TemporaryFolder()
    try folder.writeProgram("bin/aws", "#!/bin/sh\ntouch '\(folder.path("started"))'\n")
    let variables = try job(
        folder, ["AWS_ENDPOINT_URL_STS": "\(server.origin)/sts", "AWS_PROFILE": "publishing"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.kind == .unavailable)
    #expect(
        error.message == "the Security Token Service does not give the role \(role) for the token of "
            + "AWS_WEB_IDENTITY_TOKEN_FILE; the host answers with HTTP status 403: \(code): not […]\\u{1B}[2J")
    #expect(error.hint?.contains(hint) == true)
    #expect(try server.requests().map(\.line) == ["POST /sts/"])
    #expect(!folder.exists("started"))
}

@Test(
    .peers(.curl, .python3),
    arguments: [(503, ""), (429, ""), (400, "<Code>IDPCommunicationError</Code>")], [(2, true), (3, false)])
func `a service that is too busy is asked three times`(answer: (Int, String), trouble: (Int, Bool)) async throws {
    let server = try CredentialServer()
    try server.answer("/sts/", .init(status: answer.0, body: answer.1, count: trouble.0))
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let variables = try job(folder, ["AWS_ENDPOINT_URL_STS": "\(server.origin)/sts"])
    if trouble.1 {
        #expect(try await credentials(variables) == .ofServer)
    } else {
        await #expect(throws: ErrorReport.self) { try await credentials(variables) }
    }
    #expect(try server.requests().count == 3)
}

@Test(
    .peers(.curl, .python3),
    arguments: [
        "", "<AccessKeyId>A</AccessKeyId>", "<AccessKeyId>A</AccessKeyId><SecretAccessKey>&#10;</SecretAccessKey>",
        "<AccessKeyId>a b</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>"
            + "<Expiration>2026-08-04T12:00:00Z</Expiration>",
        "<AccessKeyId>A</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>"
            + "<Expiration>soon</Expiration>",
        String(repeating: "x", count: Limits.credentialAnswerBytes + 1),
    ].map(Brief.init))
func `an answer without usable credentials is an error`(body: Brief<String>) async throws {
    let server = try CredentialServer()
    try server.answer("/sts/", .init(body: body.value))
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let variables = try job(folder, ["AWS_ENDPOINT_URL_STS": "\(server.origin)/sts"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.kind == .unavailable)
}

@Test func `a token that is not there, or is not one, names its variable`() async throws {
    let folder = try TemporaryFolder()
    for (content, phrase) in [
        ("two words", "one token"), ("", "one token"), (String(repeating: "x", count: 20_001), "larger"),
    ] {
        let error = try await #require(throws: ErrorReport.self) {
            try await credentials(job(folder, token: content, [:]))
        }
        #expect(error.message.hasPrefix("AWS_WEB_IDENTITY_TOKEN_FILE: \(folder.path("token")): "))
        #expect(error.message.contains(phrase))
    }
    let variables = try job(folder, ["AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("other")])
    let missing = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(missing.message == "AWS_WEB_IDENTITY_TOKEN_FILE: \(folder.path("other")): no such file or folder")
}

@Test func `a token without a role is an error, a role without a token is not`() async throws {
    let folder = try TemporaryFolder()
    let error = try await #require(throws: ErrorReport.self) {
        try await credentials(job(folder, ["AWS_ROLE_ARN": ""]))
    }
    #expect(error.message == "AWS_WEB_IDENTITY_TOKEN_FILE is set without AWS_ROLE_ARN")
    let other = try await #require(throws: ErrorReport.self) {
        try await credentials(job(folder, ["AWS_WEB_IDENTITY_TOKEN_FILE": ""]))
    }
    #expect(other.message.contains("AWS_WEB_IDENTITY_TOKEN_FILE is not set"))
}

@Test func `a token is sent without TLS to this machine alone`() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let variables = try job(folder, ["AWS_ENDPOINT_URL_STS": "http://sts.example.com"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.hasPrefix("AWS_ENDPOINT_URL_STS: "))
    #expect(error.message.contains("without TLS"))
}
