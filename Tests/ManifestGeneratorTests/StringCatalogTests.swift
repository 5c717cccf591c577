import ManifestFormat
import ManifestGenerator
import Testing

private func catalog(_ strings: String, version: String = "1.0") throws -> StringCatalog {
    let text = #"{ "sourceLanguage": "en", "strings": { \#(strings) }, "version": "\#(version)", "x-new": {} }"#
    return try StringCatalog(parsing: Array(text.utf8), file: "T.xcstrings")
}

private func unit(_ language: String, _ value: String, state: String = "translated") -> String {
    #""\#(language)": { "stringUnit": { "state": "\#(state)", "value": "\#(value)" } }"#
}

@Test(arguments: ["1.0", "1.1"], ["translated", "needs_review", "new", "stale", ""])
func `texts are read in both versions and in every state`(version: String, state: String) throws {
    let catalog = try catalog(
        "\"a\": { \"comment\": \"c\", \"extractionState\": \"manual\", \"localizations\": { "
            + "\(unit("en", "A", state: state)), \(unit("de", "")) } }", version: version)
    let text = try #require(try catalog.text(for: "a"))
    #expect(text.entries.map(\.language.rawValue) == ["de", "en"])
    #expect(text.entries.map(\.text) == ["", "A"])
}

@Test func `texts are never normalised`() throws {
    let decomposed = "e\u{301}"
    let catalog = try catalog("\"a\": { \"localizations\": { \(unit("en", decomposed)) } }")
    let text = try #require(try catalog.text(for: "a")?.entries.first?.text)
    #expect(Array(text.utf8) == Array(decomposed.utf8))
}

@Test func `keys are compared by their bytes`() throws {
    let catalog = try catalog(
        "\"e\u{301}\": { \"localizations\": { \(unit("en", "two")) } }, "
            + "\"\u{E9}\": { \"localizations\": { \(unit("en", "one")) } }")
    #expect(try catalog.text(for: "\u{E9}")?.entries.first?.text == "one")
    #expect(try catalog.text(for: "e\u{301}")?.entries.first?.text == "two")
    #expect(try catalog.text(for: "e") == nil)
}

@Test func `variations are refused where they are used and ignored elsewhere`() throws {
    let catalog = try catalog(
        "\"a\": { \"localizations\": { \(unit("en", "A")), \"de\": { \"variations\": { \"plural\": {} } } } }, "
            + "\"b\": { \"localizations\": { \(unit("en", "B")) } }")
    #expect(try catalog.text(for: "b")?.entries.count == 1)
    #expect(throws: CatalogError.self) { try catalog.text(for: "a") }
}
