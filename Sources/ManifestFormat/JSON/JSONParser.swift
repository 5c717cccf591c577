/// Reads strict JSON from bytes in one pass, without recursion.
package struct JSONParser {
    let bytes: [UInt8]
    private let allowsComments: Bool
    private let allowsTrailingCommas: Bool
    var index = 0
    private var line = 1
    private var lineStart = 0
    /// Bytes of the current line that continue a multi-byte scalar, so that a column is known at once.
    var continuationBytes = 0

    private init(_ bytes: [UInt8], allowsComments: Bool, allowsTrailingCommas: Bool) {
        self.bytes = bytes
        self.allowsComments = allowsComments
        self.allowsTrailingCommas = allowsTrailingCommas
    }

    /// Parses one value that fills all of `bytes`.
    ///
    /// - Parameters:
    ///   - allowsComments: whether `//` and `/* */` may stand where white space may; for policies only.
    ///   - allowsTrailingCommas: whether one comma may follow the last value of a container; for import only.
    package static func parse(
        _ bytes: [UInt8], allowsComments: Bool = false, allowsTrailingCommas: Bool = false
    ) throws(JSONError) -> JSONValue {
        var parser = JSONParser(
            bytes, allowsComments: allowsComments, allowsTrailingCommas: allowsTrailingCommas)
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
                    if current != close {
                        if open[top].isObject { try memberName(into: &open[top]) }
                        break
                    }
                    guard allowsTrailingCommas else { throw JSONError(reason: .trailingComma, position: comma) }
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
