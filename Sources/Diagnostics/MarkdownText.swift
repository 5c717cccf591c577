import ManifestVerifier

extension String {
    /// Text in which nothing is markup, an address to follow, or the mention of a person or an issue; a line feed would
    /// begin a line of its own.
    package var markdown: String { MarkdownText(withoutControls).escaped }

    /// A value as code, which is neither markup nor an address nor the mention of a person, in a table as well.
    package var markdownCode: String {
        let text = withoutControls
        func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "./-+ ".utf8.contains(byte) }
        let isPadded = text.first == " " || text.last == " "
        guard !text.utf8.allSatisfy(isPlain) || text.contains("//") || isPadded || text.isEmpty else {
            return "`\(text)`"
        }
        // GitHub makes links of the addresses of mail even here.
        let entities = text.unicodeScalars.map { scalar in
            (scalar.isASCIIAlphanumeric ? String(scalar) : "&#\(scalar.value);")
                + (scalar == "@" ? MarkdownText.comment : "")
        }
        return "<code>\(entities.joined())</code>"
    }
}

/// Escapes a text by its scalars, as Markdown is read (CommonMark 0.31 §2.4, GitHub Flavored Markdown §6.9).
private struct MarkdownText {
    private let scalars: [Unicode.Scalar]
    private(set) var escaped = ""

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        var isAtStart = true
        for (index, scalar) in scalars.enumerated() {
            // A comment parts what GitHub and GitLab make links and pictures of, and is not shown.
            if startsLink(at: index) { escaped += Self.comment }
            if isAtStart, scalar == " " {
                // Four of them would begin a block of code.
                escaped += "&#32;"
                continue
            }
            if Self.signs.contains(scalar) || (isAtStart && "-+=".unicodeScalars.contains(scalar)) || endsNumber(index)
            {
                escaped += "\\"
            }
            escaped.unicodeScalars.append(scalar)
            if startsReference(at: index) { escaped += Self.comment }
            isAtStart = false
        }
    }

    static let comment = "<!-- -->"
    private static let signs = Set("\\`*_{}[]<>#|~&$".unicodeScalars)

    /// Whether the text so far and this scalar begin an address, the number of an issue (`GH-1`), or the name of a picture
    /// (`:name:`).
    private func startsLink(at index: Int) -> Bool {
        let before = scalars[..<index]
        switch scalars[index] {
        case "/": return before.last == ":"
        case ".": return before.endsWith("www")
        case "0"..."9": return before.endsWith("gh-")
        case ":":
            let name = before.reversed().prefix { $0.isASCIIAlphanumeric || "_+-".unicodeScalars.contains($0) }
            return !name.isEmpty && before.dropLast(name.count).last == ":"
        default: return false
        }
    }

    /// Whether a scalar and the next one refer to a person, an issue or the like.
    private func startsReference(at index: Int) -> Bool {
        switch scalars[index] {
        case "@", "#": return true
        case "!", "$", "%", "&", "^", "~":
            guard index + 1 < scalars.count else { return false }
            return scalars[index + 1].isASCIIAlphanumeric || "_\"".unicodeScalars.contains(scalars[index + 1])
        default: return false
        }
    }

    /// Whether `1.` or `1)` would begin a list.
    private func endsNumber(_ index: Int) -> Bool {
        guard scalars[index] == "." || scalars[index] == ")", index > 0,
            index + 1 == scalars.count || scalars[index + 1] == " "
        else { return false }
        return scalars[..<index].drop { $0 == " " }.allSatisfy { ("0"..."9").contains($0) }
    }
}

extension ArraySlice<Unicode.Scalar> {
    /// Whether the scalars end with an ASCII text, in small letters or capitals.
    fileprivate func endsWith(_ text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.unicodeScalars) { scalar, other in
            scalar == other || (scalar.isASCII && scalar.properties.lowercaseMapping == String(other))
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIAlphanumeric: Bool { isASCII && UInt8(truncatingIfNeeded: value).isASCIIAlphanumeric }
}
