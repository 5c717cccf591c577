/// Receives the parts of a JSON text while it is read, in their order.
package protocol JSONConsumer {
    /// An object or an array begins.
    mutating func open(isObject: Bool, at position: TextPosition)
    /// A member of the innermost object begins; its value follows.
    mutating func member(_ name: String, at position: TextPosition)
    /// A value that is neither an object nor an array.
    mutating func scalar(_ content: JSONValue.Content, at position: TextPosition)
    /// The innermost object or array ends.
    mutating func close()
}

/// Deviations from strict JSON that a reader tolerates.
package struct JSONTolerance: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `//` and `/* */` are allowed wherever white space is.
    package static let comments = JSONTolerance(rawValue: 1)
    /// One comma may follow the last value of a container.
    package static let trailingCommas = JSONTolerance(rawValue: 2)
    /// An object may have a member more than once.
    package static let duplicates = JSONTolerance(rawValue: 4)
    /// The text may begin with a byte order mark.
    package static let byteOrderMark = JSONTolerance(rawValue: 8)
}

extension [UInt8] {
    /// Whether a text that begins with two ASCII characters or a byte order mark is in UTF-16 or UTF-32 (RFC 4627 §3).
    package var isUTF16: Bool {
        guard !starts(with: [0xFF, 0xFE]), !starts(with: [0xFE, 0xFF]) else { return true }
        guard count >= 4, count.isMultiple(of: 2) else { return false }
        return self[0] == 0 && self[2] == 0 || self[1] == 0 && self[3] == 0
    }
}

/// Reads JSON from bytes in one pass, without recursion; what to keep is the consumer's choice.
package struct JSONReader {
    let bytes: [UInt8]
    private let tolerance: JSONTolerance
    /// Whether the consumer wants the text of strings and numbers; otherwise they are empty and take no memory.
    let keepsText: Bool
    var index = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of the current line that continue a multi-byte scalar, so that a column is known at once.
    var continuationBytes = 0

    package init(_ bytes: [UInt8], tolerating tolerance: JSONTolerance = [], keepsText: Bool) {
        self.bytes = bytes
        self.tolerance = tolerance
        self.keepsText = keepsText
    }

    // MARK: Structure

    /// A container whose end has not been reached yet.
    private struct OpenContainer {
        let isObject: Bool
        var names = MemberNames()

        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// Reads one value that fills all of the bytes.
    package mutating func document(into consumer: inout some JSONConsumer) throws(JSONError) {
        guard bytes.count <= UInt32.max else { throw error(.tooLarge) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            guard tolerance.contains(.byteOrderMark) else { throw error(.byteOrderMark) }
            index = 3
        }
        guard !bytes.isUTF16 else { throw error(.utf16) }
        var open: [OpenContainer] = []
        while true {
            try skipWhitespace()
            let start = position
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < Limits.jsonNesting else { throw error(.nestingTooDeep) }
                var container = OpenContainer(isObject: current == UInt8(ascii: "{"))
                consumer.open(isObject: container.isObject, at: start)
                index += 1
                try skipWhitespace()
                if current != container.end {
                    if container.isObject { try memberName(of: &container, into: &consumer) }
                    open.append(container)
                    continue
                }
                index += 1
                consumer.close()
            default:
                consumer.scalar(try scalar(), at: start)
            }
            // A value is complete, and with it perhaps any number of the containers around it.
            while true {
                try skipWhitespace()
                guard let top = open.indices.last else {
                    guard index == bytes.count else { throw error(.contentAfterValue) }
                    return
                }
                if current == UInt8(ascii: ",") {
                    let comma = position
                    index += 1
                    try skipWhitespace()
                    if current != open[top].end {
                        if open[top].isObject { try memberName(of: &open[top], into: &consumer) }
                        break
                    }
                    guard tolerance.contains(.trailingCommas) else {
                        throw JSONError(reason: .trailingComma, position: comma)
                    }
                }
                guard current == open[top].end else {
                    throw unexpected(open[top].isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
                }
                index += 1
                open.removeLast()
                consumer.close()
            }
        }
    }

    private mutating func memberName(
        of container: inout OpenContainer, into consumer: inout some JSONConsumer
    ) throws(JSONError) {
        guard current == UInt8(ascii: "\"") else { throw unexpected("a member name in double quotes") }
        let (place, start) = (index, position)
        let name = try string(keepsText: true)
        if !tolerance.contains(.duplicates) {
            guard container.names.insert(name, at: place, of: self) else {
                throw JSONError(reason: .duplicateMember(name), position: start)
            }
        }
        consumer.member(name, at: start)
        try skipWhitespace()
        guard current == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        index += 1
    }

    /// The member name whose opening quote is at `place`, where one was read before.
    func name(at place: UInt32) -> String {
        var reader = self
        reader.index = Int(place)
        guard let name = try? reader.string(keepsText: true) else {
            preconditionFailure("a name that was read once can be read again")
        }
        return name
    }

    // MARK: White space and comments

    private mutating func skipWhitespace() throws(JSONError) {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
            case UInt8(ascii: "\n"): newline()
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func newline() {
        index += 1
        line += 1
        lineStart = index
        continuationBytes = 0
    }

    private mutating func skipComment() throws(JSONError) {
        let start = position
        guard index + 1 < bytes.count else { throw unexpected("a value") }
        let isBlock = bytes[index + 1] == UInt8(ascii: "*")
        guard isBlock || bytes[index + 1] == UInt8(ascii: "/") else { throw unexpected("a value") }
        guard tolerance.contains(.comments) else { throw error(.commentNotAllowed) }
        index += 2
        while let byte = current {
            if byte == UInt8(ascii: "\n") {
                if !isBlock { return }
                newline()
            } else if isBlock, byte == UInt8(ascii: "*"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "/")
            {
                index += 2
                return
            } else if byte >= 0x80 {
                try skipMultiByteScalar()
            } else {
                index += 1
            }
        }
        if isBlock { throw JSONError(reason: .unterminatedComment, position: start) }
    }

    // MARK: Place

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    var position: TextPosition {
        TextPosition(line: line, column: index - lineStart - continuationBytes + 1)
    }

    func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, position: position)
    }

    func unexpected(_ what: String) -> JSONError {
        error(index == bytes.count ? .unexpectedEnd : .expected(what))
    }
}
