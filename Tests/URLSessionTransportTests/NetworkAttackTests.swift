import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test(.prompt, .peers(.python3)) func `an oversized body`() async throws {
    let victim = try await Victim()
    let body = [UInt8](repeating: 0x20, count: Limits.manifestBytes + 1)
    try victim.serve(try await victim.publisher.download(.dated, body: body, date: try Publisher.date(hoursLater: 1)))
    try await victim.expectUnmoved { $0 == .transport(.bodyTooLarge(limit: Limits.manifestBytes)) }
    var endless = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: []) + [UInt8](repeating: 0x20, count: 1 << 16))
    endless.isEndless = true
    try victim.server.answer(Victim.path, with: endless)
    try await victim.expectUnmoved { $0 == .transport(.bodyTooLarge(limit: Limits.manifestBytes)) }
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a slow body, one byte a second`() async throws {
    var victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    var slow = RawHTTPServer.Answer(headers: lines, body: document.body)
    slow.pause = 10
    try victim.server.answer(Victim.path, with: slow)
    victim.configuration.requestTimeLimit = 1.5
    try await victim.expectUnmoved { $0 == .transport(.timedOut) }
    victim.configuration.requestTimeLimit = .hours
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a slow body does not hold up the start`() async throws {
    var victim = try await Victim()
    var slow = RawHTTPServer.Answer(body: [UInt8](repeating: 0x20, count: 1_000))
    slow.pause = 1
    try victim.server.answer(Victim.path, with: slow)
    victim.configuration.checkTimeLimit = 0.3
    let gate = try victim.gate()
    #expect(await gate.check() == (try victim.blocked))
    #expect(await gate.lastFailure == nil, "the fetch goes on")
    await gate.cancel()
}

@Test(.prompt, .peers(.python3)) func `a redirect to another host`() async throws {
    let victim = try await Victim()
    let attacker = try RawHTTPServer()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    try attacker.answer(Victim.path, with: RawHTTPServer.Answer(headers: lines, body: document.body))
    let elsewhere = attacker.origin.replacingOccurrences(of: "127.0.0.1", with: "localhost") + Victim.path
    try victim.server.answer(
        Victim.path, with: RawHTTPServer.Answer(status: 302, headers: ["Location: \(elsewhere)"] + lines))
    try await victim.expectUnmoved { $0 == .transport(.redirected(to: elsewhere)) }
    #expect(try attacker.requests().isEmpty)
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a captive portal that answers everything with 200 and a page`() async throws {
    let victim = try await Victim()
    let page = Array("<!DOCTYPE html><title>Welcome to our Wi-Fi</title>".utf8)
    try victim.server.answer(
        Victim.path, with: RawHTTPServer.Answer(headers: ["Content-Type: text/html"], body: page))
    try await victim.expectUnmoved(by: .malformed(.missingSignature))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a compressed body and a bomb`() async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    try victim.folder.write("body", document.body)
    // 64 MB of zeros in 64 kB.
    try victim.folder.write("bomb", [UInt8](repeating: 0, count: 64 << 20))
    for name in ["body", "bomb"] {
        try check(
            "python3",
            [
                "-c", "import gzip, sys; open(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read()))",
                name, "\(name).gz",
            ], in: victim.folder.root)
        let compressed = Download(body: try victim.folder.read("\(name).gz"), headers: document.headers)
        try victim.serve(compressed, more: ["Content-Encoding: gzip"])
        try await victim.expectUnmoved { $0 == .transport(.encoded("gzip")) }
    }
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a truncated transfer`() async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    let whole = RawHTTPServer.Answer(headers: lines, body: document.body)
    try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(bytes: Array(whole.bytes.dropLast())))
    try await victim.expectUnmoved { failure in
        guard case .transport(.unreachable) = failure else { return false }
        return true
    }
    // With the length of what is left it looks whole.
    try victim.serve(Download(body: Array(document.body.dropLast()), headers: document.headers))
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3), arguments: [201, 203, 204, 206, 304, 403, 404, 500])
func `a signed document under any other status than 200`(status: Int) async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let body = [204, 304].contains(status) ? [] : document.body
    try victim.serve(Download(body: body, headers: document.headers), status: status)
    try await victim.expectUnmoved { $0 == .status(status) }
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `random bytes over the wire`() async throws {
    let victim = try await Victim()
    var generator = SeededGenerator(seed: 4)
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    let whole = RawHTTPServer.Answer(headers: lines, body: document.body).bytes
    // Past the status line: a changed status is another test.
    let bits = (17 * 8)..<(whole.count * 8)
    // A head that does not end is not for us to refuse: FoundationNetworking ends the process ("there's no response").
    let end = (whole.count - document.body.count - 4) * 8
    for _ in 0..<40 {
        let bit = Int.random(in: bits, using: &generator)
        guard !(end..<end + 32).contains(bit) else { continue }
        let changed = whole.flipping(bit: bit)
        try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(bytes: changed))
        let decision = try await victim.gate().check()
        // Either nothing came of it, or the change was in a part that says nothing.
        let blocked = try victim.blocked
        #expect(decision == blocked || (decision.outcome == .available && decision.source == .fetched))
        if decision.outcome == .available {
            try FileManager.default.removeItem(at: victim.store)
            try victim.serve(try await victim.document(minimum: "4"))
            #expect(try await victim.gate().check().isBlocked)
        }
    }
}
