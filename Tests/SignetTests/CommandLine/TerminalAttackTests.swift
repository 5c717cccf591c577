import Foundation
import Testing
import TestSupport

/// The name of a file that forges a line, sets the title of a terminal and turns the direction of writing.
private let hostile = "x\nok  forged\u{1B}]0;pwned\u{7}\u{9B}2J\u{202E}.txt"
private let shown = #"x\nok  forged\u{1B}]0;pwned\u{7}\u{9B}2J\u{202E}.txt"#

/// What a terminal would obey, line feeds aside.
private func obeyed(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
    }
}

@Test func `the name of a file forges no line of what sign and verify say, and steers no terminal`() throws {
    let project = try Project()
    try project.folder.write(hostile, "x")
    let signed = try project.expectDone(["sign", hostile])
    #expect(signed.output.hasPrefix("signed  \(shown)  key "))
    let verified = try project.expectDone(["verify", hostile])
    #expect(verified.output.split(separator: "\n").filter { $0.hasPrefix("ok") } == ["ok  \(shown)"])
    try project.folder.write(hostile, "y")
    let refused = try project.expectRefusal(["verify", hostile], code: 1, ["signet: error: \(shown): "])
    let missing = try project.expectRefusal(["verify", "none\(hostile)"], code: 66, ["none\(shown): no such file"])
    for result in [signed, verified, refused, missing] {
        #expect(obeyed(result.output + result.errors) == [])
    }
}

@Test func `JSON output escapes what a terminal would obey, and its values are what they were`() throws {
    let project = try Project()
    try project.folder.write(hostile, "x")
    try project.expectDone(["sign", hostile])
    let result = try project.expectDone(["verify", "--json", hostile])
    #expect(obeyed(result.output) == [])
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let documents = try #require((json["result"] as? [String: Any])?["documents"] as? [[String: Any]])
    #expect((documents.first?["path"] as? String).map { Array($0.utf8) } == Array(hostile.utf8))
}

@Test(arguments: ["out\u{1B}[2J\u{202E}put", "out\nsignet: error: put"])
func `the path of a tree forges no line of a build, its notes or its progress`(output: String) throws {
    let project = try Project()
    let built = try project.expectDone(["build", "--output", output])
    let verified = try project.expectDone(["verify", output])
    let again = try project.expectDone(["build", "--output", output, "--json"])
    for result in [built, verified, again] {
        #expect(obeyed(result.output + result.errors) == [])
        #expect(!(result.output + result.errors).split(separator: "\n").contains { $0.hasPrefix("signet: error") })
    }
}
