import ManifestVerifier

/// Edits a JSON text in place: everything else keeps its bytes, including comments and layout.
///
/// Each edit takes time in proportion to the length of the text, and fails when the text would nest too deep.
struct JSONTextEdit {
    /// One step from a value to a value in it.
    enum Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case member(String)
        case element(Int)

        init(stringLiteral name: String) { self = .member(name) }
        init(integerLiteral index: Int) { self = .element(index) }
    }

    /// The text after the edits so far.
    private(set) var bytes: [UInt8]
    /// The value of the text after the edits so far.
    private(set) var root: JSONValue

    /// Fails unless the bytes are JSON, comments allowed.
    init(_ bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        root = try JSONParser.parse(bytes, allowsComments: true)
    }

    /// The value at a path from the root; nil where there is none.
    func value(at path: [Step]) -> JSONValue? {
        path.reduce(root) { value, step in
            switch (step, value?.content) {
            case (.member(let name), _): value?[name]
            case (.element(let index), .array(let elements)?) where elements.indices.contains(index): elements[index]
            case (.element, _): nil
            }
        }
    }

    // MARK: Edits

    /// Sets a member of an object; a new member is added after all others, in their layout.
    ///
    /// - Parameters:
    ///   - value: the value as JSON.
    ///   - object: the path of the object.
    mutating func set(_ name: String, to value: String, in object: [Step]) throws(JSONError) {
        let (target, members) = members(of: object)
        if let member = members.first(where: { $0.name.hasSameBytes(as: name) }) {
            let range = range(of: member.value)
            try edit { $0.replaceSubrange(range, with: value.utf8) }
        } else {
            let text = JSONValue.string(name).oneLine + ": " + value
            if let last = members.last {
                try add(text, after: last)
            } else {
                try addFirst(text, to: offset(of: target.position))
            }
        }
    }

    /// Removes a member of an object, and its line when nothing else is on it; comments stay.
    mutating func remove(_ name: String, from object: [Step]) throws(JSONError) {
        let (target, members) = members(of: object)
        guard let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return }
        let start = offset(of: members[index].position)
        let end = range(of: members[index].value).upperBound
        let next = scan.skippingComments(from: end)
        if bytes[next] == UInt8(ascii: ",") {
            let following = scan.skippingSpace(from: next + 1)
            if let line = scan.lineStart(before: start),
                let lineFeed = bytes[next..<following].firstIndex(of: .lineFeed)
            {
                try cut([line..<end, next..<(lineFeed + 1)])
            } else {
                try cut([start..<end, next..<following])
            }
        } else if index > 0 {
            let comma = scan.skippingComments(from: range(of: members[index - 1].value).upperBound)
            // A comment before the member keeps the end of its line.
            let rest = bytes[end...].first { !" \t".utf8.contains($0) }
            let comment = scan.lastComment(from: comma + 1)
            let gap = comment?.end ?? comma + 1
            let keepsLine = comment?.isLine ?? false && rest != .lineFeed && rest != UInt8(ascii: "\r")
            try cut([comma..<(comma + 1), (keepsLine ? scan.lineStart(before: start) ?? gap : gap)..<end])
        } else if scan.skippingSpace(from: offset(of: target.position) + 1) == start,
            scan.skippingSpace(from: end) == next
        {
            try cut([(offset(of: target.position) + 1)..<next])
        } else {
            try cut([start..<end])
        }
    }

    /// Inserts an element at the start of an array.
    ///
    /// - Parameters:
    ///   - element: the element on one line.
    ///   - array: the path of the array.
    mutating func insertFirst(_ element: String, into array: [Step]) throws(JSONError) {
        guard let target = value(at: array), case .array(let elements) = target.content else {
            preconditionFailure("the caller has read the array")
        }
        guard let first = elements.first else {
            // White space and comments in the empty array stay where they are.
            let start = offset(of: target.position) + 1
            let end = bytes[start] == UInt8(ascii: "]") ? "\n  " : ""
            return try edit { $0.insert(contentsOf: "\n    \(element)\(end)".utf8, at: start) }
        }
        let next = offset(of: first.position)
        // If the first element starts a line, so does the new one, with the same indentation.
        let line = scan.lineStart(before: next)
        let separator = line.map { ",\n" + String(decoding: bytes[$0..<next], as: UTF8.self) } ?? ", "
        try edit { $0.insert(contentsOf: (element + separator).utf8, at: next) }
    }

    /// Adds a member to an object with members: on a line of its own if the last one starts a line.
    private mutating func add(_ member: String, after last: JSONMember) throws(JSONError) {
        let start = offset(of: last.position)
        let end = range(of: last.value).upperBound
        guard let line = scan.lineStart(before: start) else {
            return try edit { $0.insert(contentsOf: ", \(member)".utf8, at: end) }
        }
        // A comment behind the last member stays with it.
        let lineEnd = scan.endOfComments(from: end)
        let lineBreak = bytes[..<line].hasSuffix("\r\n") ? "\r\n" : "\n"
        let text = lineBreak + String(decoding: bytes[line..<start], as: UTF8.self) + member
        try edit { bytes in
            bytes.insert(contentsOf: text.utf8, at: lineEnd)
            bytes.insert(UInt8(ascii: ","), at: end)
        }
    }

    /// Adds a member to an object without any, before its closing brace.
    private mutating func addFirst(_ member: String, to object: Int) throws(JSONError) {
        let brace = scan.skippingComments(from: object + 1)
        let line = scan.lineStart(before: brace)
        let text =
            line.map { "  \(member)\n" + String(decoding: bytes[$0..<brace], as: UTF8.self) }
            ?? "\(bytes[brace - 1] == UInt8(ascii: " ") ? "" : " ")\(member) "
        try edit { $0.insert(contentsOf: text.utf8, at: brace) }
    }

    /// - Parameter ranges: in the order of the text.
    private mutating func cut(_ ranges: [Range<Int>]) throws(JSONError) {
        try edit { bytes in for range in ranges.reversed() { bytes.removeSubrange(range) } }
    }

    private mutating func edit(_ change: (inout [UInt8]) -> Void) throws(JSONError) {
        change(&bytes)
        root = try JSONParser.parse(bytes, allowsComments: true)
    }

    // MARK: Places

    private var scan: JSONTextScan { JSONTextScan(bytes: bytes) }

    private func members(of object: [Step]) -> (object: JSONValue, members: [JSONMember]) {
        guard let target = value(at: object), case .object(let members) = target.content else {
            preconditionFailure("the caller has read the object")
        }
        return (target, members)
    }

    /// The bytes of a parsed value.
    func range(of value: JSONValue) -> Range<Int> {
        let start = offset(of: value.position)
        return start..<scan.endOfValue(at: start)
    }

    /// The offset of a place in the text.
    func offset(of position: TextPosition?) -> Int {
        guard let position else { preconditionFailure("every value was parsed") }
        return scan.offset(of: position)
    }
}
