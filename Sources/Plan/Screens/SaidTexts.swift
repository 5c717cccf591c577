import ManifestVerifier

/// What a document says to people in one case, in all languages.
struct SaidTexts {
    let bound: String?
    let url: String?
    /// The texts by canonical tags; nil stands for texts that have no language.
    private var titles: [String?: String] = [:]
    private var descriptions: [String?: String] = [:]
    private var languages: [String?: LanguageTag?] = [:]

    /// A message without a language.
    init(message: String?) {
        (bound, url) = (nil, nil)
        descriptions[nil] = message
    }

    /// Texts that have languages.
    init(title: LocalizedText?, description: LocalizedText?, bound: String? = nil, url: String? = nil) {
        (self.bound, self.url) = (bound, url)
        for (language, text) in title?.entries ?? [] {
            titles[language.canonical] = text
            languages[language.canonical] = language
        }
        for (language, text) in description?.entries ?? [] {
            descriptions[language.canonical] = text
            languages[language.canonical] = language
        }
    }

    func content(in language: LanguageTag?) -> Prompt.Content {
        let tag = language?.canonical
        return Prompt.Content(bound: bound, title: titles[tag], description: descriptions[tag], url: url)
    }

    /// The languages of either side, as the later one spells them; nil alone for texts that have none.
    static func languages(_ before: SaidTexts?, _ after: SaidTexts?) -> [LanguageTag?] {
        guard before != nil || after != nil else { return [] }
        let all = (before?.languages ?? [:]).merging(after?.languages ?? [:]) { $1 }
        return all.isEmpty ? [nil] : Array(all.values)
    }
}
