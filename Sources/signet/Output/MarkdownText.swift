import Diagnostics
import ManifestVerifier

extension String {
    /// Text in which nothing is markup, an address to follow, or the mention of a person or an issue; a line feed would
    /// begin a line of its own.
    var markdown: String {
        var escaped = ""
        for character in printable {
            // A comment parts what GitHub and GitLab make links of, and is not shown.
            let startsAddress = character == "/" && escaped.hasSuffix(":")
            let startsHost = character == "." && escaped.suffix(3).lowercased() == "www"
            if startsAddress || startsHost { escaped += Self.comment }
            if "\\`*_{}[]<>#|~&".contains(character) { escaped.append("\\") }
            escaped.append(character)
            if character == "@" || character == "#" { escaped += Self.comment }
        }
        return escaped
    }

    private static let comment = "<!-- -->"

    /// A value as code, which is neither markup nor an address nor the mention of a person, in a table as well.
    var markdownCode: String {
        let text = printable
        func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "./-+ ".utf8.contains(byte) }
        guard !text.utf8.allSatisfy(isPlain) || text.contains("//") || text.trimmed != text || text.isEmpty else {
            return "`\(text)`"
        }
        let entities = text.unicodeScalars.map { scalar in
            scalar.isASCII && UInt8(scalar.value).isASCIIAlphanumeric ? String(scalar) : "&#\(scalar.value);"
        }
        return "<code>\(entities.joined())</code>"
    }

    private var trimmed: String {
        String(Substring(self).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
