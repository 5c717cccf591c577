import ManifestVerifier

/// The texts that documents use, each once, however many documents use it.
struct UsedTexts {
    struct Text {
        let text: CatalogText
        fileprivate(set) var platforms: Set<Platform> = []
        fileprivate(set) var isRequired = false
        fileprivate(set) var environments: [EnvironmentName] = []
    }

    private(set) var texts: [Text] = []
    /// The texts of each document as indices in `texts`; documents with the same texts appear once.
    let documents: [[Int]]

    init(_ uses: [TextUse]) {
        // Keys and names are compared as bytes: `String ==` is canonical equivalence. A text that stands in a policy is
        // another one in another place.
        var indices: [[UInt8]: Int] = [:]
        var documents: [[UInt8]: Set<Int>] = [:]
        for use in uses {
            let place = use.text.position.map(\.description) ?? ""
            let key = Array("\(place) \(use.text.file) \(use.text.key)".utf8)
            let index = indices[key] ?? texts.count
            if index == texts.count {
                indices[key] = index
                texts.append(Text(text: use.text))
            }
            if let platform = use.platform { texts[index].platforms.insert(platform) }
            if use.isRequired { texts[index].isRequired = true }
            if let name = use.environment, !texts[index].environments.contains(name) {
                texts[index].environments.append(name)
            }
            documents[Array(use.document.utf8), default: []].insert(index)
        }
        // In a fixed order, so that the same policy gives the same findings.
        self.documents = Set(documents.values.map { $0.sorted() }).sorted { $0.lexicographicallyPrecedes($1) }
    }
}

/// Finds languages with the same text that are not varieties of one language.
enum IdenticalTexts {
    /// The words about a text and the languages, once for each shared wording.
    static func phrases(for text: CatalogText) -> [(phrase: String, quote: String)] {
        var groups: [[UInt8]: [LanguageTag]] = [:]
        var wordings: [[UInt8]] = []
        for localization in text.localizations where !localization.text.unicodeScalars.allSatisfy(\.isWhiteSpace) {
            let wording = Array(localization.text.utf8)
            if groups[wording] == nil { wordings.append(wording) }
            groups[wording, default: []].append(localization.language)
        }
        return wordings.compactMap { wording in
            guard let group = groups[wording], Set(group.map(\.primarySubtag)).count > 1 else { return nil }
            let languages = group.map(\.rawValue).listed(upTo: 40)
            return ("is the same in \(languages)", languages)
        }
    }
}

/// Compares the languages of the texts in each document.
enum MissingLanguages {
    /// For each text that lacks languages: the words about it, and the languages.
    static func phrases(in used: UsedTexts) -> [(text: UsedTexts.Text, phrase: String, quote: String)] {
        let languages = used.texts.map { Set($0.text.localizations.map(\.language.canonical)) }
        // For each text: the languages that it lacks, each with a text that has it.
        var lacks: [Int: [String: Int]] = [:]
        for document in used.documents {
            // The text with the most languages comes first, so that few texts are named as having what others lack.
            var owners: [String: Int] = [:]
            for text in document.sorted(by: { (-languages[$0].count, $0) < (-languages[$1].count, $1) }) {
                owners.merge(languages[text].map { ($0, text) }) { first, _ in first }
            }
            for text in document {
                let lack = owners.filter { !languages[text].contains($0.key) }
                if !lack.isEmpty { lacks[text, default: [:]].merge(lack) { first, _ in first } }
            }
        }
        return lacks.sorted { $0.key < $1.key }.map { text, lack in
            let names = lack.keys.sorted()
            let parts = Dictionary(grouping: names.prefix(named)) { lack[$0] ?? 0 }.sorted { $0.key < $1.key }
                .map { "\($1.joined(separator: ", ")), which text \(used.texts[$0].text.key.quoted) has" }
            let phrase = "lacks \(parts.joined(separator: ", and "))\(names.count > named ? ", and more" : "")"
            return (used.texts[text], phrase, names.listed(upTo: named))
        }
    }

    /// The maximum number of languages named in one finding.
    private static let named = 40
}
