import Diagnostics
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

private let name = "distribution/a.txt"
private let formerDate = "Mon, 03 Aug 2026 22:59:35 UTC"

/// A project in several envelopes; each is built once, and every test works on a copy.
private enum Built {
    static let all = Result { try PublishedProject(envelopes: ["headers", "jws"]) }
    static let withoutHeaders = Result { try PublishedProject(envelopes: ["jws"]) }

    static func copy(hasHeaders: Bool) throws -> PublishedProject {
        try PublishedProject(copying: (hasHeaders ? all : withoutHeaders).get())
    }
}

/// One way in which a host serves another envelope than was published.
private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is reported when there is a local tree, and when there is only the live index.
    let words: (local: [String], live: [String])
    let tamper: @Sendable (TemporaryFolder) throws -> Void

    init(
        _ name: String, _ local: String..., live: [String]? = nil,
        tamper: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
        (testDescription, words, self.tamper) = (name, (local, live ?? local), tamper)
    }
}

private let cases: [Case] = [
    Case(
        "no .jws", "its .jws cannot be fetched: the host answers with HTTP status 404",
        tamper: { try $0.remove("served/\(name).jws") }),
    Case(
        "the .jws of the former body", "its .jws has another body, signed \(formerDate)",
        tamper: { try $0.copy("former/production/\(name).jws", to: "served/\(name).jws") }),
    Case(
        "the .jws of another document",
        "its .jws is refused: it was signed for the path distribution/b.json",
        tamper: { try $0.copy("served/distribution/b.json.jws", to: "served/\(name).jws") }),
    Case(
        "a page of the host",
        "its .jws is refused: this is not a .jws of Signet: it is not three parts joined by periods",
        tamper: { try $0.write("served/\(name).jws", "<html>") }),
    Case(
        "a line end",
        "its .jws is refused: this is not a .jws of Signet: its signature is not canonical base64url",
        tamper: { try $0.edit("served/\(name).jws") { $0 + "\n" } }),
    Case(
        "another signature",
        "its .jws is refused: the signature is not one of key \"KEY\" over these bytes",
        tamper: { folder in
            let other = try folder.text("former/production/\(name).jws").split(separator: ".")[2]
            try folder.edit("served/\(name).jws") {
                $0.split(separator: ".").prefix(2).joined(separator: ".") + "." + other
            }
        }),
]

@Test(.peers(.python3, .openssl, .curl), arguments: cases, [true, false])
private func `a .jws that a host serves differently is reported of its document alone`(
    fault: Case, hasHeaders: Bool
) async throws {
    let bench = try LiveBench(Built.copy(hasHeaders: hasHeaders), sendsHeaders: hasHeaders, tamper: fault.tamper)
    let key = try #require(bench.project.keys().keys.first).id.rawValue
    func words(_ report: LiveReport) -> [String] { report.words.map { $0.replacing(key, with: "KEY") } }
    let local = try await bench.check().run(against: bench.project.tree())
    #expect(words(local) == fault.words.local.map { "\(name): \($0)" })
    #expect(try local.documents.count == bench.project.headers().count - 1)
    let live = try await bench.check().run()
    #expect(words(live) == fault.words.live.map { "\(name): \($0)" })
    #expect(live.trouble == .refused)
}

@Test(.peers(.python3, .openssl, .curl), arguments: [true, false])
func `a tree is in order in every envelope that its index names, and without headers none is asked for`(
    hasHeaders: Bool
) async throws {
    let bench = try LiveBench(Built.copy(hasHeaders: hasHeaders), sendsHeaders: hasHeaders)
    for report in [
        try await bench.check(maximumAge: "2h").run(),
        try await bench.check(maximumAge: "2h").run(against: bench.project.tree()),
    ] {
        #expect(report.words == [])
        #expect(try Set(report.documents.map(\.path)) == Set(bench.project.headers().keys))
        let document = try #require(report.documents.first { $0.path == name })
        #expect(document.date?.headerValue == "Tue, 04 Aug 2026 22:59:35 UTC")
        #expect(document.jws?.path.rawValue == name)
        #expect((document.profile == nil) == !hasHeaders)
    }
    let requests = try Set(bench.server.requests())
    #expect(requests.isSuperset(of: ["/\(name).jws", "/publication.jws"]))
    // Which of the two trees it is says the index, not the host.
    let other = try LiveBench(Built.copy(hasHeaders: hasHeaders), sendsHeaders: false)
    #expect(try await other.check().run().words.isEmpty == !hasHeaders)
}

@Test(.peers(.python3, .openssl, .curl))
func `a .jws that publishing left alone is the one that must be live, and its age is that of its own date`()
    async throws
{
    let other = "distribution/b.json"
    let bench = try LiveBench(Built.copy(hasHeaders: false), sendsHeaders: false) {
        try $0.copy("former/production/\(other).jws", to: "served/\(other).jws")
    }
    let tree = try await bench.project.tree()
    #expect(
        try await bench.check().run(against: tree).words == [
            "\(other): its .jws is valid, but not the published one (signed \(formerDate))"
        ])
    #expect(try await bench.check().run().words == [])
    let leftAlone = ["\(other).jws": try bench.project.leftAlone("\(other).jws")]
    #expect(try await bench.check().run(against: tree, leftAlone: leftAlone).words == [])
    let old = try await bench.check(maximumAge: "24h").run(against: tree, leftAlone: leftAlone)
    #expect(old.words == ["\(other): its .jws was signed \(formerDate), which is more than 24h ago"])
    // A cache may hold it: it is another one than the listed one.
    let settled = try await bench.check(bound: .seconds(60), maximumAge: "24h") { _ in
        try bench.project.folder.copy("output/production/\(other).jws", to: "served/\(other).jws")
    }.run()
    #expect(settled.words == [])
    #expect(bench.madePauses == [.seconds(1)])
}

@Test(.peers(.python3, .openssl, .curl))
func `how a .jws is served is checked, since caches keep it for as long as its header says`() async throws {
    let fields = ["content-type: text/html", "cache-control: public, max-age=31536000, immutable"]
    let bench = try LiveBench(Built.copy(hasHeaders: true), faults: ["/\(name).jws": .headers(fields)])
    let words = [
        "\(name): its .jws has content-type text/html instead of application/jose",
        "\(name): its .jws has cache-control public, max-age=31536000, immutable instead of public, max-age=300, "
            + "stale-if-error=86400",
    ]
    #expect(try await bench.check().run().words == words)
    #expect(try await bench.check().run(against: bench.project.tree()).words == words)
}

@Test(.peers(.python3, .openssl, .curl))
func `with profile body the age of a document is that of its .jws`() async throws {
    let bench = try LiveBench(PublishedProject(envelopes: ["headers", "jws"], profile: "body"))
    #expect(
        try await bench.check(maximumAge: "2h").run().words == [
            "distribution/empty: has no signed date, so that its age is unknown"
        ])
    let words = try await bench.check(maximumAge: "30m").run().words
    #expect(words.contains { $0.hasPrefix("\(name): its .jws was signed Tue, 04 Aug 2026") })
}
