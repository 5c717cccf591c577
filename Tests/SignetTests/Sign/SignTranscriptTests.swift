import Testing
import TestSupport

@Test func `sign writes sidecars that verify accepts, in both profiles`() throws {
    let project = try Project()
    try project.folder.write("notes.json", "{}\n")
    let signed = try project.expectDone(["sign", "notes.json"])
    #expect(signed.output.hasPrefix("signed  notes.json  key \"production\", profile body, sha256 ca3d163b"))
    #expect(
        try project.folder.text("notes.json.headers").hasPrefix(
            "content-type: application/json\nx-amz-meta-signature: "))
    let verified = try project.expectDone(["verify", "notes.json"])
    #expect(verified.output.contains("ok  notes.json\n"))
    #expect(verified.output.contains("profile body: the signature covers the body"))

    try project.expectDone(["sign", "notes.json", "--profile", "dated", "--at", "2020-02-29T12:00:00Z"])
    let dated = try project.expectDone(["verify", "notes.json"])
    #expect(dated.output.contains("profile dated: signed Sat, 29 Feb 2020 12:00:00 UTC"))
    // The dated header is no signature over the body alone.
    try project.expectRefusal(["verify", "notes.json", "--profile", "body"], code: 1, ["is not one of key"])
}

@Test func `sign writes nothing when one of the files cannot be signed`() throws {
    let project = try Project()
    try project.folder.write("a.txt", "a")
    try project.folder.write("b.txt", "Mon, 03 Aug 2020 22:59:35 UTC:{}")
    let before = try project.folder.snapshot()
    try project.expectRefusal(["sign", "a.txt", "b.txt"], code: 1, ["b.txt: the content begins with a date"])
    try project.expectRefusal(["sign", "a.txt", "none.txt"], code: 66, ["none.txt: no such file"])
    try project.expectRefusal(["sign", "a.txt", "static"], code: 65, ["static: is not a regular file"])
    try project.expectRefusal(["sign", "a.txt.sig"], code: 1, ["sidecars are not signed"])
    try project.expectRefusal(
        ["sign", "a.txt", "--profile", "dated", "--at", "2090-01-01T00:00:00Z"], code: 1, ["ahead of the clock"])
    #expect(try project.folder.snapshot() == before)
}

@Test func `sign asks for the environment when several could sign`() throws {
    let project = try Project(keys: ["production", "staging"])
    try project.folder.write("a.txt", "a")
    try project.expectRefusal(["sign", "a.txt"], code: 64, ["several environments", "production, staging"])
    try project.expectDone(["sign", "a.txt", "--environment", "staging"])
    try project.expectDone(["verify", "a.txt", "--environment", "staging"])
    try project.expectRefusal(
        ["verify", "a.txt", "--environment", "production"], code: 1, ["is for environment \"staging\""])
}

@Test func `a large file is signed and verified in a stream`() throws {
    let project = try Project()
    try project.folder.write("large.bin", [0x1F, 0x8B, 0x08] + [UInt8](repeating: 7, count: 3_000_000))
    try project.expectDone(["sign", "large.bin", "--profile", "dated"])
    try project.expectDone(["verify", "large.bin"])
    try check("sh", ["-c", "printf x >> large.bin"], in: project.folder.root)
    try project.expectRefusal(["verify", "large.bin"], code: 1, ["large.bin: the signature is not one of key"])
}

@Test func `verify says what is wrong with a file and what to do next`() throws {
    let project = try Project(keys: ["production", "other"])
    try project.folder.write("a.txt", "a")
    try project.expectRefusal(
        ["verify", "a.txt"], code: 1, ["there is no a.txt.headers beside it", "hint: give the headers with"])
    try project.expectDone(["sign", "a.txt", "--environment", "production"])
    try project.expectDone(["verify", "a.txt", "--key", "keys/production.pub.pem"])
    try project.expectDone(
        ["verify", "a.txt", "--key", "keys/production.pub.pem", "--signature", "a.txt.sig"])
    try project.expectDone(["verify", "a.txt", "--signature", "a.txt.sig"])
    try project.expectRefusal(
        ["verify", "a.txt", "--key", "keys/other.pub.pem"], code: 1, ["is not one of key"])
    try project.expectRefusal(
        ["verify", "a.txt", "--key", "keys/production.key.pem"], code: 65, ["PRIVATE KEY", "-pubout"])
    try project.expectRefusal(["verify", "a.txt", "--key", "none.pem"], code: 66, ["none.pem: no such file"])
    try project.expectRefusal(["verify", "none.txt"], code: 66, ["none.txt: no such file or folder"])
    try project.expectRefusal(["verify", "static"], code: 66, ["static: holds no tree"])

    let list = try project.expectDone(["keys", "list"]).output.split(separator: "\n")
    let pin = String(list[2].dropFirst("    fingerprint ".count))
    try project.expectDone(["verify", "a.txt", "--pin", pin.uppercased()])
    let other = String(list[6].dropFirst("    fingerprint ".count))
    try project.expectRefusal(["verify", "a.txt", "--pin", other], code: 1, ["not the pinned one"])

    try project.folder.remove("a.txt.headers")
    try project.expectRefusal(["verify", "a.txt", "--signature", "a.txt.sig"], code: 1, ["names no key", "--key PEM"])
}

@Test func `verify takes headers as they were received`() throws {
    let project = try Project()
    try project.folder.write("a.txt", "a")
    try project.expectDone(["sign", "a.txt", "--profile", "dated"])
    let headers = try project.folder.text("a.txt.headers").split(separator: "\n").dropFirst().map(String.init)
    let flags = headers.flatMap { ["--header", $0.replacing("x-amz", with: "X-Amz")] }
    try project.folder.remove("a.txt.headers")
    try project.expectDone(["verify", "a.txt"] + flags)
    try project.expectRefusal(["verify", "a.txt"] + flags.prefix(2), code: 1, ["is not one of key"])
    try project.expectRefusal(
        ["verify", "a.txt", "--profile", "dated"] + flags.prefix(2), code: 1, ["signature-date is missing"])
    try project.expectRefusal(["verify", "a.txt"] + flags + flags.prefix(2), code: 1, ["more than once"])
    try project.expectRefusal(["verify", "a.txt", "--header", "etag: x"], code: 1, ["x-amz-meta-signature is missing"])
}

@Test func `--json says all of a verification`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    let verified = try project.expectDone(["verify", "output/production", "--json"])
    for part in ["\"verified\": true", "\"fingerprint\": \"", "\"format\": \"availability-ios\"", "\"refusals\": []"] {
        #expect(verified.output.contains(part))
    }
    try project.folder.write("output/production/files/notes.txt", "x")
    let refused = try project.run(["verify", "output/production", "--json"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("notes.txt: is not the body that publication.jws lists\nhint: "))
    #expect(refused.output.contains("\"reason\": \"is not the body that publication.jws lists\""))
}

@Test func `a tree is refused under another environment's name, and for another pin`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.expectRefusal(
        ["verify", "output/production", "--environment", "staging"], code: 1, ["is for environment \"production\""])
    try project.expectRefusal(
        ["verify", "output/production", "--pin", String(repeating: "a", count: 64)], code: 1, ["with fingerprint"])
    try check("cp", ["-r", "output/production", "copy"], in: project.folder.root)
    try project.expectRefusal(["verify", "copy"], code: 1, ["for environment \"production\""])
    try project.expectDone(["verify", "copy", "--environment", "production"])
    #expect(
        try run(signetPath, ["verify", ".", "--keys", "../../keys"], in: project.folder.path("output/production"))
            .status == 0)
}
