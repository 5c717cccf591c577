import Classic
import ManifestVerifier
import Testing

private let text = #"{ "a": "é" }"#

@Test(arguments: [
    (String.Encoding16.little, false), (.little, true), (.big, false), (.big, true),
])
private func `a text in UTF-16 is refused at its beginning, as what it is`(
    order: String.Encoding16, hasMark: Bool
) throws {
    let bytes = order.bytes(of: (hasMark ? "\u{FEFF}" : "") + text)
    for allowsComments in [true, false] {
        let error = #expect(throws: JSONError.self) {
            try JSONParser.parse(bytes, allowsComments: allowsComments)
        }
        #expect(error?.reason == .utf16)
        #expect(error?.position.description == "1:1")
        #expect(error?.hint == "save it as UTF-8 without a byte order mark (BOM)")
    }
    // What a lenient reader elsewhere would make of it is not known either.
    #expect(throws: JSONError.self) { try DocumentOutline(strict: bytes) }
}

@Test func `what is not UTF-8 has the same next step, and other errors have none`() throws {
    for bytes in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), Array("{ \"a\": \"".utf8) + [0xE9] + Array("\" }".utf8)] {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
        #expect(error?.hint == "save it as UTF-8 without a byte order mark (BOM)")
    }
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array("{ \"a\": 1, }".utf8)) }
    #expect(error?.reason == .trailingComma && error?.hint == nil)
}

extension String {
    fileprivate enum Encoding16 {
        case little
        case big

        func bytes(of text: String) -> [UInt8] {
            text.utf16.flatMap { unit in
                let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
                return self == .little ? bytes : bytes.reversed()
            }
        }
    }
}
