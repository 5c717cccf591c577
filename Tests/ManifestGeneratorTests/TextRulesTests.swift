import ManifestFormat
import ManifestGenerator
import Testing

/// A text in some languages, at the line of its place in the list.
private func text(_ key: String, _ texts: [(String, String)], state: String? = nil) throws -> CatalogText {
    let localizations = try texts.enumerated().map { line, entry in
        CatalogText.Localization(
            language: try #require(LanguageTag(entry.0)), text: entry.1, state: state,
            position: TextPosition(line: line + 1, column: 9))
    }
    return CatalogText(key: key, position: TextPosition(line: 1, column: 1), localizations: localizations)
}

/// What is found in the uses of texts.
private func look(_ uses: [TextUse], allowed: [String] = []) -> [Finding] {
    let findings = Findings()
    TextRules(catalogFile: "T.xcstrings", allowedNames: allowed).check(uses, findings: findings)
    return findings.sorted
}

/// The codes found in one text in one language.
private func codes(
    _ language: String, _ content: String, platform: Platform? = .ios, allowed: [String] = [], state: String? = nil
) throws -> [LintCode] {
    let use = TextUse(
        text: try text("t", [(language, content)], state: state), document: "d", platform: platform, isRequired: true)
    return look([use], allowed: allowed).map(\.code)
}

@Test(arguments: [
    "\u{0}", "\u{7}", "\t", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202B}", "\u{202C}",
    "\u{202D}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{206A}", "\u{FEFF}",
    "\u{FFF9}", "\u{E0001}", "\u{E0041}", "\u{3164}",
])
func `a character that nobody sees is named`(character: String) throws {
    let use = TextUse(
        text: try text("t", [("en", "Up\(character)date")]), document: "d", platform: nil, isRequired: false)
    let found = look([use])
    #expect(found.map(\.code) == [.invisibleCharacter])
    let scalar = try #require(character.unicodeScalars.first)
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    #expect(found[0].message.hasPrefix("text \"t\" in \"en\" has \(name)"), "\(found[0].message)")
    #expect(found[0].place == "T.xcstrings:1:9")
}

@Test(
    arguments: [
        ("en", "One.\n\nTwo."), ("fa", "می\u{200C}خواهم"), ("fa", "iOS\u{200C}ها"), ("hi", "क\u{94D}\u{200D}ष"),
        ("ml", "ന\u{D4D}\u{200D}"), ("si", "ක\u{DCA}\u{200D}ර"), ("km", "ក\u{17D2}ក"),
        ("en", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} go"),
        ("en", "\u{2764}\u{FE0F}\u{200D}\u{1F525} go"),
        ("en", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} go"),
        ("en", "e\u{301} \u{212B}"), ("ja", "葛\u{E0100}飾区"), ("ar", "\u{600}١٢"), ("mn-Mong", "ᠠ\u{180B}"),
    ] as [(String, String)])
func `a character that a script or an emoji needs stays`(language: String, content: String) throws {
    #expect(try codes(language, content, allowed: ["iOS"]) == [])
}

@Test(arguments: [
    ("TODO", 1), ("Please TODO: write", 1), ("日本語TODO日本語", 1), ("Todo", 0), ("todo el mundo", 0),
    ("MÉTODO", 0), ("ME\u{301}TODO", 0), ("FIXME", 1), ("TBD.", 1), ("XXX", 1), ("XXXL", 0),
    ("lorem", 1), ("Lorem Ipsum", 2), ("Loremipsum", 0), ("%@", 1), ("%1$@ and %2$d", 2),
    ("%lld items", 1), ("100%", 0), ("100 % sure", 0), ("50%discount", 0), ("%50 indirim", 0),
    ("100%d", 0), ("%design", 0), ("5 %", 0), ("{minimumAppVersion}", 0),
])
func `what was to be replaced is found`(content: String, count: Int) throws {
    #expect(try codes("en", content) == Array(repeating: .leftoverText, count: count))
}

@Test(
    arguments: [
        ("", [.emptyText]), (" \n", [.emptyText]), (".", []), (" a", [.spaces]), ("a\n", [.spaces]),
        ("a  b", [.spaces]),
        ("a \u{A0}b", [.spaces]), ("a\u{3000}\u{3000}b", [.spaces]), (" a  b ", [.spaces, .spaces, .spaces]),
        ("a b c", []),
        ("a\u{A0}b", []), ("a\n\nb", []), ("a\nb", []),
    ] as [(String, [LintCode])])
func `spaces where none belong are found`(content: String, found: [LintCode]) throws {
    #expect(try codes("en", content) == found)
}

@Test(arguments: [
    ("ja", "アプリを Update してください", true), ("ja", "iOSアプリ", false), ("ja", "iOSをApp Storeで", false),
    ("ja", "xiOSアプリ", true), ("ja", "iosアプリ", true), ("ar", "حدّث App", true), ("ru", "Обновите приложение", false),
    ("ru", "Обновите Ｕｐｄａｔｅ", true), ("sr", "Ажурирајте app", true), ("sr-Latn", "Ažurirajte", false),
    ("sr-ME", "Ažurirajte", false), ("az-Cyrl", "Yenilə", true), ("az", "Yenilə", false), ("de", "Bitte Update", false),
    ("zh-Hant", "請 update", true), ("th", "{storeURL} {minimumAppVersion}", false), ("th", "{{storeURL}", true),
    ("he", "גרסה v", false), ("el", "Ενημέρωση", false), ("x-klingon", "update now", false),
])
func `Latin words in a text of another script are found`(language: String, content: String, isLeft: Bool) throws {
    #expect(
        try codes(language, content, allowed: ["iOS", "App Store"])
            == (isLeft ? [.latinWords] : []))
}

@Test func `Latin words are named once, and a longer name goes first`() throws {
    let use = TextUse(
        text: try text("t", [("ja", "Update と update と Update と App Store Connect")]), document: "d", platform: nil,
        isRequired: false)
    let found = look([use], allowed: ["App Store", "App Store Connect"])
    #expect(found.map(\.message) == ["text \"t\" in \"ja\" has Latin words: Update, update"])
}

@Test(
    arguments: [
        ("new", [.unreviewedText]), ("needs_review", [.unreviewedText]), ("translated", []), ("stale", []), ("", []),
        (nil, []),
    ] as [(String?, [LintCode])])
func `a translation that nobody looked at is found`(state: String?, found: [LintCode]) throws {
    #expect(try codes("en", "x", state: state) == found)
}

@Test(
    arguments: [
        (.android, "Open the App Store", true), (.android, "APP STORE", true), (.android, "the AppStore", true),
        (.android, "App\u{A0}Store", true), (.android, "the app storeroom", false), (.android, "Google Play", false),
        (.ios, "Open Google Play", true), (.ios, "Play Store", true), (.ios, "App Store", false),
        (.ios, "Display storage", false), (nil, "App Store or Google Play", false),
    ] as [(Platform?, String, Bool)])
func `a text that names the other store is found`(platform: Platform?, content: String, isWrong: Bool) throws {
    #expect(try codes("en", content, platform: platform) == (isWrong ? [.wrongStore] : []))
}

@Test func `a text of both platforms is wrong on one`() throws {
    let shared = try text("t", [("en", "Open the App Store")])
    let uses = [Platform.ios, .android].map { (platform: Platform) in
        TextUse(text: shared, document: "d-\(platform)", platform: platform, isRequired: false)
    }
    #expect(
        look(uses).map(\.message) == [
            "text \"t\" in \"en\" speaks of the App Store, and the Android app shows it"
        ])
}

@Test(
    arguments: [
        ([("en", "x"), ("de", "x")], true, [.identicalText]), ([("en", "x"), ("en-GB", "x")], true, []),
        ([("en", "x"), ("de", "x")], false, []), ([("en", "x"), ("de", "y")], true, []),
        ([("en", "\u{E9}"), ("de", "e\u{301}")], true, []),
        ([("en", "x"), ("en-GB", "y"), ("cy", "y")], true, [.identicalText]),
    ] as [([(String, String)], Bool, [LintCode])])
func `a required text that was only copied is found`(
    texts: [(String, String)], isRequired: Bool, found: [LintCode]
) throws {
    let use = TextUse(text: try text("t", texts), document: "d", platform: nil, isRequired: isRequired)
    #expect(look([use]).map(\.code) == found)
}

@Test func `the languages that another text of the document has are named`() throws {
    let long = try text("a", [("cy", "1"), ("de", "2"), ("en", "3")])
    let short = try text("b", [("EN", "x")])
    let other = try text("c", [("fr", "x")])
    func use(_ text: CatalogText, _ document: String) -> TextUse {
        TextUse(text: text, document: document, platform: nil, isRequired: false)
    }
    let found = look([use(long, "one"), use(short, "one"), use(long, "two"), use(short, "two"), use(other, "three")])
    #expect(found.map(\.message) == ["text \"b\" lacks cy, de, and \"a\" of the same document has cy"])
    #expect(found.map(\.code) == [.languagesMissing])
    #expect(look([use(long, "one"), use(short, "two")]).isEmpty)
}

@Test(.timeLimit(.minutes(10))) func `a text that many environments use is looked at once`() throws {
    let long = try text("t", [("ja", String(repeating: "あ%1$@ Update ", count: 20_000))])
    let uses = (0..<2_000).map {
        TextUse(text: long, document: "d\($0)", platform: .ios, isRequired: true)
    }
    let start = ContinuousClock.now
    #expect(Set(look(uses).map(\.code)) == [.leftoverText, .latinWords, .spaces])
    // Looking 2,000 times would be minutes.
    #expect(ContinuousClock.now - start < .seconds(20))
}
