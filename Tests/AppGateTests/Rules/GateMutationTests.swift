import AppGate
import ManifestVerifier
import Testing
import TestSupport

private let documents = [
    #"""
    {"gate":1,"platform":"ios","latest":[{"app":"3.2","os":">=15","build":3}],"rules":[{"id":"a","when":{"app":["<2","2.3...2.4"]},
    "then":"required","orElse":{"en":"x"}}]}
    """#,
    #"""
    {"gate":1,"platform":"ios","rules":[{"id":"w","when":{"build":"<3","region":["GB"]},"then":"recommended",
    "requiredFrom":"2026-12-01T00:00:00Z","grace":"7d"},{"id":"m","then":"maintenance","message":{"en":"m"}}]}
    """#,
    #"""
    {"gate":1,"platform":"ios","rules":[{"id":"s","when":{"share":{"salt":"3","steps":[["2026-12-01T00:00:00Z",5],
    ["2026-12-03T00:00:00Z",99.5]]}},"then":"recommended","url":"u"}]}
    """#,
]
.map { Array($0.utf8).filter { $0 != UInt8(ascii: "\n") } }

/// What a mutation puts in: bytes of structure, of values near the limits of what is read, and no text at all.
private let pieces: [[UInt8]] =
    [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "9", "-", ".", "...", "<", ">=", "e", "null", "true", "-0",
        "1e999",
        "99999999999999999999", "999999d", "9999-12-31T23:59:59Z", "\"when\":{}", "\"\\ud800\"", "\\u0000", "*", "é",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC0, 0x80], []]

@Test(arguments: [1, 2, 3, 4] as [UInt64])
func `mutated documents are read or refused, decided, and written again as they were read`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let install = try #require(InstallID(String(repeating: "0a", count: 16)))
    var device = Device(
        system: .ios(try #require(NumericVersion("16.1"))), reportedVersion: "2.3.1", reportedBuild: "2",
        languages: ["en"])
    (device.region, device.installID) = ("GB", install)
    let time = try #require(Instant("2026-12-05T00:00:00Z"))
    var (read, decided): (Int, Set<String>) = (0, [])
    for index in 0..<Fuzz.rounds(25_000) {
        var text = documents[index % documents.count]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<text.count, using: &random)
            let end = min(text.count, place + Int.random(in: 0...3, using: &random))
            text.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
            if text.isEmpty { text = [0] }
        }
        guard let document = try? GateReader(.ios).read(text) as? GateDocument else { continue }
        read += 1
        let decision = decide(
            document, for: device, at: RuleTime(signedAt: time), firstSeen: ["w": time], source: .fetched)
        decided.insert("\(decision.rule ?? "-") \(decision.isBlocked)")
        // What cannot be read is not written; everything else comes back.
        let written = try GateDocument(body: JSONWriter.bytes(of: document.json))
        let readable = document.rules.filter { rule in
            !rule.conditions.contains { if case .unknown = $0 { true } else { false } }
        }
        let ids = Set(readable.map(\.id))
        #expect(written.platform == document.platform && written.latest == document.latest)
        #expect(written.rules.count == document.rules.count && written.unusable.isEmpty)
        #expect(zip(written.rules, document.rules).allSatisfy { !ids.contains($1.id) || $0 == $1 })
    }
    #expect(read > Fuzz.rounds(1_000) && decided.count > 4, "\(read) \(decided)")
}
