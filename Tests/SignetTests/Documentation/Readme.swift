import Foundation
import Testing

/// The fenced code blocks of a section of the README.
struct Readme {
    /// One block: what follows the fence, and the lines within.
    struct Block {
        let language: String
        let code: String

        /// The words of the comment in the first line: a file's name and what it takes.
        var title: [String] {
            code.prefix { $0 != "\n" }.split(separator: " ").drop { $0 == "#" || $0 == "//" }.map { String($0) }
        }
    }

    /// The blocks in their order.
    let blocks: [Block]

    /// The whole README.
    static var text: String {
        get throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    /// Reads the section of the README under a heading of the second level.
    init(section: String) throws {
        self.init(text: try Self.text, section: section)
    }

    /// Reads the section of another document in Markdown.
    init(text: String, section: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var isInSection = false
        var open: (language: String, lines: [Substring])?
        var blocks: [Block] = []
        for line in lines {
            if let block = open {
                if line == "```" {
                    blocks.append(
                        Block(language: block.language, code: block.lines.map { $0 + "\n" }.joined()))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("## ") {
                isInSection = line == "## \(section)"
            } else if isInSection, line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        self.blocks = blocks
    }

    /// The code of the one block whose first line names this file.
    func code(_ name: String, language: String) throws -> String {
        let found = blocks.filter { $0.language == language && $0.title.first == name }
        try #require(found.count == 1, "the README needs one block of \(language) named \(name)")
        return found[0].code
    }
}
