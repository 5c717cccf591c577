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

@Test func `finds the same tag before anything else`() throws {
    #expect(try chosen("pt-BR", of: "en pt pt-BR pt-PT") == "pt-BR")
    #expect(try chosen("de-CH-1996", of: "de de-CH de-CH-1996") == "de-CH-1996")
    #expect(try chosen("zh-Hant-TW", of: "zh-Hant zh-Hant-TW zh-TW") == "zh-Hant-TW")
    #expect(try chosen("zh-TW", of: "zh-Hant zh-Hant-TW zh-TW") == "zh-TW")
}

@Test func `cuts a tag shorter from its end as RFC 4647 has it`() throws {
    // The example of RFC 4647 §3.4.
    #expect(try chosen("zh-Hant-CN-x-private1-private2", of: "zh zh-Hant zh-Hant-CN en") == "zh-Hant-CN")
    #expect(try chosen("zh-Hant-CN-x-private1-private2", of: "zh zh-Hant en") == "zh-Hant")
    #expect(try chosen("de-CH-1996", of: "de de-CH en") == "de-CH")
    #expect(try chosen("de-CH-1996", of: "de en") == "de")
    #expect(try chosen("de-Latn-DE", of: "de en") == "de")
    #expect(try chosen("en-GB-u-ca-buddhist", of: "en en-GB") == "en-GB")
    #expect(try chosen("sr-u-nu-latn", of: "sr sr-Latn en") == "sr")
}

@Test(arguments: ["pt_BR", "PT-br", "pt_br", "pt-BR.UTF-8", "pt_BR@calendar=buddhist", "pt-Latn-BR"])
func `tolerates case, underscores and what locale identifiers add`(wanted: String) throws {
    #expect(try chosen(wanted, of: "en pt-BR pt-PT") == "pt-BR")
}

@Test func `a script that is likely counts like one that is written`() throws {
    #expect(try chosen("zh-TW", of: "en zh-Hans zh-Hant") == "zh-Hant")
    #expect(try chosen("zh-HK", of: "en zh-Hans zh-Hant") == "zh-Hant")
    #expect(try chosen("zh-Hant", of: "en zh-CN zh-TW") == "zh-TW")
    #expect(try chosen("zh-CN", of: "en zh-Hans zh-Hant") == "zh-Hans")
    #expect(try chosen("zh", of: "en zh-Hans zh-Hant") == "zh-Hans")
    #expect(try chosen("zh-Hans-SG", of: "en zh zh-TW") == "zh")
    #expect(try chosen("sr-Latn", of: "en sr sr-Latn") == "sr-Latn")
    #expect(try chosen("sr-ME", of: "en sr sr-Latn") == "sr-Latn")
    #expect(try chosen("sr-Cyrl-RS", of: "en sr sr-Latn") == "sr")
    #expect(try chosen("pa-PK", of: "en pa pa-Arab") == "pa-Arab")
    #expect(try chosen("uz-Cyrl", of: "en uz uz-Cyrl") == "uz-Cyrl")
}

@Test func `another script is not what a user reads`() throws {
    #expect(try chosen("zh-TW", of: "en zh") == "en")
    #expect(try chosen("zh-Hant", of: "en zh-Hans") == "en")
    #expect(try chosen("zh-CN", of: "en zh-Hant") == "en")
    #expect(try chosen("sr-Latn", of: "en sr") == "en")
    #expect(try chosen("sr", of: "en sr-Latn") == "en")
    #expect(try chosen("sr-Latn", "zh-TW", "hr", of: "en hr sr zh") == "hr")
}

@Test func `regions fall back the way CLDR has it`() throws {
    #expect(try chosen("es-MX", of: "en es es-419 es-ES") == "es-419")
    #expect(try chosen("es-MX", of: "en es es-ES") == "es")
    #expect(try chosen("es-ES", of: "en es es-419") == "es")
    #expect(try chosen("es-AR", of: "en es-419") == "es-419")
    #expect(try chosen("pt-AO", of: "en pt pt-BR pt-PT") == "pt-PT")
    #expect(try chosen("pt-BR", of: "en pt pt-PT") == "pt")
    #expect(try chosen("pt-PT", of: "en pt pt-BR") == "pt")
    #expect(try chosen("en-AU", of: "en en-001 en-GB") == "en-001")
    #expect(try chosen("en-AU", of: "en en-GB") == "en-GB")
    #expect(try chosen("en-US", of: "en en-GB") == "en")
    #expect(try chosen("zh-MO", of: "en zh-HK zh-TW") == "zh-HK")
}

@Test func `the same language of another region is better than another language`() throws {
    #expect(try chosen("pt-BR", of: "en pt-PT") == "pt-PT")
    #expect(try chosen("pt-PT", of: "en pt-BR") == "pt-BR")
    #expect(try chosen("es-ES", of: "en es-419") == "es-419")
    #expect(try chosen("cy", of: "cy-GB en") == "cy-GB")
    #expect(try chosen("nn-NO", of: "en nb") == "nb")
    #expect(try chosen("nb", of: "en nn") == "nn")
    #expect(try chosen("fr", of: "en fr-CA fr-FR") == "fr-FR")
    #expect(try chosen("en-US", of: "en-AU en-GB") == "en-GB")
    #expect(try chosen("pt", of: "en pt-PT pt-BR") == "pt-BR")
    #expect(try chosen("zh-TW", of: "en zh-Hant-HK") == "zh-Hant-HK")
}

@Test func `codes that older devices report are those of today`() throws {
    #expect(try chosen("iw-IL", of: "en he") == "he")
    #expect(try chosen("in", of: "en id") == "id")
    #expect(try chosen("no", of: "en nb") == "nb")
    #expect(try chosen("nb-NO", of: "en no") == "no")
    #expect(try chosen("sh", of: "en sr sr-Latn") == "sr-Latn")
    #expect(try chosen("cmn-Hans-CN", of: "en zh-Hans") == "zh-Hans")
}

@Test func `the languages of a user count in their order`() throws {
    #expect(try chosen("cy", "fr", "de", of: "de en fr") == "fr")
    #expect(try chosen("xx", "yy", "de", of: "de en fr") == "de")
    #expect(try chosen("fr", "cy", of: "cy en") == "cy")
}

@Test func `then British English, English, and any`() throws {
    #expect(try chosen("cy", of: "de en en-GB fr") == "en-GB")
    #expect(try chosen("cy", of: "de en fr") == "en")
    #expect(try chosen("cy", of: "de en-US fr") == "en-US")
    #expect(try chosen("cy", of: "de en en-001 fr") == "en")
    #expect(try chosen("cy", of: "de en-AU en-001 fr") == "en-001")
    #expect(try chosen("cy", of: "de fr") == "de")
    #expect(try text("de en en-GB").chosen(for: [])?.language.rawValue == "en-GB")
}

@Test(arguments: ["", "-", "_", "@", ".", "---", "x", "zz-", "1", "é", "en--GB", String(repeating: "a-", count: 9_999)])
func `a language that is none is passed over`(wanted: String) throws {
    let language = try chosen(wanted, "de", of: "de en-GB fr")
    #expect(["de", "en-GB"].contains(language))
}

@Test func `an empty text is never chosen while another language has one`() throws {
    func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }
    let texts = try #require(
        LocalizedText([(try tag("cy"), ""), (try tag("en"), " \n"), (try tag("fr"), "Mettez à jour")]))
    #expect(texts.chosen(for: ["cy", "en"])?.text == "Mettez à jour")
    let none = try #require(LocalizedText([(try tag("cy"), ""), (try tag("en"), "\t")]))
    #expect(none.chosen(for: ["cy"]) == nil)
    #expect(try #require(LocalizedText([])).chosen(for: ["cy"]) == nil)
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

@Test func `a text is kept to the code point and knows its language`() throws {
    let tag = try #require(LanguageTag("ar"))
    let texts = try #require(LocalizedText([(tag, "cafe\u{301} \u{200F}")]))
    let chosen = try #require(texts.chosen(for: ["ar-EG"]))
    #expect(Array(chosen.text.unicodeScalars) == Array("cafe\u{301} \u{200F}".unicodeScalars))
    #expect(chosen.language == tag)
}
