import Foundation
import ManifestVerifier
import Testing
import TestSupport

private let both = #"["headers", "jws"]"#
private let alone = #"["jws"]"#

@Test(arguments: [both, alone])
func `dated envelopes of a document have one date, and are kept and renewed together`(envelopes: String) throws {
    let project = try Project(policy: Project.policy(envelopes: envelopes))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    #expect(try project.expectDone(["build", "--at", "2026-01-01T23:59:59Z"]).output.contains("unchanged"))
    #expect(try project.folder.snapshot("output") == before)
    // Where something is written, what did not change is kept to the byte.
    try project.folder.write("static/more.txt", "more\n")
    let built = try project.expectDone(["build", "--at", "2026-01-01T20:00:00Z"])
    #expect(built.output.contains("5 documents, 2 signed, 3 kept"))
    let after = try project.folder.snapshot("output")
    for (path, bytes) in before where !path.contains("publication.jws") { #expect(after[path] == bytes, "\(path)") }

    let renewed = try project.expectDone(["build", "--at", "2026-01-02T00:00:00Z"])
    #expect(renewed.output.contains("5 documents, 4 signed, 1 kept"))
    for path in Project.paths {
        let dates = try project.dates(path)
        #expect(dates.jws == "Fri, 02 Jan 2026 00:00:00 UTC", "\(path)")
        #expect(dates.header == (envelopes == both ? dates.jws : nil))
    }
    #expect(try project.dates("files/more.txt").jws == "Thu, 01 Jan 2026 20:00:00 UTC")
    try project.expectDone(["verify", "output"])
}

@Test func `with profile body the jws alone grows old, and the rest stays to the byte`() throws {
    let project = try Project(policy: Project.policy(envelopes: both, profile: "body"))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production")
    #expect(try project.expectDone(["build", "--at", "2026-01-01T23:59:59Z"]).output.contains("unchanged"))
    // It does not matter to --check that a signature is due.
    try project.expectDone(["build", "--check"])
    let renewed = try project.expectDone(["build", "--at", "2026-01-02T00:00:00Z"])
    #expect(renewed.output.contains("4 documents, 4 signed, 0 kept"))
    let after = try project.folder.snapshot("output/production")
    for (path, bytes) in before where !path.hasPrefix("publication.jws") {
        #expect((after[path] == bytes) == !path.hasSuffix(".jws"), "\(path)")
    }
    for path in Project.paths {
        let dates = try project.dates(path)
        #expect(dates.jws == "Fri, 02 Jan 2026 00:00:00 UTC")
        #expect(dates.header == nil)
    }
    try project.expectDone(["verify", "output"])
    #expect(try project.expectDone(["build", "--at", "2026-01-02T23:59:59Z"]).output.contains("unchanged"))
}

@Test func `with profile body an envelope comes and goes beside signatures that stay to the byte`() throws {
    let project = try Project(policy: Project.policy(profile: "body"))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output/production").filter { !$0.key.hasPrefix("publication.jws") }
    for (envelopes, said) in [
        (both, "4 signed, 0 kept"),
        (#"["headers"]"#, "1 signed, 3 kept"), (both, "4 signed, 0 kept"),
    ] {
        try project.folder.write("policy.json", Project.policy(envelopes: envelopes, profile: "body"))
        let built = try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"])
        #expect(built.output.contains("4 documents, \(said)"), "\(envelopes): \(built.output)")
        let after = try project.folder.snapshot("output/production")
        for (path, bytes) in before { #expect(after[path] == bytes, "\(path)") }
        #expect((after["files/notes.txt.jws"] != nil) == envelopes.contains("jws"))
        try project.expectDone(["verify", "output"])
    }
}

/// Envelopes and profile of a tree, and of the one that follows it with an older clock.
private let successions = [
    (both, "dated", alone, "dated"), (alone, "dated", #"["headers"]"#, "dated"), (alone, "dated", both, "dated"),
    (#"["headers"]"#, "dated", both, "dated"), (#"["headers"]"#, "dated", both, "body"),
    (#"["headers"]"#, "dated", alone, "body"), (both, "body", #"["headers"]"#, "dated"), (alone, "body", both, "dated"),
    (both, "body", both, "body"),
]

@Test(arguments: successions)
func `a new date is after every former one, in whichever envelope that was`(
    former: String, formerProfile: String, next: String, profile: String
) throws {
    let project = try Project(policy: Project.policy(envelopes: former, profile: formerProfile))
    try project.expectDone(["build", "--at", "2026-01-02T00:00:00Z"])
    let policy = Project.policy(envelopes: next, profile: profile, minimum: "3.1.0")
    try project.folder.write("policy.json", policy)
    try project.expectDone(["build", "--at", "2026-01-01T12:00:00Z"])
    #expect(try project.jws("publication").header.date.headerValue == "Fri, 02 Jan 2026 00:00:01 UTC")
    for path in ["distribution/availability-ios"] {
        let dates = try project.dates(path)
        #expect([dates.header, dates.jws].compactMap(\.self).allSatisfy { $0 == "Fri, 02 Jan 2026 00:00:01 UTC" })
        #expect((dates.header != nil) == (profile == "dated" && next != alone))
        #expect((dates.jws != nil) == next.contains("jws"))
    }
    try project.expectDone(["verify", "output"])
    // Clients would refuse a date that is more than 24 hours ahead.
    let signed = try project.folder.snapshot("output")
    try project.folder.write("policy.json", policy.replacing("3.1.0", with: "3.2.0"))
    try project.expectRefusal(["build", "--at", "2026-01-01T00:00:00Z"], code: 1, ["is more than 24 hours after"])
    #expect(try project.folder.snapshot("output") == signed)
}

@Test func `an envelope that is added to dated ones has their date, so that all are signed anew`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    try project.folder.write("policy.json", Project.policy(envelopes: both))
    let built = try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    #expect(built.output.contains("4 documents, 4 signed, 0 kept"))
    for path in Project.paths {
        let dates = try project.dates(path)
        #expect(dates.header == "Thu, 01 Jan 2026 00:00:01 UTC")
        #expect(dates.jws == dates.header)
    }
    // One that is left out takes nothing of the others with it.
    let before = try project.folder.read("output/production/files/notes.txt.jws")
    try project.folder.write("policy.json", Project.policy(envelopes: alone))
    #expect(try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"]).output.contains("1 signed, 3 kept"))
    #expect(try project.folder.read("output/production/files/notes.txt.jws") == before)
}

/// What happens to a `.jws`; nil bytes remove it.
private let tamperings: [(name: String, change: @Sendable ([UInt8], [UInt8]) -> [UInt8]?)] = [
    ("removed", { _, _ in nil }), ("of another path", { _, other in other }),
    ("with a line end", { bytes, _ in bytes + [0x0A] }), ("cut off", { bytes, _ in Array(bytes.dropLast()) }),
    (
        "with another signature",
        { bytes, other in
            guard let end = bytes.lastIndex(of: 0x2E), let start = other.lastIndex(of: 0x2E) else { return nil }
            return Array(bytes[...end] + other[(start + 1)...])
        }
    ),
    ("larger than any", { bytes, _ in bytes + [UInt8](repeating: 0x41, count: 4 << 20) }),
]

@Test(arguments: tamperings.indices, [(both, "body"), (alone, "dated")])
func `a jws that does not verify is signed anew`(index: Int, of kind: (envelopes: String, profile: String)) throws {
    let project = try Project(policy: Project.policy(envelopes: kind.envelopes, profile: kind.profile))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let root = "output/production/"
    let before = try project.folder.snapshot("output/production")
    for path in ["files/notes.txt", "publication"] {
        let (jws, other) = try (
            project.folder.read("\(root)\(path).jws"), project.folder.read("\(root)distribution/availability-ios.jws")
        )
        if let bytes = tamperings[index].change(jws, other) {
            try project.folder.write("\(root)\(path).jws", bytes)
        } else {
            try project.folder.remove("\(root)\(path).jws")
        }
    }
    #expect(try project.run(["build", "--check"]).status == 1)
    let built = try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"])
    #expect(built.output.contains("4 documents, 2 signed, 2 kept"), "\(tamperings[index].name): \(built.output)")
    let after = try project.folder.snapshot("output/production")
    #expect(after["files/notes.txt.jws"] != before["files/notes.txt.jws"])
    #expect((after["files/notes.txt.sig"] == before["files/notes.txt.sig"]) == (kind.profile == "body"))
    try project.expectDone(["verify", "output"])
}

@Test func `another next key is another index`() throws {
    let project = try Project(policy: Project.policy(envelopes: both))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    let built = try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"])
    #expect(built.output.contains("4 documents, 1 signed, 3 kept"))
    #expect(try project.index().components(separatedBy: "\"state\"").count == 3)
    try project.expectDone(["build", "--check"])
}

@Test func `what the builder claims stays as long as nothing else changes`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    try project.folder.write("policy.json", "// A comment.\n" + project.folder.text("policy.json"))
    #expect(try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"]).output.contains("unchanged"))
    #expect(try project.folder.snapshot("output") == before)
    try project.folder.write("static/notes.txt", "other\n")
    try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"])
    let digest = try check("sha256sum", ["policy.json"], in: project.folder.root).prefix(64)
    #expect(try project.index().contains("\"policy\": \"\(digest)\""))
}

@Test func `a clean machine keeps the jws files of a tree without headers sidecars, the index's as well`() throws {
    let project = try Project(policy: Project.policy(envelopes: alone))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    try check("mv", ["output", "former"], in: project.folder.root)
    for path in Project.paths { try project.folder.remove("former/production/\(path).headers") }
    let built = try project.expectDone(["build", "--previous", "former", "--at", "2026-01-01T10:00:00Z"])
    #expect(built.output.contains("4 documents, 0 signed, 4 kept"))
    #expect(try project.folder.snapshot("output") == before)
}

@Test func `--fresh signs every envelope anew, with a later date`() throws {
    let project = try Project(policy: Project.policy(envelopes: both, profile: "body"))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let before = try project.folder.snapshot("output")
    try project.expectDone(["build", "--fresh", "--at", "2026-01-01T00:00:00Z"])
    let after = try project.folder.snapshot("output")
    for (path, bytes) in before where path.hasSuffix(".jws") || path.hasSuffix(".sig") { #expect(after[path] != bytes) }
    #expect(try project.dates("files/notes.txt").jws == "Thu, 01 Jan 2026 00:00:01 UTC")
}

@Test(arguments: [("dated", "3 signed, 1 kept"), ("body", "2 signed, 2 kept")])
func `a jws of another body, or of another date than the headers, is not kept`(profile: String, said: String) throws {
    let project = try Project(policy: Project.policy(envelopes: both, profile: profile))
    try project.expectDone(["build", "--at", "2026-01-01T00:00:00Z"])
    let paths = ["files/notes.txt", "distribution/availability-ios"].map { "output/production/\($0).jws" }
    let old = try paths.map { try project.folder.read($0) }
    try project.folder.write("static/notes.txt", "other\n")
    try project.expectDone(["build", "--fresh", "--at", "2026-01-01T01:00:00Z"])
    for (path, bytes) in zip(paths, old) { try project.folder.write(path, bytes) }
    let built = try project.expectDone(["build", "--at", "2026-01-01T02:00:00Z"])
    #expect(built.output.contains("4 documents, \(said)"), "\(built.output)")
    #expect(try project.jws("files/notes.txt").body == Array("other\n".utf8))
    #expect(try project.dates("files/notes.txt").jws == "Thu, 01 Jan 2026 02:00:00 UTC")
    try project.expectDone(["verify", "output"])
}
