import AppGate
import Foundation
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

private let body = Array(Bodies.updateRequiredIOS.replacing("1.2.0", with: "4.0.0").utf8)
private let path = "api/v1/update-required-ios"

/// A gate that expects a 403 as a `.jws` of a path.
private func bench(_ profile: SignatureProfile = .dated) throws -> GateBench {
    var bench = try GateBench(profile: profile, envelope: .jws)
    bench.configuration.updateRequired = try DocumentPath(path)
    return bench
}

extension Gate {
    fileprivate func observe(_ download: Download) -> Decision {
        observe(status: 403, headers: download.headers, body: download.body)
    }
}

@Test func `a 403 with the .jws of its path becomes the decision, whatever its headers are`() async throws {
    let bench = try bench()
    let signed = try await bench.signed(body, at: bench.configuration.updateRequired)
    let other = try await bench.publisher.download(.dated, body: GateBench.body(minimum: "1"))
    for headers in [[], other.headers, [HeaderField(unchecked: "content-type", value: "text/html")]] {
        let gate = try bench.gate(keeper: LockableStore())
        let decision = await gate.observe(status: 403, headers: headers, body: signed.body)
        #expect(decision.summary == "required, fetched")
        #expect(decision.update?.url == "https://example.com")
        #expect(await bench.transport.requests.isEmpty, "nothing more needs to be asked")
    }
}

@Test func `with .jws no other 403 proves anything`() async throws {
    let bench = try bench()
    let expected = try #require(bench.configuration.updateRequired)
    let stranger = try Publisher("stranger")
    let good = try await bench.signed(body, at: expected)
    let downloads = [
        try await bench.signed(body), try await bench.signed(body, at: DocumentPath("api/v1/update-required-android")),
        try await bench.signed(body, at: expected, by: stranger),
        try await bench.signed(body, at: expected, hoursLater: 48),
        try await bench.signed(GateBench.body(minimum: "4"), at: expected),
        try await bench.publisher.download(.dated, body: body),
        try await bench.publisher.download(.body, body: body),
        Download(jws: try bench.publisher.jws(path: path, environment: "staging", body: body)),
        Download(jws: good.body + [0x0A]), Download(jws: good.body.dropLast()), Download(jws: []),
    ]
    for (number, download) in downloads.enumerated() {
        let gate = try bench.gate(keeper: LockableStore())
        #expect(await gate.observe(download).summary == "available, none", "download \(number)")
        await gate.cancel()
    }
}

@Test func `without a path for it a .jws is no 403 that counts`() async throws {
    var bench = try bench()
    let signed = try await bench.signed(body, at: bench.configuration.updateRequired)
    let same = try await bench.signed(body)
    bench.configuration.updateRequired = nil
    let gate = try bench.gate()
    #expect(await gate.observe(signed).summary == "available, none")
    #expect(await gate.observe(same).summary == "available, none")
    await gate.cancel()
}

@Test func `the dates of a .jws 403 count like those of one with headers`() async throws {
    let bench = try bench()
    let expected = bench.configuration.updateRequired
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, fetched")
    #expect(!(await gate.observe(try await bench.signed(body, at: expected)).isBlocked), "it is older")
    let newer = try await bench.signed(body, at: expected, hoursLater: 2)
    #expect(await gate.observe(newer).isBlocked)
    let older = try await bench.signed(
        Array(String(decoding: body, as: UTF8.self).replacing("4.0.0", with: "5.0.0").utf8), at: expected, hoursLater: 1
    )
    #expect(await gate.observe(older).update?.subject == (await gate.observe(newer).update?.subject))
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await gate.check().isBlocked, "it is older than the 403")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 2))
    #expect(await gate.check().summary == "available, fetched")
}

@Test func `a 403 without a date proves nothing against a document with one, unless its key is newer`() async throws {
    let (bench, new) = (try GateBench(profile: .body), try Publisher("new"))
    var later = bench
    let expected = bench.configuration.verifier
    later.configuration.verifier = Verifier(
        keyRing: try #require(TrustedKeys([try bench.publisher.trusted(), try new.trusted()])),
        environment: expected.environment, format: expected.format, profile: .body)
    later.configuration.embedded = Download(
        jws: try bench.publisher.jws(path: "availability-ios", body: GateBench.body(minimum: "2")))
    let gate = try later.gate()
    #expect(await gate.decision.summary == "available, embedded")
    #expect(!(await gate.observe(try await bench.publisher.download(.body, body: body)).isBlocked))
    #expect(await gate.observe(try await new.download(.body, body: body)).isBlocked)
    await gate.cancel()
}
