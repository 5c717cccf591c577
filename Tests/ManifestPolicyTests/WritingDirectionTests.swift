import ManifestPolicy
import ManifestVerifier
import Testing

@Test(
    arguments: [
        "ar", "ar-EG", "AR", "he", "iw", "fa", "fa-AF", "ur", "ps", "ckb", "dv", "yi", "ug", "sd", "ks", "ff-Adlm",
        "az-Arab",
        "pa-PK", "pa-Arab", "uz-AF", "ku-Arab-IQ", "en-Hebr", "nqo", "syr", "az-IR", "arb",
    ])
func `these languages are written from right to left`(tag: String) throws {
    #expect(try #require(LanguageTag(tag)).isWrittenRightToLeft)
}

@Test(
    arguments: [
        "en", "en-IL", "ar-Latn", "he-Latn", "th", "hi", "ku", "pa", "uz", "az", "sd-IN", "sd-Deva", "ug-KZ", "ff",
        "zh-Hant",
        "x-ar", "en-x-arab", "de-1996", "mn-Mong", "am", "ti", "el", "hy", "ka",
    ])
func `these languages are written from left to right`(tag: String) throws {
    #expect(try !#require(LanguageTag(tag)).isWrittenRightToLeft)
}

@Test(
    arguments: [
        (0, 10, "0 %"), (10, 10, "100 %"), (1, 1_000_000, "less than 0.1 %"), (999_999, 1_000_000, "more than 99.9 %"),
        (23, 1_000, "2.3 %"), (2, 100, "2 %"), (1, 3, "33.3 %"), (0, 0, "0 %"), (1, 1_999, "0.1 %"),
        (1, 2_001, "less than 0.1 %"),
        (Int.max - 1, Int.max, "more than 99.9 %"), (5, 4, "100 %"), (9_996, 10_000, "more than 99.9 %"),
    ])
func `a share is never nothing or all unless it is`(part: Int, whole: Int, text: String) {
    #expect(Share(part, of: whole).description == text)
}
