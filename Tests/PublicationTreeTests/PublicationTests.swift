import Diagnostics
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private let sha256 = String(repeating: "0a", count: 32)

private func entry(_ path: String, _ replacements: (String, String)...) -> String {
    let text = testText("Expected/index-entry.json").replacing("PATH", with: path).replacing("SHA256", with: sha256)
    return replacements.reduce(text) { $0.replacing($1.0, with: $1.1) }
}

private func index(_ entries: String..., replacing old: String = "", with new: String = "") -> String {
    let text = testText("Expected/index.json").replacing("SHA256", with: sha256)
        .replacing("ENTRIES", with: entries.joined(separator: ",\n"))
    return old.isEmpty ? text : text.replacing(old, with: new)
}

private func read(_ text: String) throws -> Publication { try Publication(JSONParser.parse(Array(text.utf8))) }

@Test func `an index is written in the one form and reads back as it was`() throws {
    let publication = try read(index(entry("a/b"), entry("c", ("\"file\"", "\"availability-ios\""))))
    #expect(publication.environment.rawValue == "production")
    #expect(publication.keys.map(\.id.rawValue) == ["k:1"] && publication.keys.map(\.state) == [.active])
    #expect(publication.origin == "https://example.com" && publication.resignAfter == 60)
    #expect(publication.policy == sha256 && publication.unclaimed.policy == nil)
    #expect(publication.profile == .dated)
    #expect(publication.documents.map(\.path.rawValue) == ["a/b", "c"])
    #expect(publication.documents.map(\.format) == [.file, .availabilityIOS])
    #expect(publication.documents[0].contentType == "text/plain")
    #expect(publication.documents[0].headers.map(\.name) == ["content-type", "cache-control"])

    let written = JSONWriter.bytes(of: publication.json)
    #expect(try Publication(JSONParser.parse(written)).documents == publication.documents)
    let indented = entry("a/b").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    #expect(JSONWriter.bytes(of: try read(index(entry("a/b"))).json) == Array((index(indented) + "\n").utf8))
}

@Test(arguments: [
    ("remote-config-ios", "\"parameters\": {\n        \"force\": \"a\",\n        \"optional\": \"b\"\n      }"),
    ("environment-config", "\"environments\": [\n        \"mainnet\"\n      ]"),
    ("web-bundle-index", "\"urlPrefix\": \"https://example.com/b/\""),
])
private func `what readers know beside a document is written and read back`(format: String, member: String) throws {
    let text = index(
        entry("a", ("\"file\"", "\"\(format)\""), ("no-store\"\n  }", "no-store\"\n  },\n  \(member)")))
    let publication = try read(text)
    #expect(publication.documents[0].knowledge != nil)
    let written = String(decoding: JSONWriter.bytes(of: publication.json), as: UTF8.self)
    let again = try read(written)
    #expect(written.contains(member) && again == publication, "\(written)")
}

@Test func `an index orders its documents by the bytes of their paths`() throws {
    let parsed = try read(index(entry("a"), entry("b")))
    let publication = parsed.with(parsed.documents.reversed())
    #expect(publication.documents.map(\.path.rawValue) == ["a", "b"])
}

private struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let message: String
    let place: String

    init(_ name: String, _ text: String, _ message: String, at place: String) {
        (testDescription, self.text, self.message, self.place) = (name, text, message, place)
    }
}

private let segmentRule = "is not made of A-Z a-z 0-9 . _ - without a leading dot"
private let digestRule = "not 64 lowercase hexadecimal digits"

private let broken: [Broken] = [
    Broken("no object", "[]", "expected an object, found an array", at: "1:1"),
    Broken("no documents", index(replacing: "documents", with: "docs"), "missing member \"documents\"", at: "1:1"),
    Broken(
        "an unknown member", index(replacing: "\"profile\"", with: "\"x\": 1, \"profile\""),
        "unknown member \"x\"", at: "3:3"),
    Broken(
        "documents that are no array", index(replacing: "[\n\n  ]", with: "{}"),
        "expected an array, found an object", at: "20:16"),
    Broken(
        "an environment with a slash", index(replacing: "\"production\"", with: "\"a/b\""),
        "not the name of an environment", at: "2:18"),
    Broken(
        "an environment that is not a string", index(replacing: "\"production\"", with: "1"),
        "expected a string, found a number", at: "2:18"),
    Broken("a key id with a space", index(replacing: "k:1", with: "k 1"), "not a key id", at: "12:13"),
    Broken(
        "an unknown state", index(replacing: "active", with: "lost"),
        "a key is next, active, retired or revoked", at: "14:16"),
    Broken(
        "a key that is not told by its bytes",
        index(replacing: "\"\(sha256)\",\n      \"state\"", with: "\"a\",\n\"state\""),
        digestRule, at: "13:17"),
    Broken(
        "an age that is negative", index(replacing: ": 60", with: ": -60"), "a negative number of seconds", at: "5:18"),
    Broken(
        "a cache-control of two lines", index(replacing: "no-cache", with: "a\\nb"), "not a cache-control", at: "6:19"),
    Broken(
        "a claim of another kind", index(replacing: "\"policy\"", with: "\"commit\""), "missing member \"policy\"",
        at: "17:12"),
    Broken("an unknown profile", index(replacing: "dated", with: "none"), "a profile is body or dated", at: "3:14"),
    Broken("a document that is not an object", index("1"), "expected an object, found a number", at: "21:1"),
    Broken("a document twice", index(entry("a"), entry("a")), "\"a\" is out of order or listed twice", at: "32:1"),
    Broken(
        "documents out of order", index(entry("b"), entry("a")), "\"a\" is out of order or listed twice",
        at: "32:1"),
    Broken(
        "a document without a digest", index(entry("a", ("sha256", "sha-256"))), "missing member \"sha256\"",
        at: "21:1"),
    Broken(
        "an unknown member of a document", index(entry("a", ("\"bytes\"", "\"size\": 7, \"bytes\""))),
        "unknown member \"size\"", at: "24:3"),
    Broken("a path that leads out", index(entry("../a")), "path segment \"..\" \(segmentRule)", at: "22:11"),
    Broken("an absolute path", index(entry("/a")), "path segment \"\" \(segmentRule)", at: "22:11"),
    Broken("an empty path", index(entry("")), "an empty path", at: "22:11"),
    Broken(
        "a sidecar as a document", index(entry("a.sig")), "\"a.sig\" is a name that belongs to the tree itself",
        at: "22:11"),
    Broken(
        "the index as a document", index(entry("publication")),
        "\"publication\" is a name that belongs to the tree itself", at: "22:11"),
    Broken(
        "a template without the names of its parameters", index(entry("a", ("\"file\"", "\"firebase-template\""))),
        "missing member \"parameters\"", at: "21:1"),
    Broken(
        "parameters of one name",
        index(
            entry(
                "a", ("\"file\"", "\"remote-config-ios\""),
                ("\"bytes\"", "\"parameters\": { \"force\": \"a\", \"optional\": \"a\" }, \"bytes\""))),
        "not two names of parameters", at: "24:17"),
    Broken(
        "a config without its environments", index(entry("a", ("\"file\"", "\"environment-config\""))),
        "missing member \"environments\"", at: "21:1"),
    Broken(
        "a list of bundles without its prefix", index(entry("a", ("\"file\"", "\"web-bundle-index\""))),
        "missing member \"urlPrefix\"", at: "21:1"),
    Broken(
        "a prefix of a file", index(entry("a", ("\"bytes\"", "\"urlPrefix\": \"\", \"bytes\""))),
        "unknown member \"urlPrefix\"", at: "24:3"),
    Broken("an unknown format", index(entry("a", ("\"file\"", "\"File\""))), "unknown document format", at: "23:13"),
    Broken(
        "a size that is a string", index(entry("a", (": 7", ": \"7\""))), "expected an integer, found a string",
        at: "24:12"),
    Broken(
        "a size with a fraction", index(entry("a", (": 7", ": 7.0"))), "7.0 is not an integer of 64 bits",
        at: "24:12"),
    Broken("a negative size", index(entry("a", (": 7", ": -7"))), "a negative size", at: "24:12"),
    Broken("a digest in upper case", index(entry("a", ("0a0a", "0A0A"))), digestRule, at: "25:13"),
    Broken("a digest that is too short", index(entry("a", (sha256, "0a"))), digestRule, at: "25:13"),
    Broken("a digest with other letters", index(entry("a", ("0a0a", "0g0a"))), digestRule, at: "25:13"),
    Broken(
        "a content type that the headers contradict",
        index(entry("a", ("\"contentType\": \"text/plain\"", "\"contentType\": \"text/html\""))),
        "contentType and the header content-type differ", at: "26:18"),
    Broken(
        "headers without a content type", index(entry("a", ("\"content-type\"", "\"content\""))),
        "contentType and the header content-type differ", at: "26:18"),
    Broken(
        "headers that are no object", index(entry("a", ("\"headers\": {", "\"headers\": 1, \"h\": {"))),
        "unknown member \"h\"", at: "27:17"),
    Broken(
        "a header in upper case", index(entry("a", ("\"cache-control\"", "\"Cache-Control\""))),
        "not a header in printable ASCII", at: "29:5"),
    Broken(
        "a header with a line feed", index(entry("a", ("no-store", "no-store\\nx: y"))),
        "not a header in printable ASCII", at: "29:5"),
    Broken(
        "a header with an empty value", index(entry("a", ("no-store", ""))), "not a header in printable ASCII",
        at: "29:5"),
    Broken(
        "a header that is not a string", index(entry("a", ("\"no-store\"", "1"))),
        "expected a string, found a number", at: "29:22"),
    Broken(
        "a header whose name holds a value", index(entry("a", ("\"cache-control\"", "\"x: y\""))),
        "not a header in printable ASCII", at: "29:5"),
]

@Test(arguments: broken)
private func `a broken index is refused with its reason and place`(vector: Broken) throws {
    let error = try #require(throws: JSONShapeError.self) { try read(vector.text) }
    #expect(error.message == vector.message)
    #expect(error.position?.description == vector.place)
}

@Test func `an index of more documents than a tree may have is refused before they are read`() throws {
    let zeros = String(repeating: "0,", count: Limits.treeDocuments) + "0"
    let error = try #require(throws: JSONShapeError.self) { try read(index(zeros)) }
    #expect(error.message == "more than 100000 documents")
}
