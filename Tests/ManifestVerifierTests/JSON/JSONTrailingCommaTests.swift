import ManifestVerifier
import Testing

@Test(arguments: [
    ("[1,]", "[1]", "1:3"), ("{\"a\":1,}", "{\"a\":1}", "1:7"), ("[1 ,\r\n\t]", "[1]", "1:4"),
    ("{\"a\":[[1,],],}", "{\"a\":[[1]]}", "1:9"), ("[{},[],\"é\",]", "[{},[],\"é\"]", "1:11"),
    ("{\"a\":{\"b\":null,},\n\"c\":1}", "{\"a\":{\"b\":null},\"c\":1}", "1:15"),
])
func `a comma may follow the last value, once that is allowed`(text: String, plain: String, place: String) throws {
    let value = try JSONParser.parse(Array(text.utf8), allowsTrailingCommas: true)
    #expect(JSONTree(value) == JSONTree(try JSONParser.parse(Array(plain.utf8))))
    for allowsComments in [false, true] {
        let error = try #require(throws: JSONError.self) {
            try JSONParser.parse(Array(text.utf8), allowsComments: allowsComments)
        }
        #expect(error.reason == .trailingComma)
        #expect(error.position.description == place)
    }
}

@Test(arguments: [
    ("[,]", JSONError.Reason.expected("a value"), "1:2"),
    ("{,}", .expected("a member name in double quotes"), "1:2"), ("[1,,]", .expected("a value"), "1:4"),
    ("{\"a\":1,,}", .expected("a member name in double quotes"), "1:8"), ("[,1]", .expected("a value"), "1:2"),
    ("{\"a\":,}", .expected("a value"), "1:6"), ("[1,}", .expected("a value"), "1:4"),
    ("{\"a\":1,]", .expected("a member name in double quotes"), "1:8"), ("[1,", .unexpectedEnd, "1:4"),
    ("{\"a\":1,", .unexpectedEnd, "1:8"), ("1,", .contentAfterValue, "1:2"), ("[1],", .contentAfterValue, "1:4"),
    ("[1, /* a */ ]", .commentNotAllowed, "1:5"), ("{\"a\":1,\"a\":2,}", .duplicateMember("a"), "1:8"),
])
func `any other comma stays an error where a trailing one is allowed`(
    text: String, reason: JSONError.Reason, place: String
) throws {
    let error = try #require(throws: JSONError.self) {
        try JSONParser.parse(Array(text.utf8), allowsTrailingCommas: true)
    }
    #expect(error.reason == reason)
    #expect(error.position.description == place)
}
