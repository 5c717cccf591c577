import Diagnostics
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private let name = "distribution/a.txt"
private let formerDate = "Mon, 03 Aug 2026 22:59:35 UTC"
private let date = "Tue, 04 Aug 2026 22:59:35 UTC"

/// One way in which a host serves something else than was published.
private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is reported when there is a local tree, and when there is only the live index.
    let words: (local: [String], live: [String])
    let faults: [String: HTTPSServer.Fault]
    let tamper: @Sendable (TemporaryFolder) throws -> Void

    init(
        _ name: String, _ local: String..., live: [String]? = nil, faults: [String: HTTPSServer.Fault] = [:],
        tamper: @escaping @Sendable (TemporaryFolder) throws -> Void = { _ in }
    ) {
        (testDescription, words, self.faults, self.tamper) = (name, (local, live ?? local), faults, tamper)
    }
}

private let notCovered = "the signature is not one of key \"KEY\" over these bytes"
private let notListed = "body is not the one that the live publication.jws lists"

private let cases: [Case] = [
    Case(
        "the former document", "body is still the former one (signed \(formerDate))", live: [notListed],
        tamper: { folder in
            for suffix in ["", ".sig", ".headers"] {
                try folder.copy("former/production/\(name)\(suffix)", to: "served/\(name)\(suffix)")
            }
        }),
    Case(
        "the former header under the new body", "has the former signature header under the new body",
        live: [notCovered],
        tamper: { try $0.copy("former/production/\(name).headers", to: "served/\(name).headers") }),
    Case(
        "the new header over the former body",
        "body is not the one that its signature header is over: a former one, or changed on the way",
        live: [notCovered, notListed], tamper: { try $0.copy("former/production/\(name)", to: "served/\(name)") }),
    Case(
        "one byte of the body",
        "body is not the one that its signature header is over: a former one, or changed on the way",
        live: [notCovered, notListed], tamper: { try $0.edit("served/\(name)") { "T" + $0.dropFirst() } }),
    Case(
        "no signature header", "header x-amz-meta-signature is missing",
        tamper: { try $0.dropHeader("x-amz-meta-signature: ", of: "served/\(name)") }),
    Case(
        "no date header", "header x-amz-meta-signature-date is missing",
        tamper: { try $0.dropHeader("x-amz-meta-signature-date: ", of: "served/\(name)") }),
    Case(
        "a signature header twice", "header x-amz-meta-signature appears more than once",
        tamper: { try $0.edit("served/\(name).headers") { $0 + "x-amz-meta-signature: a\n" } }),
    Case(
        "a malformed signature header",
        #"header x-amz-meta-signature is not keyId="ID",signature="BASE64""#,
        tamper: { try $0.edit("served/\(name).headers") { $0.replacing("keyId=\"", with: "keyId='") } }),
    Case(
        "another content type", "content-type is text/html instead of text/plain; charset=utf-8",
        tamper: {
            try $0.edit("served/\(name).headers") { $0.replacing("text/plain; charset=utf-8", with: "text/html") }
        }
    ),
    Case(
        "no content type", "header content-type is missing",
        tamper: { try $0.dropHeader("content-type", of: "served/\(name)") }),
    Case(
        "two cache-controls",
        "cache-control is public, max-age=300, stale-if-error=86400 and no-store instead of "
            + "public, max-age=300, stale-if-error=86400",
        tamper: { try $0.edit("served/\(name).headers") { $0 + "cache-control: no-store\n" } }),
    Case("a missing document", "status 404", tamper: { try $0.remove("served/\(name)") }),
    Case("a 304", "status 304", faults: ["/\(name)": .status(304)]),
    Case("a 500", "status 500", faults: ["/\(name)": .status(500)]),
    Case(
        "a redirect", "redirects to https://example.com/x (status 302)",
        faults: ["/\(name)": .redirect(302, to: "https://example.com/x")]),
    Case("an endless body", "is larger than 1048576 bytes", faults: ["/\(name)": .endless]),
    Case(
        "no .sig", "its .sig cannot be fetched: the host answers with HTTP status 404",
        tamper: { try $0.remove("served/\(name).sig") }),
    Case(
        "the former .sig", "its .sig is not a signature of this key over the body",
        tamper: { try $0.copy("former/production/\(name).sig", to: "served/\(name).sig") }),
]

@Test(.peers(.python3, .openssl, .curl), arguments: cases)
private func `what a host serves differently is reported of that document, and all others are in order`(fault: Case)
    async throws
{
    let bench = try LiveBench(faults: fault.faults, tamper: fault.tamper)
    let key = try #require(bench.project.keys().keys.first).id.rawValue
    func words(_ report: LiveReport) -> [String] { report.words.map { $0.replacing(key, with: "KEY") } }
    let local = try await bench.check().run(against: bench.project.tree())
    #expect(words(local) == fault.words.local.map { "\(name): \($0)" })
    #expect(local.trouble == .refused)
    #expect(try local.documents.count == bench.project.headers().count - 1)
    let live = try await bench.check().run()
    #expect(words(live) == fault.words.live.map { "\(name): \($0)" })
    #expect(live.trouble == .refused)
    #expect(bench.madePauses == [], "a bound of zero asks once")
}

@Test(.peers(.python3, .openssl, .curl)) func `a tree that is served as it was built is in order`() async throws {
    let bench = try LiveBench()
    for report in [
        try await bench.check(bound: .seconds(60)).run(),
        try await bench.check(bound: .seconds(60)).run(against: bench.project.tree()),
    ] {
        #expect(report.words == [])
        #expect(report.trouble == nil)
        #expect(report.environment?.rawValue == "production")
        #expect(try Set(report.documents.map(\.path)) == Set(bench.project.headers().keys))
        #expect(report.documents.last?.path == "publication.jws")
    }
    #expect(bench.madePauses == [])
}

@Test(.peers(.python3, .openssl, .curl)) func `headers may differ in what HTTP says does not count`() async throws {
    let bench = try LiveBench { folder in
        try folder.edit("served/\(name).headers") {
            $0.replacing("text/plain; charset=utf-8", with: "Text/Plain;charset=UTF-8").replacing(", max", with: ",max")
        }
    }
    #expect(try await bench.check().run(against: bench.project.tree()).words == [])
}

// MARK: What was left alone

@Test(.peers(.python3, .openssl, .curl))
func `of a document that publishing left alone, the signature that was live must be`() async throws {
    let other = "distribution/b.json"
    let bench = try LiveBench { folder in
        for suffix in ["", ".sig", ".headers"] {
            try folder.copy("former/production/\(other)\(suffix)", to: "served/\(other)\(suffix)")
        }
    }
    let tree = try await bench.project.tree()
    #expect(
        try await bench.check().run(against: tree).words == [
            "\(other): has the published body with a former signature header (signed \(formerDate))"
        ])
    let leftAlone = [other: try bench.project.leftAlone(other)]
    #expect(try await bench.check().run(against: tree, leftAlone: leftAlone).words == [])
    let old = try await bench.check(maximumAge: "25h").run(against: tree, leftAlone: leftAlone)
    #expect(old.words == [])
    let tooOld = try await bench.check(maximumAge: "24h").run(against: tree, leftAlone: leftAlone)
    #expect(tooOld.words == ["\(other): was signed \(formerDate), which is more than 24h ago"])
    // Not any that is valid.
    let served = try LiveBench()
    #expect(
        try await served.check().run(against: tree, leftAlone: leftAlone).words == [
            "\(other): has another valid signature header than the published one (signed \(date))"
        ])
}

// MARK: The whole tree

@Test(.peers(.python3, .openssl, .curl)) func `a host that drops x-amz-meta headers is named as such`() async throws {
    let bench = try LiveBench { folder in
        for path in try folder.snapshot("served").keys where path.hasSuffix(".headers") {
            try folder.dropHeader("x-amz-meta-", of: "served/\(path.dropLast(".headers".count))")
        }
    }
    let tree = try await bench.project.tree()
    for report in [try await bench.check().run(), try await bench.check().run(against: tree)] {
        #expect(report.words == ["*: this host drops x-amz-meta-*: none of its answers has such a header"])
        #expect(report.verification.refusals[0].hint.contains("S3 website endpoints do so; use the REST endpoint"))
        #expect(report.trouble == .refused)
        #expect(report.documents.map(\.path) == ["publication.jws"])
    }
}

@Test(
    .peers(.python3, .openssl, .curl),
    arguments: [
        ("signature", "is not signed by any trusted key"),
        ("page", "is not an index: this is not a .jws of Signet: it is not three parts joined by periods"),
        ("missing", "status 404"),
    ])
func `an index that is not trusted is all that is reported, and nothing else is requested`(
    what: String, words: String
) async throws {
    let bench = try LiveBench { folder in
        switch what {
        case "signature":
            let other = try folder.text("former/production/publication.jws").split(separator: ".")[2]
            try folder.edit("served/publication.jws") {
                $0.split(separator: ".").prefix(2).joined(separator: ".") + "." + other
            }
        case "page": try folder.write("served/publication.jws", "<html>")
        default: try folder.remove("served/publication.jws")
        }
    }
    let report = try await bench.check().run()
    #expect(report.words == ["publication.jws: \(words)"])
    #expect(report.trouble == .refused)
    #expect(report.environment == nil)
    #expect(try Set(bench.server.requests()) == ["/publication.jws"])
}

@Test(.peers(.python3, .openssl, .curl)) func `a pinned key is the only one that is accepted`() async throws {
    let bench = try LiveBench()
    let fingerprint = try #require(bench.project.keys().keys.first).publicKey.fingerprint.hexadecimal
    #expect(try await bench.check(pin: fingerprint).run().words == [])
    let other = try await bench.check(pin: String(repeating: "0", count: 64)).run()
    #expect(try other.words.count == bench.project.headers().count)
    #expect(other.words.allSatisfy { $0.hasSuffix("fingerprint \(fingerprint), not the pinned one") })
}
