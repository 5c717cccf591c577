import Diagnostics
import Programs
import Testing
import TestSupport

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
    arguments: ["web identity", "profile"])
func `no secret is on a command line, in a file or in a message`(source: String) async throws {
    let server = try CredentialServer()
    let folder = try TemporaryFolder()
    let work = try TemporaryFolder()
    try witness(folder)
    let settings =
        source == "profile"
        ? ["AWS_PROFILE": "publishing", "AWS_SHARED_CREDENTIALS_FILE": folder.path("credentials")]
        : [
            "AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("secret-of-the-job"), "AWS_ROLE_ARN": "arn:x",
            "AWS_ENDPOINT_URL_STS": "\(server.origin)/sts",
        ]
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
    for secret in ["secret-token", "secret/", "secret//", "ASIAEXAMPLE"] {
        #expect(!commands.contains(secret))
    }
    var after = try folder.snapshot()
    after["words"] = nil
    #expect(after == before)
    #expect(try work.snapshot() == [:])
    #expect(!"\(found)".contains("secret"))
}
