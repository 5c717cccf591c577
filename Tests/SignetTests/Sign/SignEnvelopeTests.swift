import Testing
import TestSupport

private let all = ["--envelope", "headers", "--envelope", "jws"]
private let notes = "distribution/notes.txt"

@Test func `sign writes every envelope that is asked for, and verify checks each`() throws {
    let project = try Project()
    try project.folder.write(notes, "hello\n")
    let signed = try project.expectDone(["sign", notes, "--at", "2026-08-03T22:59:35Z"] + all)
    #expect(
        signed.output.hasPrefix(
            "signed  \(notes)  key \"production\", profile body, .jws for \(notes), sha256 5891b5b5"))
    let verified = try project.expectDone(["verify", notes]).output
    #expect(verified.contains("    profile body: the signature covers the body\n"))
    #expect(verified.contains("    .jws for \"production\" at \(notes): signed Mon, 03 Aug 2026 22:59:35 UTC\n"))

    let alone = try project.expectDone(["verify", "\(notes).jws"]).output
    let lines = alone.split(separator: "\n").map(String.init)
    #expect(lines.first == "ok  \(notes).jws")
    #expect(lines.last == "    .jws for \"production\" at \(notes): signed Mon, 03 Aug 2026 22:59:35 UTC")
    #expect(alone.contains("    sha256 5891b5b5"))
    #expect(!alone.contains("profile"))

    // Dated headers and the .jws have the same date.
    try project.expectDone(["sign", notes, "--profile", "dated", "--at", "2026-08-03T22:59:36Z"] + all)
    #expect(try project.expectDone(["verify", notes]).output.contains("dated: signed Mon, 03 Aug 2026 22:59:36 UTC"))
}

@Test func `a private key is never signed, whatever file has it`() throws {
    let project = try Project()
    let before = try project.folder.snapshot()
    try project.expectRefusal(
        ["sign", "--envelope", "jws", "--path", "files/x", "keys/production.key.pem"], code: 1,
        ["the content has the words PRIVATE KEY"])
    #expect(try project.folder.snapshot() == before)
}

@Test func `a file can be signed without signature headers`() throws {
    let project = try Project()
    try project.folder.write(notes, "hello\n")
    try project.expectDone(["sign", notes, "--envelope", "jws"])
    #expect(try project.folder.text("\(notes).headers") == "content-type: text/plain; charset=utf-8\n")
    let verified = try project.expectDone(["verify", notes]).output
    #expect(verified.contains("    .jws for \"production\" at \(notes): signed "))
    #expect(!verified.contains("profile"))
    try project.expectRefusal(
        ["verify", notes, "--profile", "body"], code: 1, ["header x-amz-meta-signature is missing"])
    try project.folder.write(notes, "other\n")
    try project.expectRefusal(["verify", notes], code: 1, ["\(notes): its .jws holds another body"])
    try project.folder.write(notes, "hello\n")
    try project.folder.remove("\(notes).headers")
    try project.expectDone(["verify", notes])
    // The .sig counts, too.
    try project.folder.write("other.txt", "other\n")
    try project.expectDone(["sign", "other.txt"])
    try project.folder.write("\(notes).sig", project.folder.read("other.txt.sig"))
    try project.expectRefusal(["verify", notes], code: 1, ["the signature is not a signature of this key"])
}

@Test func `a .jws is for a path, which sign has to know`() throws {
    let project = try Project()
    try project.folder.write(notes, "hello\n")
    let before = try project.folder.snapshot()
    for file in ["./\(notes)", "\(project.folder.root)/\(notes)", "static/../\(notes)"] {
        try project.expectRefusal(
            ["sign", file, "--envelope", "jws"], code: 64,
            ["\(file): a .jws is for one path of the host, and this cannot be it", "hint: say where", "--path"])
    }
    for path in ["/notes.txt", "../notes.txt", "a.jws", "publication.jws", "builds/index.json"] {
        try project.expectRefusal(
            ["sign", notes, "--envelope", "jws", "--path", path], code: 64, ["--path \(path) is not a path"])
    }
    try project.expectRefusal(["sign", notes, "--path", notes], code: 64, ["--path is for --envelope jws"])
    try project.expectRefusal(
        ["sign", notes, "static/notes.txt", "--envelope", "jws", "--path", notes], code: 64, ["--path is for one file"])
    #expect(try project.folder.snapshot() == before)
    try project.expectDone(["sign", "./\(notes)", "--envelope", "jws", "--path", "files/other.txt"])
    try project.expectRefusal(
        ["verify", "\(notes).jws"], code: 1,
        ["it was signed for the path files/other.txt", "hint: it is at another place here", "--path files/other.txt"])
    try project.expectDone(["verify", "\(notes).jws", "--path", "files/other.txt"])
}

@Test func `sign writes no .jws that readers elsewhere would take for something else`() throws {
    let project = try Project()
    let bodies = [
        ("{\"sub\": \"root\"}", "\"sub\" in it would make it a JSON Web Token elsewhere"), ("", "it is empty"),
        (String(repeating: "a", count: (1 << 20) + 1), "it is larger than 1048576 bytes"),
    ]
    for (body, reason) in bodies {
        try project.folder.write("a.txt", body)
        let before = try project.folder.snapshot()
        try project.expectRefusal(
            ["sign", "a.txt", "--envelope", "jws"], code: 1, ["a.txt: can have no .jws: \(reason)"])
        #expect(try project.folder.snapshot() == before)
        try project.expectDone(["sign", "a.txt"])
        for sidecar in ["a.txt.sig", "a.txt.headers"] { try project.folder.remove(sidecar) }
    }
    for name in ["a.jws", "a.JWS"] {
        try project.folder.write(name, "x")
        try project.expectRefusal(["sign", name], code: 1, ["\(name): is a sidecar, and sidecars are not signed"])
    }
}

@Test(arguments: [
    (["jws", "jws"], "\"jws\" is listed twice"), (["dsse"], "an envelope is headers, jws"),
])
func `sign takes envelopes as a policy does`(names: [String], reason: String) throws {
    let project = try Project()
    try project.folder.write("a.txt", "a")
    try project.expectRefusal(
        ["sign", "a.txt"] + names.flatMap { ["--envelope", $0] }, code: 64, ["--envelope: \(reason)"])
}
