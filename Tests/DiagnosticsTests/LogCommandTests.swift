import Diagnostics
import ManifestVerifier
import Testing
import TestSupport

@Test(arguments: [
    ("::error::x", #":\u{3A}error::x"#), ("  ::error::x", #"  :\u{3A}error::x"#),
    ("\u{3000}::stop::", "\u{3000}:\\u{3A}stop::"),
    (": ::error::", #": :\u{3A}error::"#), (":::error::x", #":\u{3A}:error::x"#),
    ("##[debug]x", #"#\u{23}[debug]x"#), ("a ##[stop-commands]x", #"a #\u{23}[stop-commands]x"#),
    ("###[debug]", #"#\u{23}\u{23}[debug]"#), ("##vso[task.setvariable]", #"#\u{23}vso[task.setvariable]"#),
    ("##teamcity[x]", #"#\u{23}teamcity[x]"#), (":\u{200D}:error::", ":\u{200D}\\u{3A}error::"),
    ("#\u{AD}#\u{200B}[debug]", "#\u{AD}\\u{23}\u{200B}[debug]"), ("#\u{301}#[debug]", "#\u{301}\\u{23}[debug]"),
    ("##[a] ##[b]", #"#\u{23}[a] #\u{23}[b]"#), ("##a-[c] ## [debug]", #"#\u{23}a-[c] #\u{23} [debug]"#),
    // What nothing obeys stays as it is.
    ("policy.json:1:2: error: a::b", "policy.json:1:2: error: a::b"), ("#[a] # #[b]", "#[a] # #[b]"),
    (": :error::", ": :error::"),
])
func `a line of a log holds no command, and shows what it would have been`(text: String, shown: String) {
    #expect(text.printable == shown)
    #expect(text.printable.printable == shown)
    #expect(!isLogCommand(shown))
}

@Test func `no text makes a line that a CI system obeys`() throws {
    let pieces = [
        ":", "::", "#", "##", "[", "##[", "##vso[", "]", "::error::", "##[debug]", " ", "\u{A0}", "\u{3000}",
        "\u{2028}", "\n",
        "\r", "\t", "\u{0}", "\u{1B}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{301}", "\u{600}", "\u{FE0F}", "\u{E0023}",
        "a", "\"",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<Fuzz.rounds(4_000) {
        let text = (0...Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
        #expect(!isLogCommand(text.printable), "\(text.debugDescription)")
        let json = JSONWriter.bytes(of: .object([JSONMember(text, .string(text))]))
        let lines = String(decoding: json, as: UTF8.self).printableJSON
        #expect(!lines.split(separator: "\n").contains { isLogCommand($0) }, "\(text.debugDescription)")
        let read = try JSONObject(JSONParser.parse(Array(lines.utf8)))
        #expect(read.members.first?.name.hasSameBytes(as: text) == true, "\(text.debugDescription)")
    }
}

@Test(arguments: [
    ("internal", #""internal""#), ("ZZ\"; channel \"internal", #""ZZ\u{22}; channel \u{22}internal""#),
    ("a\u{200B}b", #""a\u{200B}b""#), ("\u{212A}IOSK", #""\u{212A}IOSK""#), ("a\"\u{301}", #""a\u{22}\u{301}""#),
    ("", #""""#),
])
func `a name in quotes is one name, and all of it is seen`(name: String, quoted: String) {
    #expect(name.quotedName == quoted)
}

@Test func `what is replaced is replaced whatever combines with it`() {
    #expect("a'\u{301}b\u{600}'".replacingScalars("'", with: "&") == "a&\u{301}b\u{600}&")
    #expect("secret\u{301} \u{600}secret".replacingScalars("secret", with: "[…]") == "[…]\u{301} \u{600}[…]")
}
