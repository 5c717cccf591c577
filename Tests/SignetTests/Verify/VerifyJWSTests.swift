import Testing
import TestSupport

private let notes = "distribution/notes.txt"

/// A project with a file that is signed in every envelope.
private func signed(profile: String = "body") throws -> Project {
    let project = try Project(keys: ["production", "staging"])
    try project.folder.write(notes, "hello\n")
    try project.expectDone([
        "sign", notes, "--environment", "production", "--envelope", "headers", "--envelope", "jws",
        "--profile", profile, "--at", "2026-08-03T22:59:35Z",
    ])
    return project
}

@Test func `a .jws is refused at a place that does not end like its path, unless the path is named`() throws {
    let project = try signed()
    let refused = ["it was signed for the path \(notes)", "--path \(notes)"]
    for place in ["saved.jws", "xdistribution/notes.txt.jws", "distribution/x/notes.txt.jws", "notes.txt.jws"] {
        try project.folder.write(place, project.folder.read("\(notes).jws"))
        try project.expectRefusal(["verify", place], code: 1, refused)
        try project.expectDone(["verify", place, "--path", notes])
    }
    try project.folder.write("copy/\(notes).jws", project.folder.read("\(notes).jws"))
    for place in ["copy/\(notes).jws", "copy/./distribution/../\(notes).jws", "\(project.folder.root)/\(notes).jws"] {
        try project.expectDone(["verify", place])
        try project.expectRefusal(
            ["verify", place, "--path", "distribution/other.txt"], code: 1, ["it was signed for the path \(notes)"])
    }
    let inside = try run(
        signetPath, ["verify", "notes.txt.jws", "--keys", "../keys"], in: project.folder.path("distribution"))
    #expect(inside.status == 0, "\(inside.errors)")
}

@Test func `a .jws is for one environment and one key`() throws {
    let project = try signed()
    let file = "\(notes).jws"
    try project.expectDone(["verify", file, "--environment", "production"])
    try project.expectRefusal(
        ["verify", file, "--environment", "staging"], code: 1, ["is for environment \"production\""])
    try project.expectDone(["verify", file, "--key", "keys/production.pub.pem"])
    try project.expectDone(["verify", file, "--key", "keys/production.pub.pem", "--environment", "production"])
    try project.expectRefusal(
        ["verify", file, "--key", "keys/production.pub.pem", "--environment", "staging"], code: 1,
        ["it was signed for environment \"production\""])
    try project.expectRefusal(["verify", file, "--key", "keys/staging.pub.pem"], code: 1, ["is not one of key"])
    try project.expectRefusal(
        ["verify", file, "--pin", String(repeating: "a", count: 64)], code: 1, ["not the pinned one"])
}

@Test func `sidecars that do not belong together are refused`() throws {
    let project = try signed(profile: "dated")
    func keeping(_ sidecars: [String], _ work: () throws -> Void) throws {
        let bytes = try sidecars.map { try project.folder.read($0) }
        try work()
        for (sidecar, bytes) in zip(sidecars, bytes) { try project.folder.write(sidecar, bytes) }
    }
    let later = ["sign", notes, "--environment", "production", "--profile", "dated", "--at", "2026-08-04T00:00:00Z"]
    try keeping(["\(notes).sig", "\(notes).headers"]) {
        try project.expectDone(later)
        try project.expectRefusal(
            ["verify", notes], code: 1,
            ["its .jws has the date Mon, 03 Aug 2026 22:59:35 UTC, and its headers have Tue, 04 Aug 2026"])
    }
    let project2 = try signed()
    try project2.expectDone(["sign", notes, "--environment", "staging"])
    try project2.expectRefusal(["verify", notes], code: 1, ["its .jws is signed by", ", and its headers by"])
    try project2.folder.write(notes, "changed\n")
    try project2.expectDone(["sign", notes, "--environment", "production"])
    try project2.expectRefusal(["verify", notes], code: 1, ["its .jws holds another body"])
}

@Test func `flags for a body are not for a .jws, and --path is for nothing else`() throws {
    let project = try signed()
    let words = [
        ["--signature", "\(notes).sig"], ["--headers", "\(notes).headers"], ["--header", "a: b"],
        ["--profile", "dated"],
    ]
    for flags in words {
        try project.expectRefusal(
            ["verify", "\(notes).jws"] + flags, code: 64, ["\(flags[0]) is for a body; notes.txt.jws carries its own"])
    }
    try project.expectDone(["build"])
    try project.expectRefusal(
        ["verify", "output/production", "--path", notes], code: 64, ["--path is for one file"])
    try project.expectRefusal(
        ["verify", "\(notes).jws", "--path", "../x"], code: 64, ["--path ../x is not the path of a document"])
    try project.folder.write("\(notes).jws", "x.y.z")
    try project.expectRefusal(["verify", "\(notes).jws"], code: 1, ["this is not a .jws of Signet"])
}

@Test func `--json says what a .jws is for`() throws {
    let project = try signed()
    let result = try project.expectDone(["verify", "\(notes).jws", "--json"]).output
    for part in [
        "\"envelopes\": [\n", "\"jws\"", "\"jwsEnvironment\": \"production\"", "\"jwsPath\": \"\(notes)\"",
        "\"date\": \"2026-08-03T22:59:35Z\"", "\"bytes\": 6",
    ] {
        #expect(result.contains(part), "\(part): \(result)")
    }
    let beside = try project.expectDone(["verify", notes, "--json"]).output
    #expect(beside.contains("\"headers\"") && beside.contains("\"jws\""))
}

@Test func `--json says what the index of a tree says`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    let result = try project.expectDone(["verify", "output/production", "--json"]).output
    for said in ["\"origin\": \"https://distribution.example.com\"", "\"resignAfter\": 86400", "\"state\": \"active\""]
    {
        #expect(result.ranges(of: said).count == 1, "\(said): \(result)")
    }
}
