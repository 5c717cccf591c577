import Foundation
import ManifestVerifier
import Testing
import TestSupport
@testable import VectorTests

/// A kind of random vectors, how many of them are tried in all, and how many share a file.
private enum Kind: String, CaseIterable {
    case decisions
    case rules = "decisions-rules"
    case verification
    case sequences
    case stores = "sequences-stores"

    var counts: (all: Int, file: Int) {
        switch self {
        case .decisions, .rules: (50_000, 400)
        case .verification: (50_000, 200)
        case .sequences, .stores: (50_000, 500)
        }
    }

    /// What Swift's answers must be among others, so that each is put to the test.
    var answers: [String] {
        switch self {
        case .decisions: ["refused", "available", "recommended", "required"]
        case .rules:
            ["available", "recommended", "required", "maintenance", "unreadable", "seen", "due", "url"]
        case .verification: ["accepted", "bad-signature", "unknown-key", "revoked-key"]
        case .sequences, .stores:
            ["fetched", "stored", "none", "required", "failure", "transport", "status"]
        }
    }

    func cases(_ count: Int, _ random: inout RandomCases) throws -> JSONValue {
        switch self {
        case .decisions: try random.decisions(count, isPlain: false)
        case .rules: try random.decisions(count, isPlain: true)
        case .verification: try random.downloads(count)
        case .sequences: try random.sequences(count, hasStores: false)
        case .stores: try random.sequences(count, hasStores: true)
        }
    }

    /// The cases with what Swift says of them; without those that cannot be asked.
    func answered(_ cases: JSONValue) async throws -> JSONValue {
        let file = try VectorFile(JSONWriter.bytes(of: cases))
        guard case .array(let elements)? = cases["cases"]?.content else { return cases }
        var answered: [JSONValue] = []
        for (members, one) in zip(file.cases, elements) {
            switch self {
            case .decisions, .rules:
                let decision = try DecisionCase(members, in: file)
                // Which of two rules of one id is seen, the verdict does not say. Sequences ask for it.
                guard !decision.hasEqualIDs else { continue }
                answered.append(one.with("verdict", decision.verdict))
            case .verification:
                // A header that no library gives, or one stored that is none, is no case.
                guard let members = try? VerificationCase(members, in: file).answer else { continue }
                answered.append(members.reduce(one) { $0.with($1.name, $1.value) })
            case .sequences, .stores:
                let said = try await SequenceCase(members, in: file).play()
                let steps = try zip(one["steps"]?.asArray() ?? [], said).map { $0.with("then", $1) }
                answered.append(one.with("steps", .array(steps)))
            }
        }
        return cases.with("cases", .array(answered))
    }
}

@Test(.inCI, .peers(.java, .node, .python3), arguments: Kind.allCases)
private func `all clients say the same of random cases`(kind: Kind) async throws {
    let seed = Fuzz.seed
    print("random \(kind): SIGNET_FUZZ_SEED=\(seed)")
    var random = try RandomCases(seed: seed)
    let folder = try TemporaryFolder()
    let (all, perFile) = (Fuzz.part(kind.counts.all), kind.counts.file)
    var (files, answers): ([String], Set<String>) = ([], [])
    for start in stride(from: 0, to: all, by: perFile) {
        let cases = try await kind.answered(kind.cases(min(perFile, all - start), &random))
        let name = folder.path("\(kind.rawValue)-\(files.count).json")
        let text = String(decoding: JSONWriter.bytes(of: cases), as: UTF8.self)
        answers.formUnion(kind.answers.filter { text.contains("\"\($0)\"") })
        try folder.write(URL(fileURLWithPath: name).lastPathComponent, text)
        files.append(name)
    }
    #expect(answers == Set(kind.answers), "seed \(seed)")
    // It plays those of gate documents in files of their own; Java plays all.
    let web = try run("node", [WebClient.driver] + files)
    var voices = [
        ("the web", web),
        ("Android", try AndroidClient.withDriver.get().judge(folder.root)),
    ]
    if kind == .rules {
        let script = serversFolder.appending(path: "gate-interpreter.py").path
        voices.append(("the interpreter in Python", try run("python3", ["-B", script, "vectors"] + files)))
    }
    for (name, result) in voices where result.status != 0 {
        Issue.record("\(name), seed \(seed):\n\(try report(result, folder))")
    }
}

extension DecisionCase {
    fileprivate var hasEqualIDs: Bool {
        guard let document = try? reader.read(body) as? GateDocument else { return false }
        return Set(document.rules.map(\.id)).count < document.rules.count
    }
}

/// The first differences, each with its case.
private func report(_ result: CommandResult, _ folder: TemporaryFolder) throws -> String {
    var lines: [String] = []
    let counted = #/.*\.json [0-9]+/#
    for line in result.said.split(separator: "\n").filter({ $0.wholeMatch(of: counted) == nil }).prefix(40) {
        lines.append(String(line.prefix(2_000)))
        guard lines.count < 15, let match = line.firstMatch(of: #/^([a-z-]+[0-9]+\.json): ([0-9]+)/#) else { continue }
        let file = try JSONParser.parse(folder.read(String(match.1)))
        guard let one = try file["cases"]?.asArray().first(where: { try $0["name"]?.asString() == String(match.2) })
        else { continue }
        lines.append("  case     \(one.line.prefix(6_000))")
        guard case .string(let name)? = one["document"]?.content else { continue }
        lines.append("  document \(file["documents"]?[name]?.line ?? "")")
    }
    return lines.joined(separator: "\n")
}
