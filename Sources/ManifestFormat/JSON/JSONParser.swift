/// Reads strict JSON from bytes in one pass, without recursion.
package struct JSONParser {
    private let bytes: [UInt8]
    private let allowsComments: Bool
    private var index = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of the current line that continue a multi-byte scalar, so that a column is known at once.
    private var continuationBytes = 0

    private init(_ bytes: [UInt8], allowsComments: Bool) {
        self.bytes = bytes
        self.allowsComments = allowsComments
    }

    /// Parses one value that fills all of `bytes`.
    ///
    /// - Parameter allowsComments: whether `//` and `/* */` may stand where white space may; for policies only.
    package static func parse(_ bytes: [UInt8], allowsComments: Bool = false) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, allowsComments: allowsComments)
        return try parser.document()
    }

    // MARK: Structure

    /// A container whose end has not been reached yet.
    private struct OpenContainer {
        let isObject: Bool
        let position: TextPosition
        var elements: [JSONValue] = []
        var members: [JSONMember] = []
        var names = MemberNames()
        var name = ""
        var namePosition: TextPosition?

        mutating func append(_ value: JSONValue) {
            if isObject {
                members.append(JSONMember(name, value, at: namePosition))
            } else {
                elements.append(value)
            }
        }

        var value: JSONValue {
            JSONValue(isObject ? .object(members) : .array(elements), at: position)
        }
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
        var open: [OpenContainer] = []
        while true {
            try skipWhitespace()
            var value: JSONValue
            let start = position
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < Limits.jsonNesting else { throw error(.nestingTooDeep) }
                var container = OpenContainer(isObject: current == UInt8(ascii: "{"), position: start)
                index += 1
                try skipWhitespace()
                if current == (container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    index += 1
                    value = container.value
                } else {
                    if container.isObject { try memberName(into: &container) }
                    open.append(container)
                    continue
                }
            default:
                value = JSONValue(try scalar(), at: start)
            }
            // A value is complete; so may be any number of the containers around it.
            while true {
                try skipWhitespace()
                guard let top = open.indices.last else {
                    guard index == bytes.count else { throw error(.contentAfterValue) }
                    return value
                }
                open[top].append(value)
                let close = open[top].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                if current == UInt8(ascii: ",") {
                    let comma = position
                    index += 1
                    try skipWhitespace()
                    if current == close { throw JSONError(reason: .trailingComma, position: comma) }
                    if open[top].isObject { try memberName(into: &open[top]) }
                    break
                }
                guard current == close else {
                    throw unexpected(open[top].isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
                }
                index += 1
                value = open[top].value
                open.removeLast()
            }
        }
    }

    private mutating func memberName(into container: inout OpenContainer) throws(JSONError) {
        guard current == UInt8(ascii: "\"") else { throw unexpected("a member name in double quotes") }
        container.namePosition = position
        let start = position
        container.name = try string()
        guard container.names.insert(container.name) else {
            throw JSONError(reason: .duplicateMember(container.name), position: start)
        }
        try skipWhitespace()
        guard current == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        index += 1
    }

    private mutating func scalar() throws(JSONError) -> JSONValue.Content {
        guard let byte = current else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: return try word()
        }
    }

    private mutating func word() throws(JSONError) -> JSONValue.Content {
        var end = index
        while end < bytes.count, isWordByte(bytes[end]), end - index < 32 { end += 1 }
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        let content: JSONValue.Content
        switch text {
        case "null": content = .null
        case "true": content = .bool(true)
        case "false": content = .bool(false)
        case "": throw unexpected("a value")
        default: throw error(.invalidLiteral(text))
        }
        index = end
        return content
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> String {
        let start = index
        let startPosition = position
        func invalid(_ reason: JSONError.Reason) -> JSONError { JSONError(reason: reason, position: startPosition) }
        if current == UInt8(ascii: "-") { index += 1 }
        let integerStart = index
        guard skipDigits() else { throw invalid(.invalidNumber) }
        if bytes[integerStart] == UInt8(ascii: "0"), index - integerStart > 1 { throw invalid(.leadingZero) }
        if current == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() else { throw invalid(.invalidNumber) }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() else { throw invalid(.invalidNumber) }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index > start
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var runStart = index
        var unescaped: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                let run = bytes[runStart..<index]
                index += 1
                if unescaped.isEmpty { return String(decoding: run, as: UTF8.self) }
                unescaped.append(contentsOf: run)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                unescaped.append(contentsOf: bytes[runStart..<index])
                try appendEscape(to: &unescaped)
                runStart = index
            case 0..<0x20:
                throw error(.controlCharacter(byte))
            case 0x80...:
                try skipMultiByteScalar()
            default:
                index += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(JSONError) {
        let start = position
        guard index + 1 < bytes.count else { throw error(.unexpectedEnd) }
        let letter = bytes[index + 1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            index += 2
            let first = try fourHexDigits(from: start)
            var scalar = UInt32(first)
            if (0xD800..<0xDC00).contains(first) {
                guard current == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u")
                else { throw JSONError(reason: .loneSurrogate, position: start) }
                index += 2
                let second = try fourHexDigits(from: start)
                guard (0xDC00..<0xE000).contains(second) else {
                    throw JSONError(reason: .loneSurrogate, position: start)
                }
                scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            }
            // Only a trailing surrogate on its own is no Unicode scalar by now.
            guard let scalar = Unicode.Scalar(scalar) else {
                throw JSONError(reason: .loneSurrogate, position: start)
            }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return
        default: throw JSONError(reason: .invalidEscape, position: start)
        }
        index += 2
    }

    private mutating func fourHexDigits(from start: TextPosition) throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw error(.unexpectedEnd) }
            guard let digit = hexDigitValue(byte) else { throw JSONError(reason: .invalidEscape, position: start) }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    /// Steps over one scalar of two to four bytes, by the table of well-formed UTF-8 (Unicode §3.9, table 3-7).
    private mutating func skipMultiByteScalar() throws(JSONError) {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8)
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { throw error(.invalidUTF8) }
        for offset in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes[index + offset]) {
            throw error(.invalidUTF8)
        }
        index += length
        continuationBytes += length - 1
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
        guard allowsComments else { throw error(.commentNotAllowed) }
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

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private var position: TextPosition {
        TextPosition(line: line, column: index - lineStart - continuationBytes + 1)
    }

    private func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, position: position)
    }

    private func unexpected(_ what: String) -> JSONError {
        error(index == bytes.count ? .unexpectedEnd : .expected(what))
    }
}

/// The value of one ASCII hexadecimal digit.
package func hexDigitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// The member names of one object so far, by their bytes: few are compared one by one, many through a hash table.
private struct MemberNames {
    private var few: [String] = []
    private var many: Set<[UInt8]> = []

    /// Whether the name is new.
    mutating func insert(_ name: String) -> Bool {
        if many.isEmpty {
            if few.contains(where: { $0.hasSameBytes(as: name) }) { return false }
            few.append(name)
            if few.count > 8 { many = Set(few.map { Array($0.utf8) }) }
            return true
        }
        return many.insert(Array(name.utf8)).inserted
    }
}
