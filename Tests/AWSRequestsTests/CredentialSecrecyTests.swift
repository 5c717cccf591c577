import AWSRequests
import Diagnostics
import TestSupport
import Testing

/// Puts programs first on the PATH that note their words and the variables they get, and then become the real ones.
private func witness(_ folder: TemporaryFolder) throws {
    for name in ["curl", "aws"] {
        guard let path = Peer.path(of: name) else { continue }
        try folder.writeProgram(
            "bin/\(name)",
            """
            #!/bin/sh
            echo "\(name) $@" >> '\(folder.path("words"))'
            exec '\(path)' "$@"
            """)
    }
}

@Test(
    .peers(.curl, .python3, .aws, .strace), .tracing,
    arguments: ["web identity", "profile", "container", "instance"])
func `no secret is on a command line, in a file or in a message`(source: String) async throws {
    let server = try CredentialServer()
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try witness(folder)
    let settings: [String: String] =
        switch source {
        case "web identity":
            [
                "AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("secret-of-the-job"), "AWS_ROLE_ARN": "arn:x",
                "AWS_ENDPOINT_URL_STS": "\(server.origin)/sts",
            ]
        case "profile":
            ["AWS_PROFILE": "publishing", "AWS_SHARED_CREDENTIALS_FILE": folder.path("credentials")]
        case "container":
            [
                "AWS_CONTAINER_CREDENTIALS_FULL_URI": "\(server.origin)/container",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN": CredentialServer.containerToken,
            ]
        default: ["AWS_EC2_METADATA_DISABLED": "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT": server.origin]
        }
    try folder.write("secret-of-the-job", "secret-token")
    try folder.write(
        "credentials", "[publishing]\naws_access_key_id = ASIAEXAMPLE\naws_secret_access_key = secret/key\n")
    let before = try folder.snapshot()
    var variables = jobVariables(folder, settings)
    variables["TMPDIR"] = work.root
    let found = try await credentials(variables)
    #expect(found.accessKeyID == "ASIAEXAMPLE")

    let commands = try folder.text("words")
    #expect(commands.contains(source == "profile" ? "aws configure " : "curl -q --config -\n"))
    #expect(!commands.contains("secret") || source == "profile")
    for secret in ["secret-token", "secret/", "secret//", "container-secret", "metadata-secret", "ASIAEXAMPLE"] {
        #expect(!commands.contains(secret))
    }
    var after = try folder.snapshot()
    after["words"] = nil
    #expect(after == before)
    #expect(try work.snapshot() == [:])
    #expect(!"\(found)".contains("secret"))
}
