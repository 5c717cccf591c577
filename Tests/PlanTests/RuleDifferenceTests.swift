import AppGate
import ManifestVerifier
import Plan
import Testing
import TestSupport

/// Documents of few rules made of so few values that many of them meet.
private struct RandomRules {
    private static let apps = ["1.0", "2.0.0", "<2", "<=2.0", ">=2.0.1", ">1.0", "1.0...2.0.0", "2.1...3"]
    private static let times = ["2030-01-01T00:00:00Z", "2030-02-01T00:00:00Z", "2030-03-01T00:00:00Z"]

    static func rule(_ id: Int, _ random: inout some RandomNumberGenerator) -> String {
        func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
        var when: [String] = []
        if Bool.random(using: &random) { when.append("\"app\": \"\(pick(apps))\"") }
        if Int.random(in: 0..<3, using: &random) == 0 { when.append("\"os\": \"\(pick([">=15", "<15", "15.1"]))\"") }
        if Int.random(in: 0..<4, using: &random) == 0 { when.append("\"channel\": \"\(pick(["a", "b"]))\"") }
        if Int.random(in: 0..<4, using: &random) == 0 { when.append("\"model\": \"\(pick(["x*", "x1", "xy*"]))\"") }
        if Int.random(in: 0..<4, using: &random) == 0 { when.append("\"from\": \"\(pick(times))\"") }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let percent = pick(["0", "5", "37.5", "100"])
            when.append(
                "\"share\": { \"salt\": \"\(pick(["s", "t"]))\", \"steps\": [ [\"\(pick(times))\", \(percent)] ] }")
        }
        let outcome = pick(["required", "recommended", "recommended", "available", "maintenance"])
        var members = [
            "\"id\": \"r\(id)\"", "\"when\": { \(when.joined(separator: ", ")) }", "\"then\": \"\(outcome)\"",
        ]
        if outcome == "recommended", Bool.random(using: &random) {
            members.append("\"requiredFrom\": \"\(pick(times))\"")
        }
        if outcome == "recommended", Bool.random(using: &random) {
            members.append("\"grace\": \"\(pick(["1d", "9d"]))\"")
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    static func document(_ rules: [String]) throws -> (body: [UInt8], document: GateDocument) {
        let text = "{ \"gate\": 1, \"platform\": \"ios\", \"rules\": [ \(rules.joined(separator: ", ")) ] }"
        return (Array(text.utf8), try GateDocument(body: Array(text.utf8)))
    }

    /// A device at random, with more values than any rule names.
    static func device(_ random: inout some RandomNumberGenerator) throws -> Device {
        let versions = ["0.9", "1.0.0", "1.0.0.7", "1.5", "2", "2.0.0.1", "2.0.1", "2.1", "2.9.9", "3.0", "3.0.1", "4"]
        let systems = ["14.9", "15", "15.0.9", "15.1", "15.2", "16"]
        let system = try #require(systems.randomElement(using: &random).flatMap { NumericVersion($0) })
        var device = Device(
            system: .ios(system), reportedVersion: versions.randomElement(using: &random), reportedBuild: nil,
            languages: [])
        device.channel = [nil, "a", "b", "c"].randomElement(using: &random) ?? nil
        device.model = [nil, "x", "x1", "xy7", "z"].randomElement(using: &random) ?? nil
        let digits = (0..<32).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }
        device.installID = Int.random(in: 0..<5, using: &random) == 0 ? nil : InstallID(String(digits))
        return device
    }
}

@Test func `a difference of rules is found exactly when some device is blocked or let run by it`() throws {
    var random = SplitMix(state: 18)
    let path = try DocumentPath("gate.json")
    var found = (blocks: 0, lifts: 0, nothing: 0)
    for round in 0..<Fuzz.rounds(300) {
        let old = (0..<Int.random(in: 1...4, using: &random)).map { RandomRules.rule($0, &random) }
        var new = old
        switch Int.random(in: 0..<4, using: &random) {
        case 0: new.shuffle(using: &random)
        case 1: new.remove(at: Int.random(in: 0..<new.count, using: &random))
        case 2: new.insert(RandomRules.rule(9, &random), at: Int.random(in: 0...new.count, using: &random))
        default:
            let index = Int.random(in: 0..<new.count, using: &random)
            new[index] = RandomRules.rule(index, &random)
        }
        let (before, after) = (try RandomRules.document(old), try RandomRules.document(new))
        let changes = DocumentComparison(
            ComparedTree.Document(path: path, format: .gateIOS, body: before.body),
            ComparedTree.Document(path: path, format: .gateIOS, body: after.body), platforms: [.ios]
        ).changes
        let said = changes.compactMap(\.consequence).joined(separator: " ")
        // Devices at random: whatever happens to one of them must have been said.
        var (blocks, lifts) = (false, false)
        for _ in 0..<400 {
            let device = try RandomRules.device(&random)
            let days = Int64.random(in: 0...100, using: &random)
            let time = try #require(Instant("2029-12-15T00:00:00Z")).advanced(by: days * 86_400)
            let seen = time.advanced(by: -Int64.random(in: 0...12, using: &random) * 86_400)
            func isBlocked(_ document: GateDocument) -> Bool {
                let firstSeen = Dictionary(document.rules.map { ($0.id, seen) }) { first, _ in first }
                let decision = decide(
                    document, for: device, at: RuleTime(signedAt: time), firstSeen: firstSeen, source: .fetched)
                return decision.isBlocked
            }
            switch (isBlocked(before.document), isBlocked(after.document)) {
            case (false, true): blocks = true
            case (true, false): lifts = true
            default: break
            }
        }
        #expect(!blocks || said.contains("blocks devices"), "round \(round): \(said)\n\(old)\n\(new)")
        #expect(!lifts || said.contains("lets devices run"), "round \(round): \(said)\n\(old)\n\(new)")
        if blocks { found.blocks += 1 } else if lifts { found.lifts += 1 } else { found.nothing += 1 }
    }
    let enough = Fuzz.rounds(20)
    #expect(found.blocks > enough && found.lifts > enough && found.nothing > enough, "\(found)")
}

@Test func `rules with too many combinations are said to block and to lift, and never to do nothing`() throws {
    let many = (0..<400).map { index in
        "{ \"id\": \"m\(index)\", \"when\": { \"app\": \"\(index).1\", \"os\": \"\(index)\" }, \"then\": \"required\" }"
    }
    let path = try DocumentPath("gate.json")
    let before = try RandomRules.document(many), after = try RandomRules.document(Array(many.dropLast()))
    let changes = DocumentComparison(
        ComparedTree.Document(path: path, format: .gateIOS, body: before.body),
        ComparedTree.Document(path: path, format: .gateIOS, body: after.body), platforms: [.ios]
    ).changes
    #expect(changes.count == 1 && changes.allSatisfy(\.isDecision))
    #expect(changes.first?.consequence?.contains("too many combinations") == true)
}

/// SplitMix64, so that a failure comes again.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
