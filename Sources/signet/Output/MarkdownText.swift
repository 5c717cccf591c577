import Diagnostics
import ManifestVerifier

extension String {
    /// Text in which nothing is markup; a line feed would begin a line of its own.
    var markdown: String {
        var escaped = ""
        for character in printable {
            if "\\`*_{}[]<>#|~&".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }

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
