import ManifestVerifier
import Testing

private struct Malformed: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: UInt8...) { (self.name, self.bytes) = (name, bytes) }

    var testDescription: String { name }
}

private let malformed: [Malformed] = [
    Malformed("a continuation byte alone", 0x80),
    Malformed("the last continuation byte alone", 0xBF),
    Malformed("a lead byte before a letter", 0xC3, 0x41),
    Malformed("a lead byte before a lead byte", 0xC3, 0xC3, 0xA9),
    Malformed("NUL in two bytes", 0xC0, 0x80),
    Malformed("a slash in two bytes", 0xC0, 0xAF),
    Malformed("DEL in two bytes", 0xC1, 0xBF),
    Malformed("an overlong form of three bytes", 0xE0, 0x80, 0xAF),
    Malformed("the longest overlong form of three bytes", 0xE0, 0x9F, 0xBF),
    Malformed("an overlong form of four bytes", 0xF0, 0x80, 0x80, 0xAF),
    Malformed("the longest overlong form of four bytes", 0xF0, 0x8F, 0xBF, 0xBF),
    Malformed("the first surrogate", 0xED, 0xA0, 0x80),
    Malformed("the last surrogate", 0xED, 0xBF, 0xBF),
    Malformed("a surrogate pair as CESU-8 has it", 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80),
    Malformed("the first scalar above U+10FFFF", 0xF4, 0x90, 0x80, 0x80),
    Malformed("a lead byte of too large scalars", 0xF5, 0x80, 0x80, 0x80),
    Malformed("a lead byte of five bytes", 0xF8, 0x88, 0x80, 0x80, 0x80),
    Malformed("FE", 0xFE),
    Malformed("FF", 0xFF),
    Malformed("two of three bytes before a letter", 0xE2, 0x82, 0x41),
    Malformed("three of four bytes before a letter", 0xF0, 0x9F, 0x98, 0x41),
    Malformed("a third byte that is a lead byte", 0xE2, 0x82, 0xC3),
]

private func expectInvalidUTF8(_ bytes: [UInt8], column: Int, allowsComments: Bool = false) {
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes, allowsComments: allowsComments) }
    #expect(error?.reason == .invalidUTF8)
    #expect(error?.position == TextPosition(line: 1, column: column))
}

@Test(arguments: malformed)
private func `invalid UTF-8 is refused where it stands`(vector: Malformed) {
    // After "aé": the third character of the string.
    expectInvalidUTF8(Array("\"aé".utf8) + vector.bytes + Array("\"".utf8), column: 4)
    expectInvalidUTF8(Array("{\"".utf8) + vector.bytes + Array("\":1}".utf8), column: 3)
    expectInvalidUTF8(Array("// ".utf8) + vector.bytes + Array("\n1".utf8), column: 4, allowsComments: true)
}

@Test(arguments: [[0xC3], [0xE2], [0xE2, 0x82], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x98]] as [[UInt8]])
func `a scalar cut short by the end is invalid UTF-8`(bytes: [UInt8]) {
    expectInvalidUTF8(Array("\"a".utf8) + bytes, column: 3)
    expectInvalidUTF8(Array("/*a".utf8) + bytes, column: 4, allowsComments: true)
}

@Test(arguments: malformed)
private func `invalid UTF-8 outside of strings is refused`(vector: Malformed) {
    #expect(throws: JSONError.self) { try JSONParser.parse(vector.bytes) }
    #expect(throws: JSONError.self) { try JSONParser.parse(Array("[1]".utf8) + vector.bytes) }
}

@Test func `every scalar of Unicode passes unchanged`() throws {
    for start in stride(from: 0x80 as UInt32, to: 0x11_0000, by: 0x1000) {
        var text = ""
        for value in start..<min(start + 0x1000, 0x11_0000) {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        let parsed = try JSONParser.parse(Array("\"\(text)\"".utf8)).asString()
        #expect(parsed.hasSameBytes(as: text))
    }
}
