import Diagnostics

/// Finds white space around a text, and spaces in it that stand next to one another.
enum StraySpaces {
    /// What there is to say about a text that is more than white space.
    static func problem(in text: [Unicode.Scalar]) -> TextProblem? {
        guard let start = text.firstIndex(where: { !$0.isWhiteSpace }),
            let end = text.lastIndex(where: { !$0.isWhiteSpace })
        else { return nil }
        var phrases: [String] = []
        if start > 0 { phrases.append("begins with \(name(of: text[0]))") }
        if let last = text.last, end < text.count - 1 { phrases.append("ends with \(name(of: last))") }
        if let first = (start..<end).first(where: { text[$0].standsBetweenWords && text[$0 + 1].standsBetweenWords }) {
            phrases.append("has \(name(of: text[first])) next to \(name(of: text[first + 1]))")
        }
        guard !phrases.isEmpty else { return nil }
        return TextProblem(.spaces, phrases.joined(separator: " and "))
    }

    private static func name(of space: Unicode.Scalar) -> String {
        switch space {
        case " ": "a space"
        case "\u{A0}": "a no-break space"
        case "\u{3000}": "an ideographic space"
        case "\n": "a line feed"
        default: "U+\(space.hexadecimal)"
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is white space by its Unicode property.
    var isWhiteSpace: Bool {
        value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    /// Whether one of these is enough between words; line feeds make paragraphs.
    fileprivate var standsBetweenWords: Bool { self == " " || self == "\u{A0}" || self == "\u{3000}" }
}
