import Diagnostics
import Programs
import Testing
import TestSupport

/// A folder with a program `aws` that notes how it is started, and a file with a profile.
private func profile(_ script: String, config: String? = "[default]\nregion = eu-west-2\n") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    if let config { try folder.write(".aws/config", config) }
    try folder.writeProgram("bin/aws", "#!/bin/sh\necho \"$@\" >> '\(folder.path("words"))'\n\(script)\n")
    return folder
}

private func words(_ folder: TemporaryFolder) throws -> [String] {
    folder.exists("words") ? try folder.text("words").split(separator: "\n").map(String.init) : []
}

@Test(arguments: [
    ("2026-08-04T12:00:00+00:00", Int64(1_785_844_800)), ("2026-08-04T12:00:00.987654+00:00", 1_785_844_800),
    ("2026-08-04T14:00:00+02:00", 1_785_844_800), ("2026-08-04T12:00:00Z", 1_785_844_800), (nil, nil),
])
func `version 2 of aws hands out the credentials of any profile`(end: String?, expiration: Int64?) async throws {
    let session = end.map { #", "SessionToken": "token", "Expiration": "\#($0)""# } ?? ""
    let json = #"{"Version": 1, "AccessKeyId": "ASIAPROFILE", "SecretAccessKey": "secret"\#(session)}"#
    let folder = try profile("echo '\(json)'")
    let found = try await credentials(jobVariables(folder))
    #expect(
        found
            == AWSCredentials(
                accessKeyID: "ASIAPROFILE", secretAccessKey: "secret", sessionToken: end == nil ? nil : "token",
                expiration: expiration))
    #expect(try words(folder) == ["configure export-credentials --format process"])
}

@Test(arguments: [
    "not json", "[]", "{}", #"{"AccessKeyId": "secret-a"}"#,
    #"{"AccessKeyId": "secret a", "SecretAccessKey": "secret-b"}"#,
    #"{"AccessKeyId": 7, "SecretAccessKey": "secret-b"}"#,
    #"{"AccessKeyId": "secret-a", "SecretAccessKey": "secret-b", "SecretAccessKey": "secret-c"}"#,
    #"{"AccessKeyId": "secret-a", "SecretAccessKey": "secret-b", "Expiration": "secret-c"}"#,
])
func `what version 2 of aws prints is read strictly and not quoted`(json: String) async throws {
    let folder = try profile("echo '\(json)'")
    let error = try await #require(throws: ErrorReport.self) { try await credentials(jobVariables(folder)) }
    #expect(error.message.hasPrefix("aws configure export-credentials: "))
    #expect(!"\(error)".contains("secret"))
}

@Test(.peers(.aws), arguments: [true, false])
func `version 1 of aws gives the keys of a file`(hasToken: Bool) async throws {
    let version = try check("aws", ["--version"])
    try #require(version.contains("aws-cli/1."))
    let folder = try TemporaryFolder()
    let token = hasToken ? "aws_session_token = token=\n" : ""
    try folder.write(
        "credentials", "[publishing]\naws_access_key_id = AKIDFILE\naws_secret_access_key = se+cr/et\n\(token)")
    let variables = jobVariables(
        folder,
        [
            "AWS_PROFILE": "publishing", "AWS_SHARED_CREDENTIALS_FILE": folder.path("credentials"),
            "AWS_CONFIG_FILE": folder.path("config"),
        ])
    #expect(
        try await credentials(variables)
            == AWSCredentials(
                accessKeyID: "AKIDFILE", secretAccessKey: "se+cr/et", sessionToken: hasToken ? "token=" : nil))
}

@Test(.peers(.aws)) func `a profile that version 1 of aws does not find is an error with its words`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("credentials", "[publishing]\naws_access_key_id = AKIDFILE\naws_secret_access_key = secret\n")
    let variables = jobVariables(
        folder, ["AWS_PROFILE": "other", "AWS_SHARED_CREDENTIALS_FILE": folder.path("credentials")])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(
        error.message == "the program aws cannot use the profile \"other\"; aws says: The config profile (other) could "
            + "not be found")
}

@Test(.peers(.aws)) func `a role that version 1 of aws takes on is not replaced by the keys of its file`() async throws
{
    let moto = try MotoServer()
    let folder = try TemporaryFolder()
    try folder.write(
        "config",
        """
        [default]
        region = eu-west-2
        role_arn = arn:aws:iam::111122223333:role/publish
        source_profile = default
        aws_access_key_id = AKIDFILE
        aws_secret_access_key = secret
        """)
    let variables = jobVariables(
        folder, ["AWS_CONFIG_FILE": folder.path("config"), "AWS_ENDPOINT_URL": moto.origin, "NO_PROXY": "127.0.0.1"])
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message == "this version of aws does not hand out the credentials of a profile (assume-role)")
    #expect(error.hint?.contains("2.9") == true)
}

@Test func `a default profile without credentials is not an error of its own`() async throws {
    let folder = try profile("echo 'Unable to retrieve credentials: no credentials found' >&2; exit 253")
    let error = try await #require(throws: ErrorReport.self) { try await credentials(jobVariables(folder)) }
    #expect(error.message.hasSuffix("; the default profile has no credentials"))
    let named = try await #require(throws: ErrorReport.self) {
        try await credentials(jobVariables(folder, ["AWS_PROFILE": "publishing"]))
    }
    #expect(named.message == "the profile that AWS_PROFILE names has no credentials")
}

@Test func `a profile that must be signed in to is an error with the words of aws`() async throws {
    let folder = try profile(
        "printf '\\nError when retrieving token from sso: Token has expired\\033[2J\\n' >&2; exit 255")
    let error = try await #require(throws: ErrorReport.self) { try await credentials(jobVariables(folder)) }
    #expect(
        error.message == "the program aws cannot use the default profile; aws says: Error when retrieving token from "
            + "sso: Token has expired[2J")
    #expect(error.hint?.contains("aws sso login") == true)
}

@Test func `without the program a named profile is an error, a file alone is not`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(".aws/credentials", "[default]\n")
    var variables = jobVariables(folder)
    variables["PATH"] = folder.path("bin")
    let error = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(error.message.hasSuffix("; there is no program aws to read profiles"))
    variables["AWS_PROFILE"] = "publishing"
    let named = try await #require(throws: ErrorReport.self) { try await credentials(variables) }
    #expect(named.message == "AWS_PROFILE names a profile, but there is no program aws on the PATH to read it")
}

// MARK: When the program is started

@Test(
    arguments: [
        ([:], nil, false), ([:], ".aws/config", true), ([:], ".aws/credentials", true),
        (["AWS_CONFIG_FILE": "/nonexistent"], ".aws/config", false), (["AWS_CONFIG_FILE": "~/mine"], "mine", true),
        (["AWS_SHARED_CREDENTIALS_FILE": "~/mine"], "mine", true), (["AWS_PROFILE": ""], nil, false),
        (["AWS_PROFILE": "x"], nil, true),
    ] as [([String: String], String?, Bool)])
func `the program aws is started only where there can be a profile`(
    variables: [String: String], file: String?, isStarted: Bool
) async throws {
    let folder = try profile("exit 1", config: nil)
    if let file { try folder.write(file, "[default]\n") }
    _ = try await AWSRegion.find(variables: jobVariables(folder, variables), timeLimit: .hours)
    #expect(try words(folder) == (isStarted ? ["configure get region"] : []))
    await #expect(throws: ErrorReport.self) { try await credentials(jobVariables(folder, variables)) }
    #expect(try words(folder).contains("configure export-credentials --format process") == isStarted)
}

// MARK: The region

@Test func `the region is that of the environment, else that of the profile`() async throws {
    let folder = try profile("echo eu-west-3")
    var variables = jobVariables(folder, ["AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "auto"])
    var found: [String?] = []
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION", "HOME"] {
        found.append(try await AWSRegion.find(variables: variables, timeLimit: .hours))
        variables[name] = nil
    }
    found.append(try await AWSRegion.find(variables: variables, timeLimit: .hours))
    #expect(found == ["eu-west-1", "auto", "eu-west-3", nil])
    #expect(try words(folder) == ["configure get region"])
}

@Test(arguments: ["EU-WEST-1", "eu west", "eu.west", "eu-west-2/../x", "é", "a\n", String(repeating: "a", count: 33)])
func `what cannot be a region is an error that names its variable`(text: String) async throws {
    let folder = try profile("printf '%s' '\(text)'")
    for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
        let error = try await #require(throws: ErrorReport.self) {
            try await AWSRegion.find(variables: jobVariables(folder, [name: text]), timeLimit: .hours)
        }
        #expect(error.kind == .usage)
        #expect(error.message.hasPrefix("\(name) is \""))
        #expect(!error.message.contains("\n"))
    }
    guard text != "a\n" else { return }
    let error = try await #require(throws: ErrorReport.self) {
        try await AWSRegion.find(variables: jobVariables(folder), timeLimit: .hours)
    }
    #expect(error.message.hasPrefix("the region of the profile is \""))
}

@Test(.peers(.aws)) func `aws itself knows the region of a profile`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
        "config", "[default]\nregion = eu-west-1\n[profile x]\nregion = cn-north-1\n[profile y]\noutput = json\n")
    for (name, region) in [("default", "eu-west-1"), ("x", "cn-north-1"), ("y", nil)] {
        let variables = jobVariables(folder, ["AWS_CONFIG_FILE": folder.path("config"), "AWS_PROFILE": name])
        #expect(try await AWSRegion.find(variables: variables, timeLimit: .hours) == region)
    }
    await #expect(throws: ErrorReport.self) {
        let variables = jobVariables(folder, ["AWS_CONFIG_FILE": folder.path("config"), "AWS_PROFILE": "z"])
        _ = try await AWSRegion.find(variables: variables, timeLimit: .hours)
    }
}

@Test(.peers(.python3), .peers(.aws)) func `each region belongs to the domain that the SDKs give it`() throws {
    let script = """
        import json, os, botocore
        folder = os.path.join(os.path.dirname(botocore.__file__), "data", "partitions.json")
        for partition in json.load(open(folder))["partitions"]:
            for region in partition["regions"]:
                if "global" not in region: print(region, partition["outputs"]["dnsSuffix"])
        """
    let lines = try check("python3", ["-c", script]).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.count > 30)
    for line in lines {
        #expect(AWSRegion.isValid(String(line[0])))
        #expect(AWSRegion.domain(of: String(line[0])) == line[1])
    }
}
