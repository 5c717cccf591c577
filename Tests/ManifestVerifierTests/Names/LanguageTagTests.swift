import ManifestVerifier
import Testing

// RFC 5646, appendix A, where it is well-formed under §2.1 without the irregular grandfathered tags.
@Test(arguments: [
    "de", "fr", "ja", "zh-Hant", "zh-Hans", "sr-Cyrl", "sr-Latn", "zh-cmn-Hans-CN", "cmn-Hans-CN", "zh-yue-HK",
    "yue-HK", "zh-Hans-CN", "sr-Latn-RS", "sl-rozaj", "sl-rozaj-biske", "sl-nedis", "de-CH-1901", "sl-IT-nedis",
    "hy-Latn-IT-arevela", "de-DE", "en-US", "es-419", "de-CH-x-phonebk", "az-Arab-x-AZE-derbend", "x-whatever",
    "qaa-Qaaa-QM-x-southern", "de-Qaaa", "sr-Latn-QM", "sr-Qaaa-RS", "en-US-u-islamcal", "zh-CN-a-myext-x-private",
    "en-a-myext-b-another",
    // Regular grandfathered tags, which the grammar of §2.1 takes.
    "art-lojban", "cel-gaulish", "no-bok", "no-nyn", "zh-guoyu", "zh-hakka", "zh-min", "zh-min-nan", "zh-xiang",
    // At the edges of the grammar.
    "root", "abcdefgh", "zh-cmn-min-yue-Hans-CN", "x-a", "x-12345678", "de-1996-1901", "de-a1b2c", "en-0-aa",
    "en-x-x-x", "en-a-bb-x-a-b", "en-GB-12345678",
])
func `a well-formed language tag is taken as authored`(tag: String) {
    #expect(LanguageTag(tag)?.rawValue == tag)
}

@Test(arguments: [
    // RFC 5646, appendix A: two regions, a singleton as language, a singleton twice.
    "de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc",
    // Irregular grandfathered tags (§2.2.8).
    "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
    // Other spellings and damage.
    "", "e", "en_GB", "en-", "-en", "en--GB", " en", "en ", "en-GB\n", "C", "*", "123", "e1", "de-1996-1996",
    "sl-rozaj-ROZAJ", "en-a", "en-a-", "en-a-x-y", "en-x", "x", "x-", "x-123456789", "abcdefghi", "en-123456789",
    "en-u-123456789", "en-Latn-Cyrl", "en-GB-Latn", "root-aaa", "zh-cmn-min-yue-nan", "en-GB-12", "fr-é", "dé", "ｅｎ",
    "en\u{2010}GB", "en\u{0}",
])
func `text that is no well-formed language tag is refused`(tag: String) {
    #expect(LanguageTag(tag) == nil)
}

@Test(arguments: [
    ("EN", "en"), ("EN-gb", "en-GB"), ("zh-HANS-cn", "zh-Hans-CN"), ("SR-LATN-rs", "sr-Latn-RS"),
    ("sl-Rozaj-BISKE", "sl-rozaj-biske"), ("ZH-YUE-hk", "zh-yue-HK"), ("ES-419", "es-419"),
    ("en-CA-X-CA", "en-CA-x-ca"), ("AZ-arab-X-AZE-Derbend", "az-Arab-x-aze-derbend"), ("X-What", "x-what"),
    ("EN-A-BBBB-CC", "en-a-bbbb-cc"), ("de-ch-1901", "de-CH-1901"),
])
func `the canonical form follows the case rules and keeps the tag as authored`(tag: String, canonical: String) throws {
    let parsed = try #require(LanguageTag(tag))
    #expect(parsed.canonical == canonical)
    #expect(parsed.rawValue == tag)
    #expect(LanguageTag(canonical)?.canonical == canonical)
}

@Test func `a tag is at most as long as the limit`() {
    let longest = "en-x-" + String(repeating: "abcdefg-", count: 7) + "abc"
    #expect(longest.utf8.count == Limits.languageTagBytes)
    #expect(LanguageTag(longest) != nil)
    #expect(LanguageTag(longest + "d") == nil)
}

@Test func `tags are ordered and told apart by their bytes`() throws {
    let tags = try ["en", "cy", "en-GB", "EN", "zh-Hans", "ar"].map { try #require(LanguageTag($0)) }
    #expect(tags.sorted().map(\.rawValue) == ["EN", "ar", "cy", "en", "en-GB", "zh-Hans"])
    #expect(tags[0] != tags[3])
    #expect(tags[0].canonical == tags[3].canonical)
}
