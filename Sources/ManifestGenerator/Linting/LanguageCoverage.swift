import ManifestFormat

/// Which texts lack a language that another text of the same document has.
struct LanguageCoverage {
    private struct Document {
        var texts: [CatalogText] = []
        /// Every language of the document by its canonical tag, with a text that has it.
        var languages: [String: (tag: LanguageTag, key: String)] = [:]
    }

    private var documents: [Document] = []

    init(_ uses: [TextUse]) {
        var places: [String: Int] = [:]
        for use in uses {
            let place = places[use.document] ?? documents.count
            if place == documents.count {
                places[use.document] = place
                documents.append(Document())
            }
            documents[place].texts.append(use.text)
            for localization in use.text.localizations
            where documents[place].languages[localization.language.canonical] == nil {
                documents[place].languages[localization.language.canonical] = (localization.language, use.text.key)
            }
        }
    }

    /// Adds a finding for each text; documents that show the same of it collapse into one.
    func check(_ findings: FileFindings) {
        for document in documents {
            for text in document.texts where text.localizations.count < document.languages.count {
                let own = Set(text.localizations.map(\.language.canonical))
                let missing = document.languages.filter { !own.contains($0.key) }.map(\.value)
                    .sorted { $0.tag < $1.tag }
                guard let first = missing.first else { continue }
                findings.add(
                    .languagesMissing,
                    "text \"\(text.key)\" lacks \(missing.map(\.tag.rawValue).joined(separator: ", ")), and \"\(first.key)\" "
                        + "of the same document has \(first.tag)",
                    at: text.position, hint: "translate it; people would see the two in different languages")
            }
        }
    }
}
