import ManifestVerifier

/// The text chosen for a user.
public struct ChosenText: Equatable, Sendable {
    /// The text, as it was translated.
    public let text: String
    /// Its language, for speech and the writing direction.
    public let language: LanguageTag

    /// A text in a language.
    public init(text: String, language: LanguageTag) {
        self.text = text
        self.language = language
    }
}

extension LocalizedText {
    /// The text for a user who reads these languages, best first; nil when all texts are empty.
    ///
    /// For each language in turn: the same tag, what lookup of RFC 4647 §3.4 finds, then the same language in the same
    /// script for another region. Scripts are those that are likely for a language and region, so that `zh-TW` finds
    /// `zh-Hant` and never `zh`. Last come `en-GB`, any English with `en` first, and any text.
    ///
    /// - Parameter languages: BCP 47 tags or locale identifiers; case, underscores, and what follows an `@` or a `.` do
    ///   not matter.
    public func chosen(for languages: [String]) -> ChosenText? { chosen(among: Self.wanted(languages)) }

    /// The languages of a user as `chosen(among:)` takes them, for several texts.
    static func wanted(_ languages: [String]) -> [LanguageIdentifier] {
        languages.prefix(languagesTried).map { LanguageIdentifier($0) }
    }

    /// The text for a user who reads these languages, best first; nil when all texts are empty.
    func chosen(among languages: [LanguageIdentifier]) -> ChosenText? {
        let texts = entries.filter { !$0.text.isBlank }
        // One is the choice of all.
        guard texts.count > 1 else { return texts.first.map { ChosenText(text: $0.text, language: $0.language) } }
        let candidates = texts.map { Candidate(entry: $0, identifier: LanguageIdentifier($0.language.rawValue)) }
        for wanted in languages {
            if let found = Self.lookUp(wanted, in: candidates) { return found.text }
            if let found = wanted.relative.flatMap({ Self.lookUp($0, in: candidates) }) { return found.text }
        }
        let british = candidates.first { $0.entry.language.canonical == "en-GB" }
        return (british ?? Self.lookUp(LanguageIdentifier("en"), in: candidates) ?? candidates.first)?.text
    }

    private struct Candidate {
        let entry: (language: LanguageTag, text: String)
        let identifier: LanguageIdentifier

        var text: ChosenText { ChosenText(text: entry.text, language: entry.language) }
    }

    private static func lookUp(_ wanted: LanguageIdentifier, in candidates: [Candidate]) -> Candidate? {
        let related = candidates.filter { wanted.isSameLanguageAndScript(as: $0.identifier) }
        // Usually there is at most one, and nothing to choose.
        guard related.count > 1 else { return related.first }
        // The tag itself, then ever shorter; without its region it is looked up below.
        var subtags = wanted.subtags[...]
        while subtags.count > 1 {
            if let same = related.first(where: { $0.identifier.subtags == Array(subtags) }) { return same }
            subtags = subtags.dropLast()
            // A single letter begins an extension, which has just been cut off.
            if subtags.last?.utf8.count == 1 { subtags = subtags.dropLast() }
        }
        for region in wanted.regionsToTry {
            if let found = related.first(where: { $0.identifier.region == region }) { return found }
        }
        return related.first
    }

    /// More than anyone reads; a list may come from anywhere.
    private static let languagesTried = 64
}

extension String {
    /// Whether there is nothing but space in it (Unicode's property White_Space).
    package var isBlank: Bool {
        // Most texts begin with an ASCII letter, which one byte tells; finding a scalar takes much longer.
        if let first = utf8.first, (0x21...0x7E).contains(first) { return false }
        return unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
