import ManifestVerifier

/// How a JSON text is laid out, so that what is added to it looks like the rest.
struct JSONStyle {
    let lineBreak: String
    /// One step of indentation.
    let unit: String
    /// What is between a name and its value.
    let colon: String
    /// What is between a brace and a member on the same line.
    let padding: String

    /// What is between two members on the same line.
    var comma: String { colon == ":" ? "," : ", " }

    /// Looks at the first line feed, the first indented line and the first member.
    init(of text: JSONTextScan, root: JSONValue) {
        let bytes = text.bytes
        let lineFeed = bytes.firstIndex(of: .lineFeed)
        lineBreak = lineFeed.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false ? "\r\n" : "\n"
        let indented = bytes.indices.first { index in
            bytes[index] == .lineFeed && index + 1 < bytes.count && " \t".utf8.contains(bytes[index + 1])
        }
        let indentation = bytes[(indented.map { $0 + 1 } ?? bytes.count)...].prefix { " \t".utf8.contains($0) }
        unit = indentation.isEmpty ? "  " : String(decoding: indentation, as: UTF8.self)

        guard case .object(let members) = root.content, let first = members.first,
            let start = root.position.map({ text.offset(of: $0) }),
            let name = first.position.map({ text.offset(of: $0) }),
            let value = first.value.position.map({ text.offset(of: $0) })
        else {
            (colon, padding) = (": ", " ")
            return
        }
        let written = text.string(text.endOfValue(at: name)..<value)
        colon = [":", " : ", " :"].contains(written) ? written : ": "
        let gap = text.string((start + 1)..<name)
        padding = ["", " "].contains(gap) ? gap : colon == ":" ? "" : " "
    }

    func member(_ name: String, _ value: String) -> String { JSONValue.string(name).oneLine + colon + value }

    /// A value, in lines if the one that it begins in is indented so.
    func text(_ value: JSONValue, indent: String?) -> String {
        guard case .object(let members) = value.content, !members.isEmpty else { return value.oneLine }
        let inner = indent.map { $0 + unit }
        let texts = members.map { member($0.name, text($0.value, indent: inner)) }
        guard let indent, let inner else {
            return "{" + padding + texts.joined(separator: comma) + padding + "}"
        }
        let lines = texts.map { lineBreak + inner + $0 }.joined(separator: ",")
        return "{" + lines + lineBreak + indent + "}"
    }
}
