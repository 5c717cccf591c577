import ManifestVerifier

extension String {
    /// Text in which nothing is markup, an address to follow, or the mention of a person or an issue; a line feed would
    /// begin a line of its own.
    package var markdown: String { withoutControls.withReferences }

    /// A value as code, which is neither markup nor an address nor the mention of a person, in a table as well.
    package var markdownCode: String {
        let text = withoutControls
        func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "./-+ ".utf8.contains(byte) }
        let isPadded = text.first == " " || text.last == " "
        guard !text.utf8.allSatisfy(isPlain) || text.contains("//") || isPadded || text.isEmpty else {
            return "`\(text)`"
        }
        return "<code>\(text.withReferences)</code>"
    }

    /// The text with references for all signs but those of plain sentences, names and versions. A reference is never markup
    /// (CommonMark 0.31 §2.5), and the comment beside it, which is not shown, parts what GitHub and GitLab look for
    /// afterwards: `@team`, `#7`, `GH-7`, `:name:`, `www.`.
    private var withReferences: String {
        let scalars = Array(unicodeScalars)
        var text = ""
        for (index, scalar) in scalars.enumerated() {
            let before = index > 0 ? scalars[index - 1] : nil
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            let reference = "&#\(scalar.value);"
            switch scalar {
            case _ where scalar.isPlain(between: before, and: after): text.unicodeScalars.append(scalar)
            case " ": text += reference
            // At the start of a line the comment would begin a block of HTML.
            case "." where before != nil: text += "<!-- -->" + reference
            default: text += reference + "<!-- -->"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    private var isDigit: Bool { "0"..."9" ~= self }
    private var isLetter: Bool { !isASCII || "a"..."z" ~= self || "A"..."Z" ~= self }

    /// Whether it means nothing in Markdown, where it is.
    fileprivate func isPlain(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        let isBehindDigit = before?.isDigit == true
        switch self {
        case ",", "'", "\"", ";", "(": return true
        // Four of them at the start would begin a block of code.
        case " ": return before != nil
        // `1)` would begin a list.
        case ")": return !isBehindDigit
        case ".": return isBehindDigit && after?.isDigit == true
        case "-": return before?.isLetter == true && after?.isLetter == true
        case ":", "?", "%":
            let endsWord = after.map { ",;) ".unicodeScalars.contains($0) } ?? true
            return endsWord && (isBehindDigit || before?.isLetter == true)
        default: return isLetter || isDigit
        }
    }
}
