import ManifestVerifier
import Testing

private func read(_ text: String) throws -> LocalizedText {
    try LocalizedText(JSONParser.parse(Array(text.utf8)))
}

private func text(_ entries: [(String, String)]) throws -> LocalizedText? {
    LocalizedText(try entries.map { (language: try #require(LanguageTag($0.0)), text: $0.1) })
}

@Test func `languages are ordered by the bytes of their tags`() throws {
    let localized = try #require(try text([("en-GB", "b"), ("cy", "a"), ("EN", "c"), ("ar", "d")]))
    #expect(localized.entries.map(\.language.rawValue) == ["EN", "ar", "cy", "en-GB"])
    #expect(localized.entries.map(\.text) == ["c", "d", "a", "b"])
    #expect(
        JSONWriter.bytes(of: localized.json)
            == Array("{\n  \"EN\": \"c\",\n  \"ar\": \"d\",\n  \"cy\": \"a\",\n  \"en-GB\": \"b\"\n}\n".utf8))
}

@Test(arguments: [["en", "EN"], ["en-GB", "cy", "en-gb"], ["zh-Hans", "zh-hans"], ["x-a", "X-A"]])
func `one language twice is refused, also in another case`(tags: [String]) throws {
    #expect(try text(tags.map { ($0, "") }) == nil)
    let object = "{" + tags.map { "\"\($0)\": \"\"" }.joined(separator: ", ") + "}"
    let error = try #require(throws: JSONShapeError.self) { try read(object) }
    #expect(error.message == "the same language twice, written differently")
    #expect(error.position?.description == "1:1")
}

@Test(arguments: [
    ("{\n \"en_GB\": \"\"}", "\"en_GB\" is not a BCP 47 language tag", "2:2"),
    ("{\"\": \"\"}", "\"\" is not a BCP 47 language tag", "1:2"),
    ("{\"en\": 1}", "expected a string, found a number", "1:8"),
    ("{\"en\": null}", "expected a string, found null", "1:8"),
    ("[]", "expected an object, found an array", "1:1"), ("\"a\"", "expected an object, found a string", "1:1"),
])
func `a text in several languages is refused with its reason and place`(
    text: String, message: String, place: String
) throws {
    let error = try #require(throws: JSONShapeError.self) { try read(text) }
    #expect(error.message == message)
    #expect(error.position?.description == place)
}

@Test func `texts are equal by their code points and are never normalised`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(try text([("fr", composed)]) == text([("fr", composed)]))
    #expect(try text([("fr", composed)]) != text([("fr", decomposed)]))
    #expect(try text([("fr", "")]) != text([("FR", "")]))
    #expect(try #require(try text([("fr", decomposed)])).entries[0].text.utf8.count == 6)
    #expect(try read("{}").entries.isEmpty)
}
