/// Writes JSON in Signet's one form: UTF-8, two-space indent, members in their order, non-ASCII and `/` literal,
/// one line feed at the end. The same value gives the same bytes.
package struct JSONWriter {
    private var output: [UInt8] = []

    private init() {}

    /// The bytes of `value`, with the line feed at the end.
    package static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value, indent: 0)
        writer.output.append(UInt8(ascii: "\n"))
        return writer.output
    }

    // Recursion is bounded: values come from the parser, which limits nesting, or from our own renderings.
    private mutating func write(_ value: JSONValue, indent: Int) {
        switch value.content {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let bool): output.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let spelling): output.append(contentsOf: spelling.utf8)
        case .string(let text): write(text)
        case .array(let elements):
            writeContainer("[", "]", elements, indent: indent) { writer, element in
                writer.write(element, indent: indent + 1)
            }
        case .object(let members):
            writeContainer("{", "}", members, indent: indent) { writer, member in
                writer.write(member.name)
                writer.output.append(contentsOf: ": ".utf8)
                writer.write(member.value, indent: indent + 1)
            }
        }
    }

    private mutating func writeContainer<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], indent: Int,
        each: (inout JSONWriter, Element) -> Void
    ) {
        output.append(UInt8(ascii: open))
        for (offset, element) in elements.enumerated() {
            if offset > 0 { output.append(UInt8(ascii: ",")) }
            startLine(indent: indent + 1)
            each(&self, element)
        }
        if !elements.isEmpty { startLine(indent: indent) }
        output.append(UInt8(ascii: close))
    }

    private mutating func startLine(indent: Int) {
        output.append(UInt8(ascii: "\n"))
        // A debug build takes several times as long for what the standard library has for it.
        for _ in 0..<2 * indent { output.append(UInt8(ascii: " ")) }
    }

    private mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        output.append(UInt8(ascii: "\""))
        if bytes.contains(where: Self.needsEscape) {
            for byte in bytes { writeEscaped(byte) }
        } else {
            output.append(contentsOf: bytes)
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): output.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: #"\\"#.utf8)
        case 0x08: output.append(contentsOf: #"\b"#.utf8)
        case 0x09: output.append(contentsOf: #"\t"#.utf8)
        case 0x0A: output.append(contentsOf: #"\n"#.utf8)
        case 0x0C: output.append(contentsOf: #"\f"#.utf8)
        case 0x0D: output.append(contentsOf: #"\r"#.utf8)
        case 0..<0x20:
            output.append(contentsOf: (byte < 16 ? #"\u000"# : #"\u00"#).utf8)
            output.append(contentsOf: String(byte, radix: 16).utf8)
        default: output.append(byte)
        }
    }
}
