import Foundation
import TestSupport
import Testing

@Test func `the README's own policy is built and verified as it says`() throws {
    let folder = try TemporaryFolder()
    let block = try #require(Readme(section: "Your own policy in ten minutes").blocks.first)
    let tools = String(signetPath.dropLast("/signet".count))
    let result = try run(
        "sh", ["-e", "-c", block.code], in: folder.root, environment: ["PATH": "\(tools):/usr/bin:/bin"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("output/production: all 4 documents verify"))
}

@Test func `the README's environment goes into the starter policy`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init"], in: folder).status == 0)
    let block = try #require(Readme(section: "Your own policy in ten minutes").blocks.last)
    #expect(block.language == "json")
    let policy = try folder.text("policy.json")
    let first = try #require(policy.firstRange(of: "\"production\": {"))
    try folder.write(
        "policy.json", policy.replacingCharacters(in: first, with: "\(block.code),\n    \"production\": {"))
    #expect(try signet(["keys", "generate", "staging"], in: folder).status == 0)
    #expect(try signet(["build"], in: folder).status == 0)
    #expect(try folder.text("output/staging/distribution/availability-ios").contains("\"value\": \"3.1.0\""))
}
