import ManifestVerifier

/// Edits a JSON text in place: everything else keeps its bytes, including comments and layout.
struct JSONTextEdit {
    /// The text after the edits so far.
    private(set) var bytes: [UInt8]
    private var root: JSONValue

    /// Fails unless the bytes are JSON, comments allowed.
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }

    /// Inserts an element at the start of an array.
    ///
    /// - Parameters:
    ///   - element: the element on one line.
    ///   - name: the member of the outermost object that holds the array.
    mutating func insertFirst(_ element: String, intoArray name: String) {
        guard let array = root[name], case .array(let elements) = array.content else {
            preconditionFailure("the caller has read the array")
        }
        let start = offset(of: array) + 1
        guard let first = elements.first else {
            // White space and comments in the empty array stay where they are.
            let end = bytes[start] == UInt8(ascii: "]") ? "\n  " : ""
            replace(start..<start, with: "\n    \(element)\(end)")
            return
        }
        let next = offset(of: first)
        let lineStart = bytes[..<next].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let before = bytes[lineStart..<next]
        // If the first element starts a line, so does the new one, with the same indentation.
        let separator =
            before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            ? ",\n\(String(decoding: before, as: UTF8.self))" : ", "
        replace(next..<next, with: element + separator)
    }

    /// Sets a member of an object in an array; a new member is added after all others.
    ///
    /// - Parameters:
    ///   - value: the value as JSON.
    ///   - index: which element of the array.
    ///   - array: the member of the outermost object that holds the array.
    mutating func set(_ name: String, to value: String, ofElement index: Int, in array: String) {
        guard case .array(let elements)? = root[array]?.content, case .object(let members) = elements[index].content,
            let last = members.last
        else { preconditionFailure("the caller has read the element") }
        if let member = members.first(where: { $0.name.hasSameBytes(as: name) }) {
            replace(offset(of: member.value)..<end(of: member.value), with: value)
        } else {
            let place = end(of: last.value)
            replace(place..<place, with: ", \"\(name)\": \(value)")
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        bytes.replaceSubrange(range, with: Array(text.utf8))
        guard let edited = try? JSONParser.parse(bytes, allowsComments: true) else {
            preconditionFailure("a value was replaced by a value")
        }
        root = edited
    }

    // MARK: Places

    /// The offset where a value starts; a column counts Unicode scalars.
    private func offset(of value: JSONValue) -> Int {
        guard let position = value.position else { preconditionFailure("every value was parsed") }
        var offset = 0
        for _ in 1..<position.line { offset = (bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? offset) + 1 }
        for _ in 1..<position.column {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }

    /// The offset where a value ends.
    private func end(of value: JSONValue) -> Int {
        let start = offset(of: value)
        switch value.content {
        case .object(let members):
            return closing(after: members.last.map { end(of: $0.value) } ?? start + 1) + 1
        case .array(let elements):
            return closing(after: elements.last.map(end) ?? start + 1) + 1
        case .string:
            var index = start + 1
            while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
            return index + 1
        case .null, .bool, .number:
            return bytes[start...].firstIndex { !($0.isASCIIAlphanumeric || "+-.".utf8.contains($0)) } ?? bytes.count
        }
    }

    /// The offset of the first byte that is neither white space nor part of a comment.
    private func closing(after start: Int) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index...].starts(with: "//".utf8) {
                index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if bytes[index...].starts(with: "/*".utf8) {
                index += 2
                while !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                index += 2
            } else if " \t\r\n".utf8.contains(bytes[index]) {
                index += 1
            } else {
                break
            }
        }
        return index
    }
}
