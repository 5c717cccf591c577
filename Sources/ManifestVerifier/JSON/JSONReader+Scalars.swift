// Strings, numbers and words.

extension JSONReader {
    /// A string, a number or a word.
    mutating func scalar() throws(JSONError) -> JSONValue.Content {
        guard let byte = current else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "\""): return .string(try string(keepsText: keepsText))
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
        return keepsText ? String(decoding: bytes[start..<index], as: UTF8.self) : ""
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index > start
    }

    // MARK: Strings

    /// A string whose opening quote is the current byte; an empty one unless its text is kept.
    mutating func string(keepsText: Bool) throws(JSONError) -> String {
        index += 1
        var runStart = index
        var unescaped: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                let run = bytes[runStart..<index]
                index += 1
                if !keepsText { return "" }
                if unescaped.isEmpty { return String(decoding: run, as: UTF8.self) }
                unescaped.append(contentsOf: run)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if keepsText {
                    unescaped.append(contentsOf: bytes[runStart..<index])
                } else {
                    unescaped.removeAll(keepingCapacity: true)
                }
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
            // By now only a lone trailing surrogate is not a Unicode scalar.
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
            guard let digit = byte.hexDigitValue else { throw JSONError(reason: .invalidEscape, position: start) }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    /// Steps over one scalar of two to four bytes.
    mutating func skipMultiByteScalar() throws(JSONError) {
        guard let length = bytes.scalarLength(at: index) else { throw error(.invalidUTF8) }
        index += length
        continuationBytes += length - 1
    }
}

extension [UInt8] {
    /// The bytes of the scalar of two to four bytes that begins there, by the table of well-formed UTF-8 (Unicode §3.9,
    /// table 3-7); nil when it is malformed.
    package func scalarLength(at index: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch self[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= count, second.contains(self[index + 1]) else { return nil }
        for offset in 2..<Swift.max(length, 2) where !(0x80...0xBF).contains(self[index + offset]) { return nil }
        return length
    }
}
