import AppGate
import Foundation
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
        if Int.random(in: 0..<6, using: &random) == 0 { when.append("\"until\": \"\(pick(times))\"") }
        let outcome = pick(["required", "recommended", "recommended", "available", "maintenance"])
        var members = [
            "\"id\": \"r\(id)\"", "\"when\": { \(when.joined(separator: ", ")) }", "\"then\": \"\(outcome)\"",
        ]
        if Int.random(in: 0..<8, using: &random) == 0 { members.append("\"scope\": \"chat\"") }
        if Bool.random(using: &random) { members.append("\"url\": \"https://\(pick(["a", "b"])).example\"") }
        for name in ["title", "description", "message", "orElse"] where Int.random(in: 0..<4, using: &random) == 0 {
            members.append("\"\(name)\": { \"en\": \"\(pick(["One", "Two"]))\" }")
        }
        if outcome == "recommended", Int.random(in: 0..<4, using: &random) == 0 {
            members.append("\"requiredBy\": \"\(pick(times))\"")
        }
        if outcome == "recommended", Bool.random(using: &random) {
            members.append("\"requiredFrom\": \"\(pick(times))\"")
        }
        if outcome == "recommended", Bool.random(using: &random) {
            members.append("\"grace\": \"\(pick(["1d", "9d"]))\"")
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    static func document(
        _ rules: [String], latest: String? = nil
    ) throws -> (body: [UInt8], document: GateDocument) {
        let store = latest.map { "\"latest\": \($0), " } ?? ""
        let text = "{ \"gate\": 1, \"platform\": \"ios\", \(store)\"rules\": [ \(rules.joined(separator: ", ")) ] }"
        return (Array(text.utf8), try GateDocument(body: Array(text.utf8)))
    }

    /// What the store has, or nothing that the document says.
    static func latest(_ random: inout some RandomNumberGenerator) -> String? {
        let versions = [
            "{ \"app\": \"2.0.1\" }", "{ \"app\": \"3.0\", \"os\": \">=15\" }",
            "{ \"app\": \"4.0\", \"os\": \">=15.1\" }",
        ]
        guard Bool.random(using: &random) else { return nil }
        return "[ \(versions.filter { _ in Bool.random(using: &random) }.joined(separator: ", ")) ]"
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

@Test func `whoever rules tell something else is told of, and whom they block or let run is said`() throws {
    var random = SeededGenerator(seed: 18)
    let path = try DocumentPath("gate.json")
    let starts = try ["2029-12-15", "2030-01-15", "2030-02-15"].map { try #require(Instant("\($0)T00:00:00Z")) }
    var found = (blocks: 0, lifts: 0, others: 0, nothing: 0, still: 0)
    for round in 0..<Fuzz.rounds(2_000) {
        // Of some, the old document was signed more than a week ago.
        let first = starts[round % 4 == 0 ? Int.random(in: 0..<3, using: &random) : 0]
        let still = round % 4 == 0 ? first.advanced(by: -Int64.random(in: 0...40, using: &random) * 86_400) : nil
        let signed = SignedDate(secondsSince1970: (still ?? first).secondsSince1970 - Int64(Limits.gateClockLead))
        let old = (0..<Int.random(in: 1...4, using: &random)).map { RandomRules.rule($0, &random) }
        let oldLatest = RandomRules.latest(&random)
        var (new, newLatest) = (old, oldLatest)
        for _ in 0...Int.random(in: 0...1, using: &random) {
            let index = Int.random(in: 0..<new.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: new.shuffle(using: &random)
            case 1 where new.count > 1: new.remove(at: index)
            case 2: new.insert(RandomRules.rule(9, &random), at: index)
            case 3: newLatest = RandomRules.latest(&random)
            case 4: new[index] = new[index].replacingOccurrences(of: "\"id\": \"r", with: "\"id\": \"renamed-")
            default: new[index] = RandomRules.rule(index, &random)
            }
        }
        let before = try RandomRules.document(old, latest: oldLatest)
        let after = try RandomRules.document(new, latest: newLatest)
        let changes = DocumentComparison(
            ComparedTree.Document(path: path, format: .gateIOS, body: before.body),
            ComparedTree.Document(path: path, format: .gateIOS, body: after.body), platforms: [.ios], since: first,
            still: still
        ).changes
        let said = changes.compactMap(\.consequence).joined(separator: " ")
        if still != nil, before.document.rules.contains(where: { $0.deadline.grace != nil }) {
            #expect(said.contains("take it to block and to free every device"))
            continue
        }
        let words = "round \(round): \(said)\n\(old) \(oldLatest ?? "")\n\(new) \(newLatest ?? "")"
        // Devices at random: whatever happens to one of them must have been said.
        var (blocks, lifts, isOther) = (false, false, false)
        for _ in 0..<400 {
            let device = try RandomRules.device(&random)
            let time = first.advanced(by: Int64.random(in: 0...100, using: &random) * 86_400)
            var firstSeen: [String: Instant] = [:]
            for rule in before.document.rules + after.document.rules where Bool.random(using: &random) {
                let seen = time.advanced(by: -Int64.random(in: 0...12, using: &random) * 86_400)
                let isOld = before.document.rules.contains { $0.id == rule.id }
                firstSeen[rule.id] = isOld ? seen : max(seen, first)
            }
            let scope = Int.random(in: 0..<4, using: &random) == 0 ? "chat" : nil
            let store = [nil, "1.0", "2.5", "9"].randomElement(using: &random).flatMap { $0 }
            let inStore = store.flatMap { NumericVersion($0) }.map { StoreVersion(version: $0) }
            let source: Decision.Source = Int.random(in: 0..<4, using: &random) == 0 ? .stored : .fetched
            func told(_ document: GateDocument, at time: RuleTime) -> Decision {
                decide(
                    document, for: device, at: time, firstSeen: firstSeen, scope: scope, store: inStore, source: source)
            }
            let now = RuleTime(signedAt: time)
            let was = told(before.document, at: still == nil ? now : RuleTime(of: try #require(signed), clock: time))
            let becomes = told(after.document, at: now)
            if still != nil, was != told(before.document, at: now) { found.still += 1 }
            switch (was.isBlocked, becomes.isBlocked) {
            case (false, true): blocks = true
            case (true, false): lifts = true
            default: isOther = isOther || !was.tellsSame(as: becomes)
            }
        }
        #expect(!blocks || said.contains("blocks devices"), "\(words)")
        #expect(!lifts || said.contains("lets devices run"), "\(words)")
        #expect(!isOther || changes.contains(where: \.isDecision), "\(words)")
        if blocks { found.blocks += 1 } else if lifts { found.lifts += 1 } else { found.nothing += isOther ? 0 : 1 }
        if isOther { found.others += 1 }
    }
    let enough = Fuzz.rounds(130)
    #expect(
        found.blocks > enough && found.lifts > enough && found.others > enough && found.nothing > enough
            && found.still > enough, "\(found)")
}

extension Decision {
    /// Whether a person sees the same; the id of a rule is not shown.
    fileprivate func tellsSame(as other: Decision) -> Bool {
        switch (outcome, other.outcome) {
        case (.available, .available): true
        case (.maintenance(let notice), .maintenance(let other)): notice == other
        case (.recommended(let update), .recommended(let other)), (.required(let update), .required(let other)):
            update.title == other.title && update.description == other.description && update.url == other.url
                && update.store == other.store && update.isObtainable == other.isObtainable && update.due == other.due
        default: false
        }
    }
}

@Test(arguments: [(known: "90d", blocks: true), (known: nil, blocks: false)])
func `grace begins with its rule, and is over within ten days only for who knew the rule before`(
    known: String?, blocks: Bool
) throws {
    func document(_ grace: String?) throws -> ComparedTree.Document {
        let rule = grace.map { grace in
            """
            { "id": "r", "when": { "app": "<2", "until": "2030-01-11T00:00:00Z" }, "then": "recommended", "grace": "\(grace)" }
            """
        }
        return ComparedTree.Document(
            path: try DocumentPath("gate.json"), format: .gateIOS,
            body: try RandomRules.document([rule].compactMap(\.self)).body)
    }
    let changes = DocumentComparison(
        try document(known), try document("30d"), platforms: [.ios],
        since: try #require(Instant("2030-01-01T00:00:00Z"))
    ).changes
    let effect = try #require(changes.first { $0.kind == .rule }?.effect)
    #expect((effect.blocks != nil) == blocks, "\(effect)")
}

// Each walks as many combinations as a comparison may, which takes half a minute without optimisation.
#if !DEBUG
    /// None of them ever decides where the store has nothing to recommend, and each can hold with any other.
    private let many = (0..<16).map { index in
        let share = "\"salt\": \"s\(index)\", \"steps\": [ [\"2030-01-01T00:00:00Z\", 50] ]"
        return "{ \"id\": \"m\(index)\", \"when\": { \"share\": { \(share) } }, \"then\": \"recommended\" }"
    }

    @Test func `rules with too many combinations are said to block and to lift, and never to do nothing`() throws {
        let path = try DocumentPath("gate.json")
        let before = try RandomRules.document(many, latest: "[]")
        let after = try RandomRules.document(Array(many.dropLast()), latest: "[]")
        let changes = DocumentComparison(
            ComparedTree.Document(path: path, format: .gateIOS, body: before.body),
            ComparedTree.Document(path: path, format: .gateIOS, body: after.body), platforms: [.ios]
        ).changes
        #expect(changes.map(\.kind) == [.rule, .notCompared] && changes.allSatisfy(\.isDecision))
        #expect(changes.last?.consequence?.contains("block and to free every device: the rules have too many") == true)
    }

    @Test func `a text that may let devices run is no small change where there are too many combinations`() throws {
        let path = try DocumentPath("gate.json")
        let before = try RandomRules.document(many, latest: "[]")
        let spoken = many.dropLast() + ["\(many[15].dropLast(2)), \"orElse\": { \"en\": \"Later.\" } }"]
        let after = try RandomRules.document(Array(spoken), latest: "[]")
        let changes = DocumentComparison(
            ComparedTree.Document(path: path, format: .gateIOS, body: before.body),
            ComparedTree.Document(path: path, format: .gateIOS, body: after.body), platforms: [.ios]
        ).changes
        // Only devices that the changed rule matches are compared, and there are too many of them.
        #expect(changes.contains { $0.kind == .notCompared && $0.isDecision }, "\(changes)")
    }

    @Test func `rules with thousands of dates are given up in seconds, and said to block and to lift`() throws {
        func document(_ text: String) throws -> ComparedTree.Document {
            let first = try #require(Instant("2030-01-01T00:00:00Z"))
            let rules = (0..<110).map { rule in
                let steps = (0..<100).map { "[\"\(first.advanced(by: Int64(rule + 200 * $0)))\", \($0 + 1)]" }
                let share = "{ \"salt\": \"s\(rule)\", \"steps\": [ \(steps.joined(separator: ", ")) ] }"
                return "{ \"id\": \"m\(rule)\", \"when\": { \"share\": \(share) }, \"then\": \"recommended\", "
                    + "\"title\": { \"en\": \"\(text)\" } }"
            }
            return ComparedTree.Document(
                path: try DocumentPath("gate.json"), format: .gateIOS,
                body: try RandomRules.document(rules, latest: "[]").body)
        }
        let changes = DocumentComparison(try document("One"), try document("Two"), platforms: [.ios]).changes
        #expect(changes.filter { $0.kind == .notCompared }.count == 1)
    }
#endif
