import Foundation
import Testing
import TestSupport

/// A project with an environment `staging` that inherits a rule for iOS and has these members of its own.
private func staging(_ members: String) throws -> Project {
    let project = try Project.everyDocument()
    let policy = try project.folder.text("policy.json")
    let end = try #require(policy.range(of: "\n    }\n  }\n}", options: .backwards))
    let other =
        ",\n    \"staging\": { \"extends\": \"production\", \"origin\": \"https://s.shop.example\", \(members) }"
    let start = policy.index(end.lowerBound, offsetBy: "\n    }".count)
    try project.folder.write("policy.json", policy[..<start] + other + policy[start...])
    try project.change(
        "policy.json", "\"ios\": {",
        "\"ios\": { \"rules\": [ { \"id\": \"r\", \"when\": { \"app\": \"1.0\" }, \"then\": \"available\" } ],")
    try project.expectDone(["keys", "generate", "staging"])
    return project
}

@Test func `a bad night can begin where an environment has dropped the rules that it would inherit`() throws {
    let project = try staging("\"ios\": { \"rules\": null }")
    try project.expectDone(["block", "ios", "3.2.0", "--environment", "staging"])
    #expect(try project.folder.text("policy.json").contains("\"rules\": [{ \"id\": \"block-3.2.0\""))
    try project.expectDone(["unblock", "ios", "3.2.0", "--environment", "staging"])
    #expect(try project.folder.text("policy.json").contains("\"rules\": []"))
}

@Test func `an edit keeps the ends of lines, and who may read the file`() throws {
    let project = try Project.everyDocument()
    let rules =
        "\"rules\": [\n          { \"id\": \"r\", \"when\": { \"app\": \"1.0\" }, \"then\": \"available\" }\n        ],"
    try project.change("policy.json", "\"ios\": {", "\"ios\": {\n        \(rules)")
    let policy = try project.folder.text("policy.json").replacingOccurrences(of: "\n", with: "\r\n")
    try project.folder.write("policy.json", policy)
    let path = project.folder.path("policy.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try project.expectDone(["block", "ios", "3.2.0"])
    let edited = try project.folder.text("policy.json")
    #expect(edited.contains("block-3.2.0"))
    #expect(edited.utf8.split(separator: UInt8(ascii: "\n")).dropLast().allSatisfy { $0.last == UInt8(ascii: "\r") })
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
}
