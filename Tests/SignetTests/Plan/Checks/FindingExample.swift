import Diagnostics
import Foundation
import TestSupport
import Testing

/// An edit of a sound project after which a plan has a finding, and almost the same edit, after which it has none.
struct FindingExample: Sendable, CustomTestStringConvertible {
    /// What is edited, and what a plan compares the result with.
    enum Base: String {
        case policy
        case rules
        case changedPolicy = "changed policy"
        case changedRules = "changed rules"
    }

    /// Replaces the first place where a file says something.
    struct Edit {
        let file: String
        let find: String
        fileprivate(set) var wrong = ""
        fileprivate(set) var sound = ""
    }

    let base: Base
    let code: FindingCode
    private(set) var edits: [Edit] = []
    /// What a plan says.
    private(set) var words: [String] = []

    var testDescription: String { "\(code.rawValue): \(edits.map(\.wrong).joined(separator: " "))" }

    /// The project with nothing wrong in it, and the flags that name the tree with which it is compared.
    func makeProject() throws -> (project: Project, previous: [String]) {
        switch base {
        case .policy: return (try TeamCase.project(), [])
        case .rules: return (try Project.gate(), [])
        case .changedPolicy:
            let project = try Project.copy(of: "team's case, built") {
                let project = try TeamCase.project()
                try project.expectDone(["build"])
                return project
            }
            return (project, ["--previous", "output"])
        case .changedRules: return (try publishedRules(for: edits[0].find), ["--previous", "public"])
        }
    }

    func apply(_ replacement: KeyPath<Edit, String>, in project: Project) throws {
        for edit in edits { try project.change(edit.file, edit.find, edit[keyPath: replacement]) }
    }
}

/// A project whose policy is published: with few enough rules to compare, and with maintenance only where that changes.
private func publishedRules(for change: String) throws -> Project {
    let isClosed = change.contains("maintenance")
    return try Project.copy(of: "published rules, \(isClosed ? "closed" : "open")") {
        try makePublishedRules(
            isClosed ? Project.gate() : Project.gate(replacing: "\"active\": true", with: "\"active\": false"))
    }
}

private func makePublishedRules(_ project: Project) throws -> Project {
    let policy = try project.folder.text("policy.json")
    let start = try #require(policy.firstRange(of: ",\n          { \"id\": \"winter\""))
    let end = try #require(policy.firstRange(of: "\n        ]\n      },\n      \"android\""))
    try project.folder.write(
        "policy.json", policy.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: ""))
    try project.expectDone(["build"])
    try project.expectDone(["publish", "--environment", "production", "--to", "public", "--first"])
    return project
}

extension FindingExample {
    /// The example that `signet help CODE` shows: edits of a project with nothing wrong in it, that of the other examples.
    init(shownFor code: FindingCode) throws {
        base = try #require(try Self.loaded.get().first { $0.code == code }, "\(code.rawValue) has no project").base
        self.code = code
        let separators = ["instead of", "becomes"]
        let lines = separators.reduce(code.example) { $0.replacing("   \($1)   ", with: "\n\($1)\n") }
            .components(separatedBy: "\n")
        let count = lines.count { separators.contains($0) }
        try #require(count > 0, "\(code.rawValue) has no edit")
        var file = "policy.json"
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("in ") { file = String(line.dropFirst(3)) }
            guard separators.contains(line) else { continue }
            // Only one edit has texts of several lines.
            let before = count > 1 ? lines[(index - 1)..<index] : lines[..<index].drop { $0.hasPrefix("in ") }
            let after = count > 1 ? lines[(index + 1)...(index + 1)] : lines[(index + 1)...]
            let texts = [before, after].map { $0 == ["nothing"] ? "" : $0.joined(separator: " ") }
            let (wrong, right) = line == "becomes" ? (texts[1], texts[0]) : (texts[0], texts[1])
            edits.append(Edit(file: file, find: right, wrong: wrong, sound: right))
        }
    }

    static let loaded = Result { try ["policy", "texts", "rules", "changes"].flatMap(load) }
    static var all: [FindingExample] { (try? loaded.get()) ?? [] }

    /// Reads a file of examples. Each begins with its base and its code, and an empty line is between two of them.
    private static func load(_ name: String) throws -> [FindingExample] {
        let file = Article.root.appendingPathComponent("Tests/SignetTests/Plan/Checks/Codes/\(name).txt")
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n").map(parse)
    }

    private static func parse(_ text: String) throws -> FindingExample {
        let lines = text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        try #require(lines.allSatisfy { $0.count == 2 }, "\(text)")
        var example = FindingExample(
            base: try #require(Base(rawValue: lines[0][0]), "\(text)"),
            code: try #require(FindingCode(rawValue: lines[0][1]), "\(text)"))
        for line in lines.dropFirst() {
            let last = example.edits.count - 1
            switch line[0] {
            case "says": example.words.append(line[1])
            case "wrong": example.edits[last].wrong = line[1]
            case "sound": example.edits[last].sound = line[1]
            case let key:
                try #require(key.hasPrefix("in "), "\(text)")
                example.edits.append(Edit(file: String(key.dropFirst(3)), find: line[1]))
            }
        }
        return example
    }
}
