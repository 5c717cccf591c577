import AppGate
import ManifestVerifier
import Testing

/// The language of the text that a user gets, of texts in these languages.
private func chosen(_ wanted: String..., of available: String) throws -> String? {
    try text(available).chosen(for: wanted)?.language.rawValue
}

/// A text in each of these languages, which says what it is in.
private func text(_ languages: String) throws -> LocalizedText {
    let entries = try languages.split(separator: " ").map { tag in
        (language: try #require(LanguageTag(String(tag))), text: "text in \(tag)")
    }
    return try #require(LocalizedText(entries))
}

@Test(arguments: ["", "-", "_", "@", ".", "---", "x", "zz-", "1", "é", "en--GB", String(repeating: "a-", count: 9_999)])
func `a language that is none is passed over`(wanted: String) throws {
    let language = try chosen(wanted, "de", of: "de en-GB fr")
    #expect(["de", "en-GB"].contains(language))
}

@Test func `whatever a user reads, there is a text when any language has one`() throws {
    let languages = "ar az-Cyrl cy de en es-419 fr he nb pa pt-BR sr sr-Latn zh-Hans zh-Hant"
    let texts = try text(languages)
    let tags = languages.split(separator: " ").map(String.init)
    for suffix in ["", "-XX", "_419", "-Zzzz"] {
        for wanted in tags + ["in", "no", "*", "xx"] { #expect(texts.chosen(for: [wanted + suffix]) != nil) }
    }
    for tag in tags { #expect(texts.chosen(for: [tag])?.language.rawValue == tag) }
}
