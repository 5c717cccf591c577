import Foundation
import Testing
import TestSupport

/// The example beside the client for Android, with the keys of a tree that the tool built.
@Test(.inCI, .peers(.java)) func `the example for Android obeys a signed tree, with a network or without`() throws {
    let project = try Project(
        policy: Project.policy(envelopes: #"["headers", "jws"]"#, documents: #""gate": "gate/{platform}.json""#))
    try project.expectDone(["build"])
    try project.folder.write("ProductionKeyRing.java", project.expectDone(["keys", "export", "--java"]).output)
    let client = try AndroidClient([AndroidClient.example, project.folder.path("ProductionKeyRing.java")])
    let server = try RawHTTPServer()
    let path = "gate/android.json.jws"
    let file = try project.folder.read("output/production/\(path)")
    try server.answer("/\(path)", with: .init(body: file))

    func said() throws -> [Substring] {
        let result = try client.run("Example", [server.origin, client.folder.path("kept")])
        #expect(result.status == 0, "\(result.said)")
        return result.output.split(separator: "\n")
    }
    #expect(try said() == ["REQUIRED FETCHED null", "Update the app / now"])
    try server.answer("/\(path)", with: .init(status: 404))
    #expect(try said() == ["REQUIRED STORED status: the server answered 404", "Update the app / now"])
    try server.answer("/\(path)", with: .init(body: Array(file.dropLast(4)) + Array("AAAA".utf8)))
    #expect(try said().first?.hasPrefix("REQUIRED STORED bad-signature: ") == true)
}

@Test func `the example for Android is short`() throws {
    let text = try String(contentsOf: URL(fileURLWithPath: AndroidClient.example), encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0.contains(";") && !$0.hasPrefix("import") } <= 10)
}
