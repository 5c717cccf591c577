import Diagnostics
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private let name = "distribution/b.json"
private let formerDate = "Mon, 03 Aug 2026 22:59:35 UTC"
private let kept =
    "\(name): a cache kept the former signature header (signed \(formerDate)) under the same body when it asked the origin again"
private let former = "\(name): has the published body with a former signature header (signed \(formerDate))"

/// Serves what a build left, apart from the body, which did not change, with more headers.
private func serve(_ tree: String, _ folder: TemporaryFolder, more: String = "", _ name: String = name) throws {
    for suffix in ["", ".sig", ".headers"] {
        try folder.copy("\(tree)/production/\(name)\(suffix)", to: "served/\(name)\(suffix)")
    }
    try folder.edit("served/\(name).headers") { $0 + more }
}

// MARK: The rule

private let rule: [(headers: [(String, String)], seconds: Int64?, isKept: Bool)] = [
    // The origin was asked less than so many seconds ago.
    ([("age", "0")], nil, false), ([("age", "0")], 0, false), ([("age", "0")], 1, true), ([("Age", "4")], 4, false),
    ([("age", "4")], 5, true), ([("age", "-1")], 5, false), ([("age", "x")], 5, false), ([("age", "")], 5, false),
    ([("age", "99999999999999999999")], 5, false),
    // With an age, nothing else counts: the host may keep answers for longer than they say.
    ([("age", "7"), ("cache-control", "max-age=1")], 5, false),
    // Without one, a copy has expired one second after its last, as seconds are rounded.
    ([("cache-control", "max-age=4")], 4, false), ([("cache-control", "public, Max-Age=4")], 5, true),
    ([("cache-control", "max-age=4, s-maxage=9")], 5, false), ([("cache-control", "max-age=9, s-maxage=4")], 5, true),
    ([("cache-control", "max-age=2, stale-while-revalidate=3")], 5, false),
    ([("cache-control", "max-age=2, stale-while-revalidate=2")], 5, true),
    ([("cache-control", "no-cache, max-age=9")], 1, true), ([("cache-control", "no-cache")], 0, false),
    ([("cache-control", "max-age=0")], nil, false), ([("cache-control", "public")], 999, false), ([], 999, false),
    ([("cache-control", "max-age=x")], 999, false), ([("cache-control", "max-age=-1")], 1, true),
    ([("cache-control", "max-age=9223372036854775807, stale-while-revalidate=9223372036854775807")], 999, false),
]

@Test(arguments: rule) func `a cache that kept former headers is told from one whose copy is fresh`(
    headers: [(String, String)], seconds: Int64?, isKept: Bool
) {
    let headers = headers.map { HeaderField(unchecked: $0.0, value: $0.1) }
    #expect(FormerHeaders(date: nil, headers: headers, requestedAfter: seconds).isKept == isKept)
}

@Test func `what a cache says of itself is shown as it is`() {
    let headers = [
        ("Via", "1.1 a"), ("via", "1.1 b"), ("server", "c"), ("X-Cache", "HIT"), ("etag", "\"d\""), ("Age", "1"),
    ]
    let found = FormerHeaders(
        date: nil, headers: headers.map { HeaderField(unchecked: $0.0, value: $0.1) }, requestedAfter: nil)
    #expect(found.message.hasSuffix("; the answer says age: 1, etag: \"d\", x-cache: HIT, via: 1.1 a, via: 1.1 b"))
}

// MARK: The check

@Test(.peers(.python3, .openssl, .curl))
func `a cache that asked the origin and kept the former headers is named and not waited for`() async throws {
    let bench = try LiveBench { try serve("former", $0, more: "age: 0\nx-cache: RefreshHit\n") }
    let report = try await bench.check(bound: .seconds(60)).run(against: bench.project.tree())
    #expect(report.words == ["\(kept); the answer says age: 0, x-cache: RefreshHit"])
    #expect(report.trouble == .refused)
    #expect(report.verification.refusals[0].hint.contains("purge this path"))
    #expect(try report.documents.count == bench.project.headers().count - 1)
    #expect(bench.madePauses == [.seconds(1), .seconds(2)])
}

@Test(.peers(.python3, .openssl, .curl))
func `a cache without an age is named when its copy must have expired`() async throws {
    let bench = try LiveBench { folder in
        try serve("former", folder)
        try folder.edit("served/\(name).headers") { $0.replacing("max-age=300", with: "max-age=2") }
    }
    let report = try await bench.check(bound: .seconds(60)).run(against: bench.project.tree())
    #expect(report.words.count == 2)
    #expect(report.words.first == kept)
    #expect(report.words.last?.contains("cache-control is public, max-age=2") == true)
    #expect(bench.madePauses == [.seconds(1), .seconds(2), .seconds(4)])
}

@Test(.peers(.python3, .openssl, .curl), arguments: [true, false])
func `a cache whose copy is still fresh is waited for`(settles: Bool) async throws {
    let bench = try LiveBench { try serve("former", $0, more: "age: 7\n") }
    let folder = bench.project.folder
    let check = try bench.check(bound: .seconds(60)) { number in
        // A copy ages at least as fast as the check waits.
        try serve("former", folder, more: "age: \(7 + number * 15)\n")
        if settles, number == 5 { try serve("output", folder) }
    }
    let report = try await check.run(against: bench.project.tree())
    #expect(report.words.count == (settles ? 0 : 1))
    #expect(report.words.allSatisfy { $0.hasPrefix(former) })
    #expect(bench.madePauses.reduce(.zero, +) == .seconds(settles ? 30 : 60))
}

@Test(.peers(.python3, .openssl, .curl))
func `a document that still settles is waited for, whatever a cache keeps of another`() async throws {
    let other = "distribution/a.txt"
    let bench = try LiveBench { folder in
        try serve("former", folder, more: "age: 0\n")
        try serve("former", folder, other)
    }
    let folder = bench.project.folder
    let check = try bench.check(bound: .seconds(60)) { if $0 == 4 { try serve("output", folder, other) } }
    #expect(try await check.run(against: bench.project.tree()).words == ["\(kept); the answer says age: 0"])
    #expect(bench.madePauses.reduce(.zero, +) == .seconds(15))
}

@Test(.peers(.python3, .openssl, .curl))
func `a cache that was told to drop its copy is waited for`() async throws {
    let bench = try LiveBench { try serve("former", $0, more: "age: 0\n") }
    let folder = bench.project.folder
    let check = try bench.check(bound: .seconds(60)) { if $0 == 6 { try serve("output", folder) } }
    #expect(try await check.run(against: bench.project.tree(), awaitsPurge: true).words == [])
    #expect(bench.madePauses.count == 6)
}

@Test(
    .peers(.python3, .openssl, .curl),
    arguments: [
        (PublishedProject.builtAt, "Tue, 04 Aug 2026 22:59:35 UTC"),
        ("2026-08-04T23:30:00Z", "Tue, 04 Aug 2026 23:30:00 UTC"),
    ])
func `another signature that is as old as the published one, or newer, is no former one`(
    time: String, date: String
) async throws {
    let bench = try LiveBench()
    let folder = bench.project.folder
    try bench.project.build("other", at: time)
    #expect(
        try folder.read("other/production/\(name).headers") != folder.read("output/production/\(name).headers"))
    try serve("other", folder, more: "age: 0\n")
    let report = try await bench.check(bound: .seconds(60)).run(against: bench.project.tree())
    #expect(
        report.words == [
            "\(name): has another valid signature header than the published one (signed \(date))"
        ])
    #expect(bench.madePauses.reduce(.zero, +) == .seconds(60))
}

@Test(.peers(.python3, .openssl, .curl))
func `with profile body, any other signature may be the former one`() async throws {
    let bench = try LiveBench()
    let folder = bench.project.folder
    try folder.edit("policy.json") { $0.replacing("\"profile\": \"dated\"", with: "\"profile\": \"body\"") }
    for tree in ["former", "output"] { try bench.project.build(tree, at: PublishedProject.builtAt) }
    for path in try folder.snapshot("output/production").keys {
        try folder.copy("output/production/\(path)", to: "served/\(path)")
    }
    try serve("former", folder, more: "age: 0\n")
    let report = try await bench.check(bound: .seconds(60)).run(against: bench.project.tree())
    #expect(report.words.count == 1)
    #expect(report.words[0].contains("a cache kept the former signature header under the same body"))
    #expect(bench.madePauses == [.seconds(1), .seconds(2)])
}

@Test(.peers(.python3, .openssl, .curl))
func `an immutable document may have any valid signature, at any age`() async throws {
    let bench = try LiveBench()
    let folder = bench.project.folder
    let digest = SHA256.hash(Array("app\n".utf8)).hexadecimal
    for file in ["app.\(digest.prefix(8)).txt", "app.txt"] { try folder.write("static/\(file)", "app\n") }
    try bench.project.build("former", at: "2026-08-03T23:30:00Z")
    try bench.project.build("output", at: PublishedProject.builtAt)
    try TestSupport.check("rm", ["-r", "served"], in: folder.root)
    try TestSupport.check("cp", ["-a", "output/production", "served"], in: folder.root)
    try serve("former", folder, "distribution/app.\(digest.prefix(8)).txt")
    let check = try bench.check(maximumAge: "2h")
    #expect(try await check.run(against: bench.project.tree()).words == [])
    #expect(try await check.run().words == [])
    try serve("former", folder, "distribution/app.txt")
    #expect(try await check.run(against: bench.project.tree()).words.count == 2)
    #expect(try await check.run().words.count == 1)
}
