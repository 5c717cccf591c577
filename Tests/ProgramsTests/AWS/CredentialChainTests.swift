import Diagnostics
import Foundation
import Programs
import Testing
import TestSupport

private let keys = ["AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG"]

/// A folder whose programs `curl` and `aws` note that they were started.
private func tattlingPrograms() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["curl", "aws"] {
        try folder.writeProgram("bin/\(name)", "#!/bin/sh\necho \(name) >> '\(folder.path("started"))'; exit 1\n")
    }
    return folder
}

@Test(arguments: [nil, "token/with=signs+"])
func `keys in the environment need no program at all`(token: String?) async throws {
    let folder = try tattlingPrograms()
    // All other sources are there, too.
    try folder.write(".aws/config", "[default]\n")
    var variables = jobVariables(folder, keys)
    variables.merge([
        "AWS_PROFILE": "other", "AWS_WEB_IDENTITY_TOKEN_FILE": "/nonexistent", "AWS_ROLE_ARN": "arn:x",
        "AWS_REGION": "eu-west-2",
    ]) { $1 }
    variables["AWS_SESSION_TOKEN"] = token
    let found = try await credentials(variables)
    #expect(
        found
            == AWSCredentials(
                accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG", sessionToken: token))
    #expect(try await AWSRegion.find(variables: variables) == "eu-west-2")
    #expect(!folder.exists("started"))
}

@Test(arguments: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
func `one half of a key is an error that names both`(name: String) async throws {
    var variables = jobVariables(try TemporaryFolder(), keys)
    variables[name] = ""
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.kind == .usage)
    #expect(keys.keys.allSatisfy { error.message.contains($0) })
    #expect(error.message.hasSuffix("is set without \(name)"))
}

@Test(
    arguments: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
    ["wJalr XUtn", "ends\n", "header\r\nx: y", "naïve", "tab\t", String(repeating: "x", count: 20_000)].map(Brief.init))
func `a key that could not be in a field is refused and not quoted`(name: String, value: Brief<String>) async throws {
    let value = value.value
    var variables = jobVariables(try TemporaryFolder(), keys)
    variables[name] = value
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.hasPrefix(name))
    #expect(!"\(error)".contains(value.trimmingCharacters(in: .whitespacesAndNewlines)))
}

@Test func `without any credentials one error says what each source needs`() async throws {
    let folder = try tattlingPrograms()
    let error = try await #require(throws: ErrorReport.self) { try await credentials(jobVariables(folder)) }
    #expect(error.kind == .unavailable)
    let expected = [
        "AWS_ACCESS_KEY_ID is not set", "AWS_WEB_IDENTITY_TOKEN_FILE is not set",
        "AWS_PROFILE is not set and there is no \(folder.path(".aws/config")) or \(folder.path(".aws/credentials"))",
    ]
    #expect(error.message == "there are no AWS credentials: \(expected.joined(separator: "; "))")
    for name in ["AWS_SECRET_ACCESS_KEY", "AWS_ROLE_ARN", "aws", "aws configure export-credentials --format env"] {
        #expect(error.hint?.contains(name) == true)
    }
    #expect(!folder.exists("started"))
}

@Test(.peers(.curl, .python3)) func `the sources are asked in the order of the SDKs`() async throws {
    let folder = try TemporaryFolder()
    let server = try CredentialServer()
    try folder.write("token", "the-token\n")
    try folder.writeProgram(
        "bin/aws",
        #"#!/bin/sh"# + "\n" + #"echo '{"Version": 1, "AccessKeyId": "PROFILE", "SecretAccessKey": "x"}'"# + "\n")
    var variables = jobVariables(
        folder,
        keys.merging([
            "AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("token"), "AWS_ROLE_ARN": "arn:aws:iam::111122223333:role/x",
            "AWS_ENDPOINT_URL_STS": "\(server.origin)/sts", "AWS_PROFILE": "publishing",
        ]) { $1 })
    var found: [String] = []
    for name in ["AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_PROFILE"] {
        found.append(try await credentials(variables).accessKeyID)
        variables[name] = nil
        if name == "AWS_ACCESS_KEY_ID" { variables["AWS_SECRET_ACCESS_KEY"] = nil }
    }
    #expect(found == ["AKIDEXAMPLE", CredentialServer.keyID, "PROFILE"])
}

@Test func `credentials do not show what they hold`() {
    let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret-1", sessionToken: "secret-2")
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains("secret"))
}
