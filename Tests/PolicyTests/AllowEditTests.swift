import Diagnostics
import ManifestVerifier
import Policy
import Testing
import TestSupport

@Test(arguments: ["", ", \"allow\": null", ", \"allow\": []"])
func `an acknowledgement makes the list that is missing, or null`(members: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
        "policy.json",
        "{ \"environments\": { \"staging\": { \"origin\": \"https://s.example\", \"documents\": {}\(members) } } }")
    let change = ChangeIdentity(at: "ios.minimumAppVersion", from: "3.0.0", to: "2.0.0")
    try await PolicyEdit.allow(
        Allowance.Subject(code: .devicesFreed, change: change), in: #require(EnvironmentName("staging")),
        policy: folder.path("policy.json"))
    let policy = try folder.text("policy.json")
    #expect(
        policy.contains(
            "{ \"code\": \"devices-freed\", \"at\": \"ios.minimumAppVersion\", \"from\": \"3.0.0\", \"to\": \"2.0.0\" }"
        ))
    #expect(!policy.contains("null"))
}
