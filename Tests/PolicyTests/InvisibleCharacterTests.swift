import Diagnostics
import Testing

@Test(arguments: [
    ("a\tb", "U+0009"), ("a\r\nb", "U+000D"), ("a\0b", "U+0000"), ("a\u{7F}", "U+007F"), ("a\u{85}b", "U+0085"),
    ("a\u{202E}b", "U+202E (right-to-left override)"), ("a\u{2066}b", "U+2066 (left-to-right isolate)"),
    ("a\u{200F}", "U+200F (right-to-left mark)"), ("\u{FEFF}a", "U+FEFF (zero width no-break space)"),
    ("a\u{2028}b", "U+2028 (line separator)"), ("a\u{2029}b", "U+2029 (paragraph separator)"),
    ("Daten\u{AD}schutz", "U+00AD (soft hyphen)"), ("a\u{2060}b", "U+2060 (word joiner)"),
    ("a\u{34F}b", "U+034F (combining grapheme joiner)"), ("한\u{3164}글", "U+3164 (hangul filler)"),
    ("a\u{E0001}b", "U+E0001 (language tag)"), ("a\u{FFF9}b", "U+FFF9"),
    ("no\u{200B}where", "U+200B (zero width space)"), ("日本\u{200B}語", "U+200B"),
])
func `refuses invisible characters by name`(text: String, name: String) throws {
    let finding = try #require(try TextLint.findings(text, in: "de").first)
    #expect(finding.code == .invisibleCharacter)
    #expect(finding.code.severity == .error)
    #expect(finding.place == "T.xcstrings:1:7")
    #expect(finding.message.hasPrefix("text \"welcome\" in \"de\" contains the invisible character \(name)"))
    #expect(finding.hint != nil)
}

@Test(arguments: [
    ("in English", "zero\u{200C}width", "U+200C"), ("in English", "zero\u{200D}width", "U+200D"),
    ("in Cyrillic", "да\u{200D}та", "U+200D"), ("at the start of a Persian text", "\u{200C}می", "U+200C"),
    ("at the start of a Hindi text", "\u{200D}क", "U+200D"), ("after a space", "سلام \u{200C}ها", "U+200C"),
    ("after a line feed", "سلام\n\u{200C}ها", "U+200C"),
    ("after the last emoji", "Hi 👨\u{200D}", "U+200D"), ("between an emoji and a word", "👨\u{200D}a", "U+200D"),
    ("between a word and an emoji", "a\u{200D}👨", "U+200D"),
    ("between digits, which are emoji", "1\u{200D}2", "U+200D"),
    ("selector at the start", "\u{FE0F}a", "U+FE0F"), ("selector after a space", "a \u{FE0F}", "U+FE0F"),
    ("a second selector", "❤\u{FE0F}\u{FE0F}", "U+FE0F"),
    ("ideographic selector, no ideograph", "a\u{E0100}", "U+E0100"),
    ("Mongolian selector, no Mongolian letter", "a\u{180B}", "U+180B"),
    ("Mongolian separator, no Mongolian letter", "a\u{180E}b", "U+180E"),
    ("tag without a flag", "a\u{E0067}", "U+E0067"), ("tag after another emoji", "👨\u{E0067}", "U+E0067"),
    ("tag after a flag that has ended", "🏴\u{E0067}\u{E007F}\u{E0062}", "U+E0062"),
    ("more tags than a flag has", "🏴" + String(repeating: "\u{E0061}", count: 7) + "\u{E007A}", "U+E007A"),
])
func `refuses a joiner, selector or tag that has no effect in its place`(
    place: String, text: String, name: String
) throws {
    let findings = try TextLint.findings(text, in: "und")
    #expect(findings.map(\.code) == [.invisibleCharacter], "\(place)")
    #expect(findings.first?.message.contains(name) == true, "\(place)")
}

@Test(arguments: [
    ("two paragraphs", "en", "one\n\ntwo"), ("no-break space", "fr", "Prêt\u{A0}?"),
    ("decomposed accents", "fr", "cafe\u{301} pre\u{302}t"), ("decomposed Vietnamese", "vi", "Vie\u{323}\u{302}t"),
    ("Arabic", "ar", "مُحدَّثٍ. يرجى تحديث النظام"), ("Hebrew with points", "he", "שָׁלוֹם עֲלֵיכֶם"),
    ("Arabic sign that is a format but drawn", "ar", "\u{6DD}١٢"),
    ("Persian with ZWNJ", "fa", "نمی\u{200C}خواهم"), ("Latin word with Persian ending", "fa", "(NHS)\u{200C}ها"),
    ("placeholder with Persian ending", "fa", "{minimumAppVersion}\u{200C}ام"),
    ("joiner that keeps a form", "ar", "ه\u{200D}"), ("joined without ligature", "ar", "ل\u{200D}\u{200C}\u{200D}ا"),
    ("Urdu presentation form", "ur", "\u{FEE9}\u{200D}"), ("Syriac", "syr", "ܫܠ\u{200C}ܡܐ"),
    ("Hindi with ZWJ", "hi", "क्\u{200D}ष"), ("Marathi with ZWJ", "mr", "सुऱ्\u{200D}या"),
    ("Bengali with ZWNJ", "bn", "সফ্\u{200C}টওয়্যার"), ("Kannada with ZWNJ", "kn", "ಸಾಫ್ಟ್\u{200C}ವೇರ್"),
    ("Sinhala with ZWJ", "si", "ශ්\u{200D}රී ලංකා"), ("Malayalam chillu", "ml", "അവന്\u{200D}"),
    ("Khmer with break", "km", "សូម\u{200B}ធ្វើ"), ("Thai with break before Latin", "th", "แอป\u{200B}iOS\u{200B}ไทย"),
    ("Mongolian selector and separator", "mn-Mong", "ᠮᠣᠩᠭᠣᠯ\u{180E}ᠠ ᠭ\u{180B}"),
    ("Adlam", "ff-Adlm", "𞤆𞤵\u{200C}𞤤"), ("Japanese variant of an ideograph", "ja", "葛\u{E0100}城"),
    ("ideograph with standard variant", "zh", "㐂\u{FE00}"), ("heart", "en", "I ❤\u{FE0F} it"),
    ("keycap", "en", "1\u{FE0F}\u{20E3}"),
    ("family", "en", "👨\u{200D}👩\u{200D}👧\u{200D}👦"), ("health worker", "en", "👩🏽\u{200D}⚕\u{FE0F}"),
    ("heart on fire", "en", "❤\u{FE0F}\u{200D}🔥"), ("rainbow flag", "en", "🏳\u{FE0F}\u{200D}🌈"),
    ("pirate flag", "en", "🏴\u{200D}☠\u{FE0F}"), ("flag of a country", "en", "🇩🇪"),
    ("flag of Scotland", "en", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!"),
    ("Chinese", "zh", "请把您的操作系统升级到最新版本。"), ("Korean", "ko", "앱을 업데이트하세요"),
    ("braces", "en", "{{ {storeURL}"),
])
func `accepts what a script or an emoji needs`(kind: String, language: String, text: String) throws {
    let findings = try TextLint.findings(text, in: language)
    #expect(findings.isEmpty, "\(kind)")
}

@Test func `reports an invisible character once per text, language and code point`() throws {
    let text = try TextLint.text(["de": "a\tb\tc\u{202E}", "en": "a\tb"])
    let findings = TextLint.findings([text])
    #expect(
        findings.map(\.message) == [
            "text \"welcome\" in \"de\" contains the invisible character U+0009",
            "text \"welcome\" in \"de\" contains the invisible character U+202E (right-to-left override)",
            "text \"welcome\" in \"en\" contains the invisible character U+0009",
        ])
    #expect(findings.map(\.place) == ["T.xcstrings:1:7", "T.xcstrings:1:7", "T.xcstrings:2:7"])
}

@Test func `spells out invisible characters in a key and truncates a long one`() throws {
    let key = "a\u{202E}b" + String(repeating: "c", count: 1_000)
    let message = try #require(TextLint.findings([try TextLint.text(["en": "\t"], key: key)]).first?.message)
    #expect(message.hasPrefix("text \"a\\u{202E}bccc"))
    #expect(message.contains("ccc…\" in \"en\""))
    #expect(message.utf8.count < 200)
}

/// Every scalar that is invisible by its Unicode properties, tested one by one.
private let invisible: [Unicode.Scalar] = {
    // Formats, but drawn: the signs that enclose the digits after them.
    let drawn: Set<UInt32> = [
        0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
    ]
    return (0...0xE0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
        let isOfCategory: Bool =
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        return isOfCategory && !drawn.contains(scalar.value) && scalar != "\n"
    }
}()

@Test func `refuses everything that is invisible in Unicode where it has nothing to do`() throws {
    try #require(invisible.count > 4_000)
    for start in stride(from: 0, to: invisible.count, by: 400) {
        let some = invisible[start..<min(start + 400, invisible.count)]
        // Each after a space, so that none has a character that it could belong to.
        let findings = try TextLint.findings("." + String(String.UnicodeScalarView(some.flatMap { [" ", $0] })))
        #expect(findings.filter { $0.code == .invisibleCharacter }.count == some.count)
    }
}

@Test func `accepts everything that is visible in Unicode`() throws {
    let hidden = Set(invisible)
    let visible = (0...0x3FFFF).compactMap(Unicode.Scalar.init).filter { !hidden.contains($0) }
    let findings = try TextLint.findings(String(String.UnicodeScalarView(visible)))
    #expect(findings.filter { $0.code == .invisibleCharacter }.isEmpty)
}
