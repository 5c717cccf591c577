import Diagnostics
import ManifestVerifier

/// Edits a JSON text in place: everything else keeps its bytes, including comments and layout.
///
/// Each edit takes time in proportion to the length of the text, and fails when the text would nest too deep.
struct JSONTextEdit {
    /// One step from a value to a value in it.
    enum Step: ExpressibleByStringLiteral {
        case member(String)
        case element(Int)

        init(stringLiteral name: String) { self = .member(name) }
    }

    private(set) var bytes: [UInt8]
    private(set) var root: JSONValue

    /// Fails with a finding about the file unless the bytes are JSON, comments allowed.
    init(_ bytes: [UInt8], file: String) throws(PolicyRefusal) {
        self.bytes = bytes
        do throws(JSONError) {
            root = try JSONParser.parse(bytes, allowsComments: true)
        } catch {
            throw PolicyRefusal.refused([Finding(error, in: file)])
        }
    }

    func value(at path: [Step]) -> JSONValue? {
        path.reduce(root) { value, step in
            switch (step, value?.content) {
            case (.member(let name), _): value?[name]
            case (.element(let index), .array(let elements)?) where elements.indices.contains(index): elements[index]
            case (.element, _): nil
            }
        }
    }

    /// Changes the value at a path, which is there.
    mutating func edit(
        _ path: [Step], _ change: (_ changes: inout JSONTextChanges, _ value: JSONValue) -> Void
    ) throws(JSONError) {
        guard let value = value(at: path) else { preconditionFailure("the caller has read the value") }
        var changes = JSONTextChanges(bytes, root: root)
        change(&changes, value)
        bytes = changes.bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }
}

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

/// Finds places in a JSON text with comments that was parsed before, so that nothing in it needs another check.
struct JSONTextScan {
    let bytes: [UInt8]

    struct Place {
        let position: TextPosition
        let offset: Int

        static let start = Place(position: TextPosition(line: 1, column: 1), offset: 0)
    }

    /// The offset of a place; a column counts Unicode scalars.
    ///
    /// - Parameter known: where to begin, if the place is behind it.
    func offset(of position: TextPosition, from known: Place = .start) -> Int {
        let isBehind = (position.line, position.column) >= (known.position.line, known.position.column)
        let start = isBehind ? known : .start
        var (line, column, offset) = (start.position.line, start.position.column, start.offset)
        while line < position.line {
            offset = (bytes[offset...].firstIndex(of: .lineFeed) ?? offset) + 1
            (line, column) = (line + 1, 1)
        }
        while column < position.column {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            column += 1
        }
        return offset
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func endOfValue(at start: Int) -> Int {
        var depth = 0
        var index = start
        repeat {
            index = skippingComments(from: index)
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): index += 1
            case UInt8(ascii: "\""):
                index += 1
                while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
                index += 1
            default:
                index =
                    bytes[index...].firstIndex { !($0.isASCIIAlphanumeric || "+-.".utf8.contains($0)) } ?? bytes.count
            }
        } while depth > 0
        return index
    }

    func skippingSpace(from start: Int) -> Int {
        bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? bytes.count
    }

    /// The offset of the first byte that is neither white space nor part of a comment.
    func skippingComments(from start: Int) -> Int {
        skippingSpace(from: lastComment(from: start)?.end ?? start)
    }

    /// The offset behind the last comment that begins in the rest of a line; `start` without one.
    func endOfComments(from start: Int) -> Int {
        var end = start
        while true {
            let next = bytes[end...].firstIndex { !" \t".utf8.contains($0) } ?? bytes.count
            guard let comment = endOfComment(at: next) else { return end }
            end = comment
        }
    }

    /// The offset where the line of `place` begins; nil in the first line, and when there is more than white space before
    /// `place`.
    func lineStart(before place: Int) -> Int? {
        guard let last = bytes[..<place].lastIndex(where: { !" \t".utf8.contains($0) }), bytes[last] == .lineFeed else {
            return nil
        }
        return last + 1
    }

    /// Where the last of the comments from `start` on ends, and whether it ends its line; nil without a comment.
    func lastComment(from start: Int) -> (end: Int, isLine: Bool)? {
        var last: (end: Int, isLine: Bool)?
        var index = skippingSpace(from: start)
        while let end = endOfComment(at: index) {
            last = (end, bytes[index + 1] == UInt8(ascii: "/"))
            index = skippingSpace(from: end)
        }
        return last
    }

    /// The offset behind the comment at `start`; nil without one. The line feed that ends a comment is not part of it.
    private func endOfComment(at start: Int) -> Int? {
        if bytes[start...].starts(with: "//".utf8) {
            let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
            return bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        }
        guard bytes[start...].starts(with: "/*".utf8) else { return nil }
        var index = start + 2
        while !bytes[index...].starts(with: "*/".utf8) { index += 1 }
        return index + 2
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
}

extension JSONValue {
    package var oneLine: String {
        switch content {
        case .array(let elements): "[\(elements.map(\.oneLine).joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ \(members.map { "\(JSONValue.string($0.name).oneLine): \($0.value.oneLine)" }.joined(separator: ", ")) }"
        case .null, .bool, .number, .string:
            String(decoding: JSONWriter.bytes(of: self).dropLast(), as: UTF8.self)
        }
    }
}
