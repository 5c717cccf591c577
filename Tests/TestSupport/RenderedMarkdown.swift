import Foundation

/// What GitHub Flavored Markdown comes to, by GitHub's own parser and an HTML parser; needs `.cmarkGFM` and `.html5lib`.
package struct RenderedMarkdown: Sendable {
    /// What a person reads, with white space as one space.
    package let text: String
    /// The names of the elements, each once, in order.
    package let elements: [String]
    /// What GitHub or GitLab would make a link or a picture of afterwards.
    package let references: [String]

    /// Renders texts in one go.
    package static func all(_ markdown: [String]) throws -> [RenderedMarkdown] {
        let input = try JSONSerialization.data(withJSONObject: markdown)
        let output = try check(
            "python3", ["-B", serversFolder.appending(path: "markdown.py").path], input: [UInt8](input))
        let all = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[Any]] ?? []
        return all.compactMap { parts in
            guard parts.count == 3, let text = parts[0] as? String, let elements = parts[1] as? [String],
                let references = parts[2] as? [String]
            else { return nil }
            return RenderedMarkdown(text: text, elements: elements, references: references)
        }
    }
}

extension String {
    /// The text with white space as one space, and none around it: what HTML shows of it.
    package var withPlainSpaces: String {
        var words = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard " \t\n".unicodeScalars.contains(scalar) else {
                words.append(scalar)
                continue
            }
            if let last = words.last, last != " " { words.append(" ") }
        }
        if words.last == " " { words.removeLast() }
        return String(words)
    }
}
