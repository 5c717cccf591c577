import Classic
import ManifestVerifier
import Testing

private struct Accepted: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let value: JSONTree

    init(_ name: String, _ text: String, _ value: JSONTree) {
        (self.name, self.text, self.value) = (name, text, value)
    }

    var testDescription: String { name }
}

private let accepted: [Accepted] = [
    Accepted("null", "null", .null),
    Accepted("true", "true", true),
    Accepted("false", "false", false),
    Accepted("a string at the top", #""a""#, "a"),
    Accepted("an empty string", #""""#, ""),
    Accepted("an empty array", "[]", []),
    Accepted("an empty array with space in it", "[ \n\t]", []),
    Accepted("an empty object", "{}", [:]),
    Accepted("an empty object with space in it", "{\r\n}", [:]),
    Accepted("white space of all four kinds around", " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 ] \t\r\n", [n("1"), n("2")]),
    Accepted("containers in containers", #"[{"a":[{}]},[[]]]"#, [["a": [[:]]], [[]]]),
    Accepted("an empty name", #"{"":1}"#, ["": n("1")]),
    Accepted("all short escapes", #""\"\\\/\b\f\n\r\t""#, .string([0x22, 0x5C, 0x2F, 8, 12, 10, 13, 9])),
    Accepted("an escaped NUL", #""\u0000""#, .string([0])),
    Accepted("hexadecimal digits of both cases", #""\u00e9\u00E9""#, "éé"),
    Accepted("an escaped surrogate pair", #""\uD83D\uDE00""#, "😀"),
    Accepted("the first escaped surrogate pair", #""\ud800\udc00""#, "\u{10000}"),
    Accepted("the last escaped surrogate pair", #""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    Accepted("escapes just outside the surrogates", #""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"),
    Accepted("an escaped noncharacter", #""\uFFFF""#, "\u{FFFF}"),
    Accepted("a byte order mark in a string", "\"\u{FEFF}\"", "\u{FEFF}"),
    Accepted("DEL, which is no control character of JSON", "\"\u{7F}\"", "\u{7F}"),
    Accepted(
        "one scalar of each UTF-8 length", "\"a\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
        "a\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"),
    Accepted("members out of order", #"{"b":1,"a":2,"ab":3}"#, ["b": n("1"), "a": n("2"), "ab": n("3")]),
    Accepted("names that differ by case", #"{"a":1,"A":2}"#, ["a": n("1"), "A": n("2")]),
    Accepted(
        "canonically equivalent names that differ in bytes", "{\"\u{E9}\":1,\"e\u{301}\":2}",
        ["\u{E9}": n("1"), "e\u{301}": n("2")]),
    Accepted("one name in two objects", #"[{"a":1},{"a":2}]"#, [["a": n("1")], ["a": n("2")]]),
    Accepted("one name at two depths", #"{"a":{"a":1}}"#, ["a": ["a": n("1")]]),
]

private func n(_ spelling: String) -> JSONTree { .number(spelling) }

@Test(arguments: accepted)
private func `a JSON text means what RFC 8259 says`(vector: Accepted) throws {
    #expect(JSONTree(try JSONParser.parse(Array(vector.text.utf8))) == vector.value)
    #expect(throws: Never.self, "without a tree as well") { try DocumentOutline(strict: Array(vector.text.utf8)) }
}

@Test(arguments: [
    "0", "-0", "1", "-1", "10", "1.0", "0.0", "-0.0", "5.00", "0.1e1", "1e3", "1E3", "1e+3", "1e-3", "1e03", "0e0",
    "123456789012345678901234567890", "1e999999", "9223372036854775808",
])
func `a number keeps its spelling`(spelling: String) throws {
    #expect(JSONTree(try JSONParser.parse(Array(spelling.utf8))) == .number(spelling))
    #expect(throws: Never.self, "without a tree as well") { try DocumentOutline(strict: Array(spelling.utf8)) }
    #expect(JSONTree(try JSONParser.parse(Array("[\(spelling)]".utf8))) == .array([.number(spelling)]))
}

@Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
func `containers nest up to the limit and no further`(opening: String) throws {
    let perRound = opening.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    let rounds = Limits.jsonNesting / perRound
    let closing = String(opening.reversed().compactMap { $0 == "[" ? "]" : $0 == "{" ? "}" : nil })
    let deepest = String(repeating: opening, count: rounds) + "1" + String(repeating: closing, count: rounds)
    _ = try JSONParser.parse(Array(deepest.utf8))

    let column = opening.utf8.count * rounds + 1
    let error = #expect(throws: JSONError.self) {
        try JSONParser.parse(Array(deepest.replacing("1", with: "[]").utf8))
    }
    #expect(error?.reason == .nestingTooDeep)
    #expect(error?.position == TextPosition(line: 1, column: column))
}

@Test func `a thousand empty containers side by side are not deep`() throws {
    let text = "[" + Array(repeating: "[],{}", count: 1_000).joined(separator: ",") + "]"
    #expect(try JSONParser.parse(Array(text.utf8)).asArray().count == 2_000)
}
