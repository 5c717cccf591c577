import Diagnostics
import ManifestVerifier
import Policy
import Testing

private func catalog(_ strings: String, version: String = "1.0") throws -> StringCatalog {
    let text = #"{ "sourceLanguage": "en", "strings": { \#(strings) }, "version": "\#(version)", "x-new": {} }"#
    return try StringCatalog(parsing: Array(text.utf8), file: "T.xcstrings")
}

private func unit(_ language: String, _ value: String, state: String = "translated") -> String {
    #""\#(language)": { "stringUnit": { "state": "\#(state)", "value": "\#(value)" } }"#
}

/// The text of a key and the codes of what is wrong with it.
private func look(_ key: String, in catalog: StringCatalog) -> (text: CatalogText?, codes: [FindingCode]) {
    let findings = Findings()
    let text = catalog.text(for: key, findings)
    return (text, findings.sorted.map(\.code))
}

@Test(arguments: ["1.0", "1.1"], ["translated", "needs_review", "new", "stale", ""])
func `texts are read in both versions and in every state`(version: String, state: String) throws {
    let catalog = try catalog(
        "\"a\": { \"comment\": \"c\", \"extractionState\": \"manual\", \"localizations\": { "
            + "\(unit("en", "A", state: state)), \(unit("de", "")) } }", version: version)
    let text = try #require(look("a", in: catalog).text)
    #expect(text.localizations.map(\.language.rawValue) == ["de", "en"])
    #expect(text.localizations.map(\.text) == ["", "A"])
    #expect(text.localizations.map(\.state) == ["translated", state])
}

@Test func `texts are never normalised`() throws {
    let decomposed = "e\u{301}"
    let catalog = try catalog("\"a\": { \"localizations\": { \(unit("en", decomposed)) } }")
    let text = try #require(look("a", in: catalog).text?.localizations.first?.text)
    #expect(Array(text.utf8) == Array(decomposed.utf8))
}

@Test func `keys are compared by their bytes`() throws {
    let catalog = try catalog(
        "\"e\u{301}\": { \"localizations\": { \(unit("en", "two")) } }, "
            + "\"\u{E9}\": { \"localizations\": { \(unit("en", "one")) } }")
    #expect(look("\u{E9}", in: catalog).text?.localizations.first?.text == "one")
    #expect(look("e\u{301}", in: catalog).text?.localizations.first?.text == "two")
    let missing = look("e", in: catalog)
    #expect(missing.text == nil)
    #expect(missing.codes == [])
}

@Test func `a text has no more bytes and no more languages than its limits`() throws {
    let long = String(repeating: "x", count: Limits.textBytes)
    for (text, codes) in [(long, []), (long + "x", [FindingCode.invalidValue])] {
        let catalog = try catalog("\"a\": { \"localizations\": { \(unit("en", text)) } }")
        #expect(look("a", in: catalog).codes == codes)
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let tags = letters.flatMap { a in letters.flatMap { b in ["a\(a)\(b)", "b\(a)\(b)"] } }
    for (count, codes) in [(Limits.textLanguages, []), (Limits.textLanguages + 1, [FindingCode.invalidValue])] {
        let units = (["en"] + tags).prefix(count).map { unit($0, "A") }.joined(separator: ", ")
        #expect(look("a", in: try catalog("\"a\": { \"localizations\": { \(units) } }")).codes == codes)
    }
}

@Test func `variations are refused where they are used and ignored elsewhere`() throws {
    let catalog = try catalog(
        "\"a\": { \"localizations\": { \(unit("en", "A")), \"de\": { \"variations\": { \"plural\": {} } } } }, "
            + "\"b\": { \"localizations\": { \(unit("en", "B")) } }")
    #expect(look("b", in: catalog).text?.localizations.count == 1)
    let varied = look("a", in: catalog)
    #expect(varied.text == nil)
    #expect(varied.codes == [.textVariations])
}

@Test(
    arguments: [
        (["en"], []), (["en", "en-GB"], []), (["EN"], []), (["de", "en", "zh-Hant", "zh-Hans"], []),
        (["de"], [.sourceLanguageMissing]), ([], [.sourceLanguageMissing]),
        (["en", "en-GB", "EN-gb"], [.duplicateLanguage]), (["en", "EN"], [.duplicateLanguage]),
        (["en", "en_GB"], [.languageTag]), (["en", "e"], [.languageTag]), (["en", "english language"], [.languageTag]),
        (["en", "en-GB", "en_GB"], [.duplicateLanguage, .languageTag]),
    ] as [([String], [FindingCode])])
func `a text has its source language, and every language once and well-formed`(
    languages: [String], codes: [FindingCode]
) throws {
    let units = languages.map { unit($0, "x") }.joined(separator: ", ")
    let catalog = try catalog("\"a\": { \"localizations\": { \(units) } }")
    let found = look("a", in: catalog)
    #expect(found.codes == codes)
    #expect((found.text == nil) == !codes.isEmpty)
}

@Test func `a finding has the place of the translation`() throws {
    let text = """
        { "sourceLanguage": "en", "version": "1.0", "strings": {
          "a": { "localizations": {
            "en_GB": { "stringUnit": { "state": "translated", "value": "x" } } } } } }
        """
    let findings = Findings()
    _ = try StringCatalog(parsing: Array(text.utf8), file: "T.xcstrings").text(for: "a", findings)
    #expect(
        findings.sorted == [
            Finding(
                .sourceLanguageMissing, "T.xcstrings", TextPosition(line: 2, column: 3),
                "text \"a\" is missing in the source language \"en\"",
                hint: "clients fall back to it; add the text in \"en\""),
            Finding(
                .languageTag, "T.xcstrings", TextPosition(line: 3, column: 5),
                "text \"a\" has \"en_GB\", which is not a BCP 47 language tag", hint: "write \"en-GB\""),
        ])
}
