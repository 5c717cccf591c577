import Diagnostics
import Testing

@Test(arguments: [
    ("ja", "アプリをupdateして", "\"update\""), ("ar", "قم بتحديث NHS الآن", "\"NHS\""), ("hi", "ऐप Store में", "\"Store\""),
    ("ru", "Обновите приложение в Play Маркет", "\"Play\""), ("zh-Hant-TW", "前往App Store更新App", "\"App\", \"Store\""),
    ("th", "แอปเวอร์ชันnewใหม่", "\"new\""), ("el", "Café Αθήνα", "\"Café\""),
    ("el", "Cafe\u{301} Αθήνα", "\"Cafe\u{301}\""),
    ("ja", "ＡＢＣを", "\"ＡＢＣ\""), ("ja", "Wi-Fi接続", "\"Wi\", \"Fi\""), ("vi-Hani", "Việt 越", "\"Việt\""),
    ("he", "שלום {storeURL} and {", "\"and\""), ("uk", "{{storeURL} адреса", "\"storeURL\""),
])
func `warns of the Latin words in a text of another script, in one finding`(
    language: String, text: String, words: String
) throws {
    let findings = try TextLint.findings(text, in: language)
    #expect(findings.map(\.message) == ["text \"welcome\" in \"\(language)\" has Latin words: \(words)"])
    #expect(findings.map(\.code) == [.latinWords])
    #expect(findings.first?.code.severity == .warning)
    #expect(findings.first?.place == "T.xcstrings:1:7")
    #expect(findings.first?.hint?.contains("\"allowedNames\"") == true)
}

@Test(arguments: [
    ("en", "Update the app"), ("de", "Jetzt aktualisieren"), ("ja", "iを A4 5G e\u{301}"),
    ("ru", "Версия {minimumAppVersion}"),
    ("ja", "{latestAppVersion}以降"), ("ar", "أهلا"), ("ru", "сору"), ("el", "ΑΒΓ abc".replacing("abc", with: "")),
    ("zh", "，。3.6"), ("und", "some words"), ("x-klingon", "some words"),
])
func `accepts single letters, placeholders and every word of a Latin language`(language: String, text: String) throws {
    #expect(try TextLint.findings(text, in: language).filter { $0.code == .latinWords }.isEmpty)
}

@Test(
    arguments: [
        ("App StoreでiOSを", ["iOS", "App Store"], nil), ("App Storeを", ["App", "App Store", "Store"], nil),
        ("iOSアプリ", ["iOS"], nil), ("iOSes", ["iOS"], "\"iOSes\""), ("ios", ["iOS"], "\"ios\""),
        ("myiOS", ["iOS"], "\"myiOS\""), ("iOS\u{301}", ["iOS"], "\"iOS\u{301}\""), ("iOS17", ["iOS"], nil),
        ("App Storeroom", ["App Store"], "\"App\", \"Storeroom\""),
        ("App Storeroom", ["App Store", "App"], "\"Storeroom\""),
        ("App", ["App Store"], "\"App\""), ("COVID-19の", ["COVID-19"], nil), ("苹果Appで", ["苹果"], "\"App\""),
        ("苹果iOS", ["苹果", "iOS"], nil), ("Café", ["Cafe\u{301}"], "\"Café\""), ("Store", ["", "Store"], nil),
        ("AppStore", ["App", "Store"], "\"AppStore\""), ("App Storeを", ["App", "App Store"], nil),
        ("COVID-19App", ["COVID-19"], "\"App\""), ("NHS NHS", ["NHS"], nil),
    ] as [(String, [String], String?)])
func `takes an allowed name only as a whole, exactly and before shorter ones`(
    text: String, allowed: [String], words: String?
) throws {
    let findings = try TextLint.findings(text, in: "ja", allowedNames: allowed)
    let expected = words.map { ["text \"welcome\" in \"ja\" has Latin words: \($0)"] } ?? []
    // By bytes, since one of the cases is about canonical equivalence.
    #expect(findings.map { Array($0.message.utf8) } == expected.map { Array($0.utf8) })
}

@Test func `reports a word once and counts what is too much to name`() throws {
    let alphabet = "abcdefghijkl".map { "\($0)\($0)" }.joined(separator: " ")
    let message = try #require(try TextLint.findings("\(alphabet) aa aa", in: "ja").first?.message)
    #expect(message.contains("words: \"aa\", \"bb\""))
    #expect(message.hasSuffix("\"jj\" and 2 more"))
}

@Test(arguments: [
    "ar", "fa", "ur", "ps", "ckb", "sd", "ug", "ks", "he", "iw", "yi", "ji", "ja", "zh", "zh-Hans", "zh-Hant-HK", "yue",
    "wuu", "ko", "ko-KR", "ru", "uk", "be", "bg", "mk", "sr", "sr-RS", "sr-Cyrl-ME", "ky", "kk", "mn", "tg", "tt", "ba",
    "cv", "os", "el", "EL-gr", "hi", "mr", "ne", "sa", "kok", "mai", "bho", "bn", "as", "pa", "pa-PK", "gu", "or", "ta",
    "te", "kn", "ml", "si", "th", "lo", "my", "km", "ka", "hy", "am", "ti", "bo", "dz", "dv", "chr", "iu", "zgh", "cop",
    "got", "syr", "mni", "sat", "ii", "shi", "az-Cyrl", "uz-Cyrl-UZ", "uz-Arab", "az-IR", "uz-AF", "en-Brai", "zh-yue",
])
func `knows the languages that are not written in Latin letters`(language: String) throws {
    #expect(try TextLint.findings("Word", in: language).map(\.code) == [.latinWords])
}

@Test(arguments: [
    "en", "de", "fr", "pl", "ro", "tr", "cy", "so", "vi", "id", "sw", "az", "uz", "ha", "ku", "sr-Latn", "sr-latn-rs",
    "sr-ME", "zh-Latn", "ja-Latn", "ru-Latn-RU", "de-Latf", "ga-Latg", "und", "az-TR", "en-x-cyrl", "x-cyrl",
    "zh-Latn-x-cyrl",
])
func `knows the languages that are written in Latin letters`(language: String) throws {
    #expect(try TextLint.findings("Word", in: language).isEmpty)
}
