import Testing
import TestSupport

/// A team's folder with a built tree, and a reviewer's folder that has that tree and one PEM, but no key ring.
private struct Review {
    let project: Project
    let reviewer: TemporaryFolder

    init() throws {
        project = try Project()
        try project.expectDone(["build"])
        reviewer = try TemporaryFolder()
        try check("cp", ["-a", project.folder.path("output/production"), reviewer.path("received (2)")])
        try reviewer.write("team.pem", project.folder.read("keys/production.pub.pem"))
    }

    func verify(_ words: [String]) throws -> CommandResult { try signet(["verify"] + words, in: reviewer) }
}

// MARK: One key

@Test func `a tree verifies under one PEM, for the environment that its index names`() throws {
    let review = try Review()
    let result = try review.verify(["received (2)", "--key", "team.pem"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    #expect(result.output.contains("    key \"team.pem\" signed 4, on "))
    #expect(result.output.contains("documents verify\n"))
    let json = try review.verify(["received (2)", "--key", "team.pem", "--json"])
    #expect(json.output.contains("\"environment\": \"production\""))
    let named = try review.verify(["received (2)", "--key", "team.pem", "--environment", "production"])
    #expect(named.output == result.output)
    let all = try review.verify([".", "--key", "team.pem"])
    #expect(all.status == 66, "its folder has a name of no environment: \(all.errors)")
    try check("mv", [review.reviewer.path("received (2)"), review.reviewer.path("staging")])
    #expect(try review.verify([".", "--key", "team.pem"]).status == 0)
}

@Test func `a tree under another key, environment or body is refused with one PEM`() throws {
    let review = try Review()
    let other = try review.verify(["received (2)", "--key", "team.pem", "--environment", "staging"])
    #expect(other.status == 1)
    #expect(other.errors.contains("is for environment \"production\", not \"staging\""), "\(other.errors)")
    #expect(other.errors.contains("if this is the right one: --environment production\n"), "\(other.errors)")
    try review.project.expectDone(["keys", "generate", "other", "--environment", "other"])
    try review.reviewer.write("other.pem", review.project.folder.read("keys/other.pub.pem"))
    let wrong = try review.verify(["received (2)", "--key", "other.pem"])
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("/publication.jws: is not signed by any trusted key"), "\(wrong.errors)")
    let both = try review.verify(["received (2)", "--key", "team.pem", "--keys", "x"])
    #expect(both.status == 64)
    try review.reviewer.write("received (2)/files/notes.txt", "changed\n")
    let changed = try review.verify(["received (2)", "--key", "team.pem"])
    #expect(changed.status == 1)
    #expect(changed.errors.contains("files/notes.txt: the signature is not one of key"), "\(changed.errors)")
    try review.reviewer.remove("received (2)/publication.jws")
    #expect(try review.verify(["received (2)", "--key", "team.pem"]).status == 66)
}

@Test(arguments: [
    (["nowhere"], "nowhere: no such file or folder"),
    (
        ["received (2)", "--environment", "production"],
        "keys/keyring.json: there is no key ring\nhint: get it back from git, or name its folder with"
    ),
]) func `a target that does not exist is said before a missing ring`(words: [String], said: String) throws {
    let result = try Review().verify(words)
    #expect(result.status == 66 && result.errors.contains("signet: error: "), "\(result.errors)")
    #expect(result.errors.contains(said), "\(result.errors)")
}

@Test func `an index is verified before it is read for what it lists`() throws {
    let review = try Review()
    let index = try review.reviewer.text("received (2)/publication.jws")
    try review.reviewer.write("received (2)/publication.jws", index.dropLast(2) + "AA")
    let json = try review.verify(["received (2)", "--key", "team.pem", "--json"])
    #expect(json.status == 1)
    #expect(json.output.contains("\"documents\": []"), "\(json.output)")
}

// MARK: An exported ring

@Test func `an exported key ring verifies trees and files, and decides`() throws {
    let review = try Review()
    let exported = try review.project.expectDone(["keys", "export", "--json"])
    try review.reviewer.write("ring.json", exported.output)
    try check("mv", [review.reviewer.path("received (2)"), review.reviewer.path("production")])
    for target in ["production", ".", "production/files/notes.txt"] {
        let result = try review.verify([target, "--keys", "ring.json"])
        #expect(result.status == 0, "\(target): \(result.errors)")
        #expect(result.output.contains("key \"production\""))
    }
    try review.reviewer.write("ring.json", exported.output.replacing("\"active\"", with: "\"revoked\""))
    let revoked = try review.verify(["production", "--keys", "ring.json"])
    #expect(revoked.status == 1 && revoked.errors.contains("is revoked"), "\(revoked.errors)")
}

@Test(arguments: [
    ("a PEM", "keys/production.pub.pem", "is not an exported key ring: 1:1: "),
    ("a team's own ring", "keys/keyring.json", "is not an exported key ring: "),
])
func `what is no exported key ring is refused with what --keys takes`(
    name: String, path: String, words: String
) throws {
    let review = try Review()
    try review.project.expectRefusal(
        ["verify", "output", "--keys", path], code: 65,
        ["\(path): \(words)", "hint: --keys takes a file that signet keys export --json wrote, or the folder of"])
}

// MARK: Headers as received

/// A dump of headers around those of a sidecar.
private struct Dump: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Why it is refused; nil when it is not.
    let words: String?
    let make: @Sendable (_ fields: [String]) -> String

    init(_ name: String, _ words: String?, _ make: @escaping @Sendable ([String]) -> String) {
        (testDescription, self.words, self.make) = (name, words, make)
    }

    static func response(_ status: String, _ fields: [String]) -> String {
        ([status] + fields + ["", ""]).joined(separator: "\r\n")
    }

    static let all = [
        Dump("HTTP/1.1", nil) { response("HTTP/1.1 200 OK", $0) },
        Dump("HTTP/2", nil) { response("HTTP/2 200 ", ["server: x", "age: 0"] + $0) },
        Dump("names in other letters, and spaces", nil) {
            response("HTTP/1.1 200 OK", $0.map { $0.replacing("x-amz-meta", with: "X-Amz-Meta") + " \t" } + ["x:"])
        },
        Dump("a header sidecar", nil) { $0.joined(separator: "\n") + "\n" },
        Dump("after 100 and a redirect with a signature", nil) {
            response("HTTP/1.1 100 Continue", [])
                + response("HTTP/1.1 302 Found", ["location: /x", "x-amz-meta-signature: evil"])
                + response("HTTP/1.1 200 OK", $0)
        },
        Dump("an answer 404 at the end", "the last response has status 404") {
            response("HTTP/1.1 200 OK", $0) + response("HTTP/1.1 404 Not Found", [])
        },
        Dump("a signature twice", "header x-amz-meta-signature appears more than once") {
            response("HTTP/1.1 200 OK", $0 + $0)
        },
        Dump("a fold", "line 2 is not \"name: value\"") { response("HTTP/1.1 200 OK", [" folded: x"] + $0) },
        Dump("a line without a colon", "line 2 is not \"name: value\"") { response("HTTP/1.1 200 OK", ["x"] + $0) },
        Dump("trailers after the empty line", "line 3 is not a status line") {
            response("HTTP/1.1 200 OK", []) + $0.joined(separator: "\r\n") + "\r\n\r\n"
        },
        Dump("no end", "there is no empty line after the last header") {
            "HTTP/1.1 200 OK\r\n" + $0.joined(separator: "\r\n") + "\r\n"
        },
        Dump("bare line feeds", "there is no empty line after the last header") {
            response("HTTP/1.1 200 OK", $0).replacing("\r\n", with: "\n")
        },
        Dump("one bare line feed", "line 2 does not end with CR LF") {
            response("HTTP/1.1 200 OK", ["x: y\nz: a"] + $0)
        },
        Dump("a carriage return in a line", "line 2 does not end with CR LF") {
            response("HTTP/1.1 200 OK", ["x: y\rz: a"] + $0)
        },
        Dump("no status", "line 1 is not a status line") { response("HTTP/1.1", $0) },
    ]
}

@Test(arguments: Dump.all)
private func `headers are taken as curl dumps them, the last response alone, and strictly`(dump: Dump) throws {
    let project = try Project()
    try project.expectDone(["build"])
    let fields = try project.folder.text("output/production/files/notes.txt.headers").split(separator: "\n")
    try project.folder.write("notes", project.folder.read("output/production/files/notes.txt"))
    // Beside the file, and named by a flag.
    try project.folder.write("notes.headers", dump.make(fields.map { String($0) }))
    try project.folder.write("moved", project.folder.read("notes"))
    for words in [["verify", "notes"], ["verify", "moved", "--headers", "notes.headers"]] {
        let result = try project.run(words)
        guard let reason = dump.words else {
            #expect(result.status == 0, "\(result.errors)")
            continue
        }
        #expect([1, 65].contains(result.status))
        #expect(result.errors.contains(reason), "\(result.errors)")
    }
}

@Test func `headers come from one place`() throws {
    let project = try Project()
    try project.folder.write("x.headers", "a: b\n")
    for words in [["--header", "a: b"], ["--signature", "s"]] {
        try project.expectRefusal(
            ["verify", "policy.json", "--headers", "x.headers"] + words, code: 64, ["exclude each other"])
    }
    try project.expectRefusal(["verify", ".", "--headers", "x.headers"], code: 64, ["--headers is for one file"])
}
