import ManifestVerifier
import Testing

@Test(arguments: [
    "// first\n[1]", "[1] // last", "[1]//", "[1]/**/", "/* a */ [ /* b */ 1 /* c */ ] /* d */", "[/***/1]",
    "[// é 😀\n1]", "[1/* ] , \" // */]", "/* // */[1]", "// /* \n[1]", "[1\n// \r\n]", "/* /* */[1]",
])
func `comments stand where white space may, once they are allowed`(text: String) throws {
    #expect(JSONTree(try JSONParser.parse(Array(text.utf8), allowsComments: true)) == .array([.number("1")]))
    let error = #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    #expect(error?.reason == .commentNotAllowed)
}

@Test(arguments: ["\"// a\"", "\"/* a */\""])
func `what looks like a comment in a string is text`(text: String) throws {
    #expect(try JSONParser.parse(Array(text.utf8)).asString() == text.dropFirst().dropLast())
    #expect(try JSONParser.parse(Array(text.utf8), allowsComments: true).asString() == text.dropFirst().dropLast())
}

@Test(arguments: [
    ("/*", JSONError.Reason.unterminatedComment, "1:1"), ("[1]\n /* a", .unterminatedComment, "2:2"),
    ("[1] /*/", .unterminatedComment, "1:5"), ("[1 /* ]\n*", .unterminatedComment, "1:4"),
    ("// only", .unexpectedEnd, "1:8"), ("/", .expected("a value"), "1:1"), ("[1/]", .expected("a value"), "1:3"),
    ("[1, /* a */ ]", .trailingComma, "1:3"), ("[1 /* a\nb */ 2]", .expected("\",\" or \"]\""), "2:6"),
    ("/* é😀 */ x", .invalidLiteral("x"), "1:10"), ("// é\nx", .invalidLiteral("x"), "2:1"),
])
func `a text with comments is refused with its reason and place`(
    text: String, reason: JSONError.Reason, place: String
) throws {
    let error = try #require(throws: JSONError.self) {
        try JSONParser.parse(Array(text.utf8), allowsComments: true)
    }
    #expect(error.reason == reason)
    #expect(error.position.description == place)
}
