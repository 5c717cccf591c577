import ManifestVerifier

/// Finds languages that have the same text, although one is no variety of the other.
enum IdenticalTexts {
    /// What there is to say about a text, once for each wording.
    static func phrases(for text: CatalogText) -> [String] {
        var groups: [[UInt8]: [LanguageTag]] = [:]
        var wordings: [[UInt8]] = []
        for localization in text.localizations where !localization.text.unicodeScalars.allSatisfy(\.isWhiteSpace) {
            let wording = Array(localization.text.utf8)
            if groups[wording] == nil { wordings.append(wording) }
            groups[wording, default: []].append(localization.language)
        }
        return wordings.compactMap { wording in
            guard let group = groups[wording], Set(group.map(\.primarySubtag)).count > 1 else { return nil }
            return "is the same in \(group.map(\.rawValue).listed(upTo: 40))"
        }
    }
}
