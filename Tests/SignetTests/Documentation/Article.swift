import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// A document in Markdown that people read: the README, or an article in a documentation catalogue.
struct Article: CustomTestStringConvertible {
    /// A fenced code block: what follows the fence, and the lines within.
    struct Block {
        /// The heading of the second level above it; empty before the first.
        let section: String
        /// The nearest heading above it.
        let heading: String
        let language: String
        let code: String

        /// The words of the comment in the first line: a file's name and what it takes.
        var title: [String] {
            code.prefix { $0 != "\n" }.split(separator: " ").drop { $0 == "#" || $0 == "//" }.map { String($0) }
        }
    }

    /// The path of the file from the root of the repository.
    let path: String
    /// All of it.
    let text: String
    /// The code blocks in their order.
    let blocks: [Block]
    /// The headings of every level.
    let headings: [String]
    /// The text without code blocks.
    let prose: String

    var testDescription: String { path }

    /// The root of the repository.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Package.swift") {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The README and every article of every catalogue, by path.
    static let allPaths: [String] = {
        let files = FileManager.default.enumerator(atPath: root.appendingPathComponent("Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
        return ["README.md"] + articles.map { "Sources/\($0)" }.sorted()
    }()

    /// The README.
    static var readme: Article {
        get throws { try Article(path: "README.md") }
    }

    /// The names of all tests and suites, read once.
    static var testNames: Set<String> { get throws { try foundNames.get() } }

    private static let foundNames = Result {
        let tests = root.appendingPathComponent("Tests").path
        var names: Set<String> = []
        let files = FileManager.default.enumerator(atPath: tests)?.compactMap { $0 as? String } ?? []
        for file in files where [".swift", ".txt"].contains(where: file.hasSuffix) {
            let source = try String(contentsOfFile: "\(tests)/\(file)", encoding: .utf8)
            for line in source.split(separator: "\n") {
                if line.contains("func `") || line.contains("struct `") {
                    names.insert(String(line.split(separator: "`", omittingEmptySubsequences: false)[1]))
                } else if line.hasPrefix("# "), file.hasPrefix("Transcripts/") {
                    names.insert(String(line.dropFirst(2)))
                }
            }
        }
        return names
    }

    /// The names of the cases in files of `Tests/Vectors`, without the envelope that stands before some.
    static func vectorNames(_ files: String...) throws -> Set<String> {
        let names = try files.flatMap { file in
            try JSONParser.parse(Array(testText("Vectors/\(file).json").utf8))["cases"]?.asArray() ?? []
        }.compactMap { try $0["name"]?.asString() }
        return Set(names.map { $0.replacing(#/^(headers|jws): /#, with: "") })
    }

    /// Reads an article by its target and its name: `signet/Publishing`.
    init(_ name: String) throws {
        let parts = name.split(separator: "/")
        try #require(parts.count == 2)
        try self.init(path: "Sources/\(parts[0])/\(parts[0]).docc/\(parts[1]).md")
    }

    /// Reads a file of the repository.
    init(path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        var (section, heading) = ("", "")
        var open: (language: String, lines: [Substring])?
        var blocks: [Block] = []
        var headings: [String] = []
        var prose: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open {
                if line == "```" {
                    let code = block.lines.map { $0 + "\n" }.joined()
                    blocks.append(Block(section: section, heading: heading, language: block.language, code: code))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else {
                prose.append(line)
                guard line.hasPrefix("#"), let space = line.firstIndex(of: " ") else { continue }
                heading = String(line[line.index(after: space)...])
                headings.append(heading)
                if line.hasPrefix("## ") { section = heading }
            }
        }
        try #require(open == nil, "\(path) has a code block without an end")
        (self.blocks, self.headings, self.prose) = (blocks, headings, prose.joined(separator: "\n"))
    }

    /// The code blocks of a section, of one language if one is named.
    func blocks(in section: String, language: String? = nil) throws -> [Block] {
        let found = blocks.filter { $0.section == section && (language == nil || $0.language == language) }
        try #require(!found.isEmpty, "\(path) has no such block in \"\(section)\"")
        return found
    }

    /// The code of the one block whose first line names this file.
    func code(_ name: String, language: String) throws -> String {
        let found = blocks.filter { $0.language == language && $0.title.first == name }
        try #require(found.count == 1, "\(path) needs one block of \(language) named \(name)")
        return found[0].code
    }

    /// The destinations of all links.
    var links: [String] {
        prose.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
    }

    /// What a repository browser calls the headings in links.
    var anchors: [String] {
        headings.map { heading in
            String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" })
                .replacingOccurrences(of: " ", with: "-")
        }
    }
}
