import ManifestVerifier
import Policy
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
