import Diagnostics
import ManifestVerifier
import Testing
import TestSupport

@testable import Policy

private func uses(_ documents: [(String, [CatalogText])]) -> [TextUse] {
    documents.flatMap { document, texts in
        texts.map { TextUse(text: $0, document: document, platform: nil) }
    }
}

@Test func `warns of languages that another text of the document has, and names that text`() throws {
    let a = try TextLint.text(["en": "A", "ja": "あ"], key: "a")
    let b = try TextLint.text(["de": "B", "en": "B", "fr": "B", "ja": "び"], key: "b")
    let findings = TextLint.findings([a, b])
    #expect(findings.map(\.message) == ["text \"a\" lacks de, fr, which text \"b\" has"])
    #expect(findings.map(\.code) == [.languagesMissing])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:100:3")
}

@Test func `names a text for every language when no text has all`() throws {
    let a = try TextLint.text(["en": "A"], key: "a")
    let b = try TextLint.text(["de": "B", "en": "B", "fr": "B"], key: "b")
    let c = try TextLint.text(["en": "C", "it": "C"], key: "c")
    #expect(
        TextLint.findings([a, b, c]).map(\.message) == [
            "text \"a\" lacks de, fr, which text \"b\" has, and it, which text \"c\" has",
            "text \"b\" lacks it, which text \"c\" has",
            "text \"c\" lacks de, fr, which text \"b\" has",
        ])
}

@Test func `names the text with the most languages for all that it has`() throws {
    let a = try TextLint.text(["en": "A"], key: "a")
    let b = try TextLint.text(["de": "B", "en": "B"], key: "b")
    let c = try TextLint.text(["de": "C", "en": "C", "fr": "C"], key: "c")
    for texts in [[a, b, c], [a, c, b]] {
        #expect(
            TextLint.findings(texts).map(\.message) == [
                "text \"a\" lacks de, fr, which text \"c\" has", "text \"b\" lacks fr, which text \"c\" has",
            ])
    }
}

@Test func `compares the texts of one document only, and tags without regard to case`() throws {
    let a = try TextLint.text(["en-gb": "A", "zh-hans": "啊"], key: "a")
    let b = try TextLint.text(["en-GB": "B", "zh-Hans": "吧"], key: "b")
    let c = try TextLint.text(["de": "C"], key: "c")
    #expect(TextLint.findings(uses([("one", [a, b]), ("two", [c])])).isEmpty)
}

@Test func `reports a text once, however many documents show what it lacks`() throws {
    let a = try TextLint.text(["en": "A"], key: "a")
    let b = try TextLint.text(["de": "B", "en": "B"], key: "b")
    let c = try TextLint.text(["en": "C", "it": "C"], key: "c")
    let same = TextLint.findings(uses([("one", [a, b]), ("two", [b, a]), ("three", [a, b, b])]))
    #expect(same.map(\.message) == ["text \"a\" lacks de, which text \"b\" has"])
    let different = TextLint.findings(uses([("one", [a, b]), ("two", [a, c])]))
    #expect(different.map(\.message) == ["text \"a\" lacks de, which text \"b\" has, and it, which text \"c\" has"])
}

@Test func `names so many languages at most`() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let tags = letters.flatMap { a in letters.compactMap { LanguageTag("a\(a)\($0)") } }
    let text = CatalogText(
        file: "T.xcstrings", key: "b", position: nil,
        localizations: tags.map { CatalogText.Localization(language: $0, text: "B", state: nil, position: nil) })
    let findings = TextLint.findings([try TextLint.text(["aaa": "A"], key: "a"), text])
    let message = try #require(findings.first { $0.code == .languagesMissing }?.message)
    #expect(findings.count == 1)
    #expect(message.hasPrefix("text \"a\" lacks aab, aac, "))
    #expect(message.hasSuffix("which text \"b\" has, and more"))
    #expect(message.utf8.count < 300)
}

@Test func `tells keys apart by their bytes`() throws {
    let composed = try TextLint.text(["en": "A"], key: "\u{E9}")
    let decomposed = try TextLint.text(["de": "B", "en": "A"], key: "e\u{301}")
    #expect(TextLint.findings([composed, decomposed]).count == 1)
}
