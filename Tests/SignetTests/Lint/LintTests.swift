import Foundation
import Testing
import TestSupport

@Test func `a sound policy has no findings`() throws {
    let project = try LintCase.project()
    let result = try project.expectDone(["lint", "--strict"])
    #expect(result.output == "no errors, no warnings\n")
    #expect(
        result.errors
            == "signet: note: production: compared with nothing; --previous live says what changes for people\n")
    #expect(!project.folder.exists("output"))
    try project.expectDone(["build", "--strict"])
    let again = try project.expectDone(["lint", "--strict", "--previous", "output"])
    #expect(again.output == "no errors, no warnings\n")
    #expect(again.errors == "")
}

@Test func `a version name above the newest is found though the version codes are in order`() throws {
    let project = try LintCase.project()
    // Without the documents that show one version for both platforms.
    let documents = try #require(LintCase.policy.range(of: "\"app-config\""))
    let end = try #require(LintCase.policy.range(of: "\"files\""))
    var policy = LintCase.policy
    policy.removeSubrange(documents.lowerBound..<end.lowerBound)
    for (name, isAbove) in [("3.2.0", false), ("3.2.1", true)] {
        try project.folder.write(
            "policy.json", policy.replacing("\"versionName\": \"3.0.0\"", with: "\"versionName\": \"\(name)\""))
        let said = try project.run(["lint"]).errors
        let isSaid = said.contains("the name of minimumAppVersion \(name) of android is above latestAppVersion 3.2.0")
        #expect(isSaid == isAbove, "\(said)")
    }
}

@Test func `a policy has up to 64 environments`() throws {
    let project = try LintCase.project()
    for (count, isTooMany) in [(64, false), (65, true)] {
        let others = (1..<count).map { "\"e\($0)\": { \"extends\": \"production\" }, " }.joined()
        try project.folder.write(
            "policy.json", LintCase.policy.replacing("\"production\": {", with: others + "\"production\": {"))
        let said = try project.run(["lint"]).errors
        #expect(said.contains("there are more than 64 environments [limit]\n") == isTooMany, "\(said.prefix(500))")
    }
}
