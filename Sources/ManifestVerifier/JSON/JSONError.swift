/// Why bytes are not strict JSON (RFC 8259 without duplicate members), and where.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// More bytes than 32 bits can count.
        case tooLarge
        case byteOrderMark
        case utf16
        case invalidUTF8
        case loneSurrogate
        case invalidEscape
        case controlCharacter(UInt8)
        case duplicateMember(String)
        case trailingComma
        case invalidNumber
        case leadingZero
        case invalidLiteral(String)
        case nestingTooDeep
        case contentAfterValue
        case commentNotAllowed
        case unterminatedComment
        case unexpectedEnd
        /// Something else was found where this was expected.
        case expected(String)
    }

    package let reason: Reason
    package let position: TextPosition

    package var message: String {
        switch reason {
        case .tooLarge: "more than 4 GB"
        case .byteOrderMark: "a byte order mark is not allowed"
        case .utf16: "the text is UTF-16 instead of UTF-8"
        case .invalidUTF8: "invalid UTF-8"
        case .loneSurrogate: "an escaped surrogate without its partner"
        case .invalidEscape: "invalid escape in a string"
        case .controlCharacter(let byte):
            "control character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) in a string"
        case .duplicateMember(let name): "duplicate member \"\(name)\""
        case .trailingComma: "trailing comma"
        case .invalidNumber: "invalid number"
        case .leadingZero: "a number with a leading zero"
        case .invalidLiteral(let word): "unknown word \"\(word)\" (strings need double quotes)"
        case .nestingTooDeep: "more than \(Limits.jsonNesting) containers inside one another"
        case .contentAfterValue: "something follows after the end of the value"
        case .commentNotAllowed: "comments are not allowed here"
        case .unterminatedComment: "a comment without its end"
        case .unexpectedEnd: "the text ends too early"
        case .expected(let what): "expected \(what)"
        }
    }

    package var hint: String? {
        switch reason {
        case .byteOrderMark, .utf16, .invalidUTF8: "save it as UTF-8 without a byte order mark (BOM)"
        default: nil
        }
    }
}
