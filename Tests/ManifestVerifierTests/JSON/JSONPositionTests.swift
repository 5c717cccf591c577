import ManifestVerifier
import Testing

@Test(arguments: [
    ("x", "1:1"), ("\nx", "2:1"), ("\r\nx", "2:1"), ("\n\n  x", "3:3"), ("\tx", "1:2"), ("\rx", "1:2"),
    ("[\"é\", x]", "1:7"), ("[\"e\u{301}\", x]", "1:8"), ("[\"😀\", x]", "1:7"), ("[\"中文\",\n \"é\", x]", "2:7"),
    ("[\"\\u00e9\", x]", "1:12"), ("{\"é\": x}", "1:7"),
])
func `a place counts lines by line feeds and columns by Unicode scalars`(text: String, place: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(error.reason == .invalidLiteral("x"))
    #expect(error.position.description == place)
}

@Test func `every value and every member name knows where it begins`() throws {
    let value = try JSONParser.parse(Array(" {\r\n  \"é\": [1,\n\ttrue],\n  \"b\": {}\n}".utf8))
    #expect(value.position == TextPosition(line: 1, column: 2))
    let members = try JSONObject(value).members
    #expect(members.map(\.position) == [TextPosition(line: 2, column: 3), TextPosition(line: 4, column: 3)])
    #expect(
        members.map(\.value.position) == [TextPosition(line: 2, column: 8), TextPosition(line: 4, column: 8)])
    let elements = try members.first?.value.asArray()
    #expect(elements?.map(\.position) == [TextPosition(line: 2, column: 9), TextPosition(line: 3, column: 2)])
}

@Test(arguments: [
    ("\"\n\"", "control character U+000A in a string"), ("\"\u{1F}\"", "control character U+001F in a string"),
    (#"{"ios": 1, "ios": 2}"#, #"duplicate member "ios""#), (#"{"ios" 1}"#, "expected \":\""),
    (String(repeating: "[", count: 65), "more than 64 containers inside one another"),
    ("[yes]", "unknown word \"yes\" (strings need double quotes)"),
])
func `a JSON error says what is wrong`(text: String, message: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(error.message == message)
}
