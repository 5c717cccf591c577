import Foundation
import Testing
import TestSupport

private let compared = ["plan", "published"]

/// A project with nothing wrong in it, whose tree was kept as it was built.
private func published() throws -> Project {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    let (output, kept) = (project.folder.path("output/production"), project.folder.path("published"))
    try FileManager.default.copyItem(atPath: output, toPath: kept)
    return project
}

@Test func `an index that does not verify is told of, and is not taken for nothing to compare with`() throws {
    let project = try published()
    let ring = try project.folder.text("keys/keyring.json")
    let id = try #require(ring.firstMatch(of: #/"id": "([^"]+)"/#)?.1)
    try project.folder.write("keys/keyring.json", ring.replacing("\"id\": \"\(id)\"", with: "\"id\": \"stranger\""))
    try project.change("policy.json", "\"resignAfter\": \"12h\"", "\"resignAfter\": \"23h\"")
    let said = try project.expectRefusal(
        compared, code: 1, ["production/publication.jws is not signed by any trusted key", "[unverified-document]"])
    #expect(!said.output.contains("no byte differs"), "\(said.output)")
}

@Test func `the channels of a bundle are told apart whatever they are called`() throws {
    let project = try Project()
    try project.writeWebBuild()
    try project.pack("1.0.0")
    let list = try project.folder.text("bundles.json")
    func offer(_ channels: String) throws {
        let version = "\"version\": \"1.0.0\""
        try #require(list.contains(version), "\(list)")
        try project.folder.write(
            "bundles.json", list.replacing(version, with: "\(version), \"when\": { \"channels\": \(channels) }"))
    }
    try offer(#"["beta", "qa", "dev"]"#)
    try project.expectDone(["build"])
    try offer(#"["beta or qa", "dev"]"#)
    let said = try project.run(["plan", "output"]).output
    #expect(said.contains(#"channels beta or qa or dev → channels "beta or qa" or dev"#), "\(said)")
    #expect(said.contains("no longer in beta, qa"), "\(said)")
}

@Test func `a bundle whose listed size is not that of its archive is not built`() throws {
    let project = try Project()
    try project.writeWebBuild()
    try project.pack("1.0.0")
    let list = try project.folder.text("bundles.json")
    let size = try #require(list.firstMatch(of: #/"size": ([0-9]+)/#)?.1)
    try project.folder.write("bundles.json", list.replacing("\"size\": \(size)", with: "\"size\": \(size)1"))
    try project.expectRefusal(["build"], code: 66, ["with the listed size and SHA-256, is in none of: "])
}

@Test func `of a long value everything from the first to the last difference is shown`() throws {
    let project = try published()
    let filler = String(repeating: "a", count: 300)
    func write(_ text: String) throws {
        try project.folder.write(
            "base.json", "{ \"environments\": { \"main\": {} }, \"settings\": \"\(text)\", \"other\": 1 }")
    }
    try write("1\(filler)pay.example.com")
    try project.expectDone(["build"])
    try write("2\(filler)evil.example")
    let said = try project.expectDone(["plan", "output"]).output
    for words in ["\"1aaa", "\"2aaa"] { #expect(said.contains(words), "\(said)") }
    #expect(try project.expectDone(["plan", "output", "--markdown"]).output.contains("evil"))
    // What differs in more than can be shown is acknowledged by its digest.
    try write(String(repeating: "b", count: 900) + "evil.example")
    try project.expectRefusal(["plan", "output"], code: 1, ["[unnamed-change]"])
    // So are more members than anyone reads.
    let members = (0..<101).map { "\"m\($0)\": \"x.y\"" }.joined(separator: ", ")
    try project.folder.write(
        "base.json",
        "{ \"environments\": { \"main\": {} }, \"settings\": \"1\(filler)pay.example.com\", \"other\": 1, \(members) }")
    try project.expectRefusal(["plan", "output"], code: 1, ["[unnamed-change]"])
}

@Test func `an entry of allow for a block fits no other block of as many devices`() throws {
    let project = try TeamCase.project()
    let age = "\"resignAfter\": \"12h\","
    try project.change("policy.json", age, "\(age) \"population\": \"devices.csv\", \"maxBlocked\": \"1%\",")
    try project.folder.write(
        "devices.csv", "platform,os,app,build,devices\nios,17.0,3.0.0,30,50\nandroid,34,3.0.0,30,50\n")
    try project.expectDone(["build"])
    func plan() throws -> String { try project.run(["plan", "output"]).output }
    try project.change("policy.json", #""value": "13.5""#, #""value": "18.0""#)
    try project.change("policy.json", #""value": "14""#, #""value": "18.0""#)
    let first = try plan()
    let entry = try #require(first.firstMatch(of: #/\{ "code": "over-limit"[^}]*\}/#)?.0, "\(first)")
    #expect(entry.contains("50 of 100 devices"))
    try project.change("policy.json", age, "\(age) \"allow\": [\(entry)],")
    #expect(try !plan().contains("over-limit"))
    try project.expectDone(["build"])
    try project.change("policy.json", #""value": 23"#, #""value": 35"#)
    let second = try plan()
    #expect(second.contains("50 of 100 devices") && second.contains("\"over-limit\""), "\(second)")
}

@Test func `what a new recommendation says is told, in every language in Markdown`() throws {
    let project = try TeamCase.project()
    let recommended =
        #""recommendedAppVersion": { "value": "3.1.0", "title": "title", "description": "recommended" },"#
    let policy = try project.folder.text("policy.json")
    try project.change("policy.json", recommended, "")
    try project.expectDone(["build"])
    try project.folder.write("policy.json", policy)
    let text = try project.expectDone(["plan", "output"]).output
    #expect(text.contains("description of recommendedAppVersion is new in 2 languages: ar, en"), "\(text)")
    let markdown = try project.expectDone(["plan", "output", "--markdown"]).output
    for words in ["An update is there", "يتوفر تحديث"] { #expect(markdown.contains(words), "\(markdown)") }
}
