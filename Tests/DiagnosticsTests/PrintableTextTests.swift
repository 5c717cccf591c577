import Diagnostics
import ManifestVerifier
import Testing

@Test(arguments: [
    ("plain é 文 🇬🇧 \\n", "plain é 文 🇬🇧 \\n"), ("a\nb", #"a\nb"#), ("\r\t", #"\r\t"#),
    ("\u{0}\u{1B}[2J\u{7}", #"\u{0}\u{1B}[2J\u{7}"#), ("\u{7F}\u{80}\u{9B}\u{9F}", #"\u{7F}\u{80}\u{9B}\u{9F}"#),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #"\u{202A}\u{202E}\u{2066}\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
    ("\u{2028}\u{2029}\u{FEFF}", #"\u{2028}\u{2029}\u{FEFF}"#),
    ("\u{200B}\u{200C}\u{200D}\u{A0}", "\u{200B}\u{200C}\u{200D}\u{A0}"), ("\r\n", #"\r\n"#),
])
func `text on a terminal is one line, and shows what a terminal would obey`(text: String, shown: String) {
    #expect(text.printable == shown)
}

@Test func `JSON on a terminal is ASCII where that would be obeyed, and means the same`() throws {
    let obeyed = (0x0...0x2FFF).compactMap(Unicode.Scalar.init).filter { scalar in
        let alone = String(scalar)
        return alone.printable != alone
    }
    #expect(obeyed.count == 32 + 1 + 32 + 1 + 2 + 2 + 5 + 4)
    let text = String(String.UnicodeScalarView(obeyed + ["\u{FEFF}", "é", "\"", "\\"]))
    let value = JSONValue.object([JSONMember(text, .array([.string(text)]))])
    let written = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self).printableJSON
    #expect(written.contains(#"\u009b"#) && written.contains(#"\u202e"#) && written.contains(#"\ufeff"#))
    #expect(written.split(separator: "\n").allSatisfy { String($0).printable == $0 })
    #expect(written.split(separator: "\n").count == 5)
    let read = try JSONObject(JSONParser.parse(Array(written.utf8)))
    #expect(read.members.count == 1)
    #expect(read.members.first?.name.hasSameBytes(as: text) == true)
    #expect(try read.members.first?.value.asArray().first?.asString().hasSameBytes(as: text) == true)
}
