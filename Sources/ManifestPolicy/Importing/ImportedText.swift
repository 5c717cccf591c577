import ManifestVerifier

extension LanguageTag {
    /// British English, English, or the first of the languages: what clients fall back to.
    static func fallback(among languages: [LanguageTag]) -> LanguageTag? {
        languages.first { $0.canonical == "en-GB" } ?? languages.first { $0.canonical == "en" } ?? languages.first
    }
}
