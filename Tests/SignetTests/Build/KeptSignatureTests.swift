import ManifestVerifier
import Testing
import TestSupport

@Test func `a re-build keeps the sidecars of what did not change, to the byte`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production")
    try project.folder.write("static/more.txt", "more\n")
    let built = try project.expectDone(["build", "--at", "2020-01-01T20:00:00Z"])
    #expect(built.output.contains("5 documents, 2 signed, 3 kept"))
    let after = try project.folder.snapshot("output/production")
    for (path, bytes) in before where !path.hasPrefix("publication.jws") { #expect(after[path] == bytes) }
    #expect(after["publication.jws"] != before["publication.jws"])
}

@Test func `a dated signature is renewed when it is as old as the policy allows`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    let kept = try project.expectDone(["build", "--at", "2020-01-01T23:59:59Z"])
    #expect(kept.output.contains("unchanged"))
    #expect(try project.folder.snapshot("output") == before)
    let renewed = try project.expectDone(["build", "--at", "2020-01-02T00:00:00Z"])
    #expect(renewed.output.contains("4 documents, 4 signed, 0 kept"))
}

@Test func `signatures over bodies alone never grow old`() throws {
    let project = try Project(policy: Project.policy(profile: "body"))
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    #expect(try project.expectDone(["build"]).output.contains("unchanged"))
    #expect(try project.folder.snapshot("output") == before)
}

@Test func `a signed date never goes back`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-02T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    let kept = try project.expectDone(["build", "--at", "2020-01-01T00:00:01Z"])
    #expect(kept.output.contains("unchanged"))
    #expect(try project.folder.snapshot("output") == before)
    // Clients remember the date of the path: a new body is dated after it, whatever the clock says.
    try project.folder.write("policy.json", Project.policy(minimum: "3.1.0"))
    let built = try project.expectDone(["build", "--at", "2020-01-01T23:59:59Z"])
    #expect(built.errors.contains("1 document is dated after the clock, up to Thu, 02 Jan 2020 00:00:01 UTC"))
    let headers = try project.folder.text("output/production/distribution/availability-ios.headers")
    #expect(headers.contains("signature-date: Thu, 02 Jan 2020 00:00:01 UTC\n"), "\(headers)")
    #expect(try project.jws("publication").header.date.headerValue == "Thu, 02 Jan 2020 00:00:01 UTC")
    let android = try project.folder.text("output/production/distribution/availability-android.headers")
    #expect(android.contains("signature-date: Thu, 02 Jan 2020 00:00:00 UTC\n"))
    try project.expectDone(["verify", "output"])
}

@Test func `two builds in one second reach every app`() throws {
    let project = try Project()
    let path = "output/production/distribution/availability-ios.headers"
    for (number, minimum) in ["3.0.0", "3.1.0", "3.2.0"].enumerated() {
        try project.folder.write("policy.json", Project.policy(minimum: minimum))
        try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
        #expect(try project.folder.text(path).contains("Wed, 01 Jan 2020 00:00:0\(number) UTC"))
    }
}

@Test func `a machine whose clock was fast stops no release, as long as apps take the date`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-02T00:00:00Z"])
    try project.folder.write("policy.json", Project.policy(minimum: "3.1.0"))
    // One second more than 24 hours, which apps would refuse and never store.
    try project.expectRefusal(
        ["build", "--at", "2020-01-01T00:00:00Z"], code: 1,
        ["availability-ios: its former date, Thu, 02 Jan 2020 00:00:00 UTC, is more than 24 hours after"])
    try project.expectDone(["build", "--at", "2020-01-01T00:00:01Z"])
}

@Test func `what is older than the policy allows is signed anew, and dated after its former date`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production")
    let fresh = try project.expectDone(["build", "--fresh", "--at", "2020-01-01T00:00:00Z"])
    #expect(fresh.output.contains("4 documents, 4 signed, 0 kept"), "\(fresh.output)")
    let after = try project.folder.snapshot("output/production")
    for (path, bytes) in before where !path.hasSuffix(".sig") && !path.hasSuffix(".headers") {
        // The index lists the new signatures.
        #expect((after[path] == bytes) == (path != "publication.jws"), "\(path)")
    }
    #expect(
        try project.folder.text("output/production/files/notes.txt.headers").contains("Wed, 01 Jan 2020 00:00:01 UTC"))
    try project.expectDone(["verify", "output"])
}

@Test func `a signed date is not ahead of the clock, but for development`() throws {
    let project = try Project()
    try project.expectRefusal(["build", "--at", "2090-01-01T00:00:00Z"], code: 1, ["more than 5 minutes ahead"])
    let starter = try TemporaryFolder()
    #expect(try signet(["build", "--starter", "--at", "2090-01-01T00:00:00Z"], in: starter).status == 0)
}

@Test func `a changed cache-control keeps the signature and renews the headers`() throws {
    let project = try Project(policy: Project.policy(profile: "body"))
    try project.expectDone(["build"])
    let signature = try project.folder.read("output/production/files/notes.txt.sig")
    let policy = Project.policy(profile: "body").replacing(
        "\"profile\"", with: "\"cacheControl\": \"no-cache\", \"profile\"")
    try project.folder.write("policy.json", policy)
    #expect(try project.expectDone(["build"]).output.contains("4 documents, 1 signed, 3 kept"))
    #expect(try project.folder.read("output/production/files/notes.txt.sig") == signature)
    #expect(try project.folder.text("output/production/files/notes.txt.headers").contains("cache-control: no-cache\n"))
}

@Test(arguments: ["former", "former/production"])
func `a clean machine keeps the signatures of the tree that --previous names`(previous: String) throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    try check("mv", ["output", "former"], in: project.folder.root)
    let built = try project.expectDone(["build", "--previous", previous, "--at", "2020-01-01T10:00:00Z"])
    #expect(built.output.contains("4 documents, 0 signed, 4 kept"))
    #expect(!built.errors.contains("no former tree"))
    #expect(try project.folder.snapshot("output") == before)
}

@Test func `a former tree from a bucket, which has no headers sidecars, keeps its signatures by its signed index`()
    throws
{
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production")
    try check("mv", ["output", "former"], in: project.folder.root)
    for path in before.keys where path.hasSuffix(".headers") { try project.folder.remove("former/production/\(path)") }
    let built = try project.expectDone(["build", "--previous", "former", "--at", "2020-01-01T10:00:00Z"])
    #expect(built.output.contains("4 documents, 0 signed, 4 kept"))
    #expect(try project.folder.snapshot("output/production") == before)
}

@Test func `a former tree that is not there is an error`() throws {
    let project = try Project()
    try project.expectRefusal(["build", "--previous", "nowhere"], code: 66, ["there is no tree of environment"])
}

@Test(
    arguments: ["files/notes.txt.sig", "files/notes.txt.headers", "files/notes.txt"],
    ["dated", "body"])
func `what was tampered with in the former tree is signed anew`(path: String, profile: String) throws {
    let project = try Project(policy: Project.policy(profile: profile))
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production")
    if path == "files/notes.txt" {
        try project.folder.write("output/production/\(path)", "nates\n")
    } else {
        // The key's own signature, over another body: in form it is as good as the right one.
        let other = "distribution/availability-ios" + (path.hasSuffix(".sig") ? ".sig" : ".headers")
        let lines = try [path, other].map { try project.folder.text("output/production/\($0)").split(separator: "\n") }
        let kept = lines[0].filter { path.hasSuffix(".headers") && !$0.hasPrefix("x-amz-meta-signature") }
        let taken = lines[1].filter { path.hasSuffix(".sig") || $0.hasPrefix("x-amz-meta-signature") }
        try project.folder.write("output/production/\(path)", (kept + taken).map { "\($0)\n" }.joined())
    }
    #expect(try project.run(["verify", "output"]).status == 1)
    let built = try project.expectDone(["build", "--at", "2020-01-01T10:00:00Z"])
    #expect(!built.output.contains("unchanged"))
    try project.expectDone(["verify", "output"])
    #expect(try project.folder.snapshot("output/production").keys.sorted() == before.keys.sorted())
}

@Test(arguments: ["files/notes.txt.headers", "files/notes.txt.sig"], ["dated", "body"])
func `another valid signature is not taken for the one that the index lists`(path: String, profile: String) throws {
    let project = try Project(policy: Project.policy(profile: profile))
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z", "--output", "other"])
    let other = try project.folder.read("other/production/\(path)")
    #expect(try project.folder.read("output/production/\(path)") != other)
    try project.folder.write("output/production/\(path)", other)
    let built = try project.expectDone(["build", "--at", "2020-01-01T10:00:00Z"])
    // The index binds no .sig: one that verifies is as good as another.
    let isGood = path == "files/notes.txt.sig"
    #expect(built.output.contains("unchanged") == isGood, "\(built.output)")
    try project.expectDone(["verify", "output"])
}

@Test func `a document that is due is signed anew under an index that is not`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    try project.folder.write("static/more.txt", "more\n")
    try project.expectDone(["build", "--at", "2020-01-01T20:00:00Z"])
    let built = try project.expectDone(["build", "--at", "2020-01-02T01:00:00Z"])
    #expect(built.output.contains("5 documents, 4 signed, 1 kept"), "\(built.output)")
}

@Test func `a stray file in the former tree is gone after a build`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write("output/production/stray.txt", "stray")
    #expect(!(try project.expectDone(["build"])).output.contains("unchanged"))
    #expect(!project.folder.exists("output/production/stray.txt"))
}

@Test func `signatures of another key are not kept`() throws {
    let project = try Project(policy: Project.policy(profile: "body"))
    try project.expectDone(["build"])
    try project.folder.remove("keys")
    try project.expectDone(["keys", "generate", "production"])
    #expect(try project.expectDone(["build"]).output.contains("4 documents, 4 signed, 0 kept"))
    try project.expectDone(["verify", "output"])
}
