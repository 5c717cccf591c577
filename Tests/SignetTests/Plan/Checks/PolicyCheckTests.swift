import Foundation
import Testing
import TestSupport

@Test func `a sound policy has no findings`() throws {
    let project = try TeamCase.project()
    let result = try project.expectDone(["plan", "none", "--strict"])
    #expect(result.output.hasPrefix("no errors, no warnings; "))
    #expect(result.output.hasSuffix("; compared with nothing\nnext: signet plan compares it with what is live\n"))
    #expect(!project.folder.exists("output"))
    try project.expectDone(["build", "--strict"])
    let again = try project.expectDone(["plan", "output", "--strict"])
    #expect(again.output.hasPrefix("production   nothing changes: "))
    #expect(again.errors == "")
}

@Test func `a version name above the newest is found though the version codes are in order`() throws {
    let project = try TeamCase.project()
    // Without the documents that show one version for both platforms.
    let documents = try #require(TeamCase.policy.range(of: "\"app-config\""))
    let end = try #require(TeamCase.policy.range(of: "\"files\""))
    var policy = TeamCase.policy
    policy.removeSubrange(documents.lowerBound..<end.lowerBound)
    for (name, isAbove) in [("3.2.0", false), ("3.2.1", true)] {
        try project.folder.write(
            "policy.json", policy.replacing("\"versionName\": \"3.0.0\"", with: "\"versionName\": \"\(name)\""))
        let said = try project.run(["plan", "none"]).errors
        let isSaid = said.contains("the name of minimumAppVersion \(name) of android is above latestAppVersion 3.2.0")
        #expect(isSaid == isAbove, "\(said)")
    }
}

@Test func `a policy has up to 64 environments`() throws {
    let project = try TeamCase.project()
    for (count, isTooMany) in [(64, false), (65, true)] {
        let others = (1..<count).map { "\"e\($0)\": { \"extends\": \"production\" }, " }.joined()
        try project.folder.write(
            "policy.json", TeamCase.policy.replacing("\"production\": {", with: others + "\"production\": {"))
        let said = try project.run(["plan", "none"]).errors
        #expect(said.contains("there are more than 64 environments [limit]\n") == isTooMany, "\(said.prefix(500))")
    }
}
