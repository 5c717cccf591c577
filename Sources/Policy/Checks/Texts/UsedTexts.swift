import ManifestVerifier

/// The texts that documents use, each once, however many documents use it.
struct UsedTexts {
    struct Text {
        let text: CatalogText
        fileprivate(set) var platforms: Set<Platform> = []
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
            if let name = use.environment, !texts[index].environments.contains(name) {
                texts[index].environments.append(name)
            }
            documents[Array(use.document.utf8), default: []].insert(index)
        }
        // In a fixed order, so that the same policy gives the same findings.
        self.documents = Set(documents.values.map { $0.sorted() }).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The texts that lack languages of another one in their document: with the words about it, and the languages.
    var missingLanguages: [(text: Text, phrase: String, quote: String)] {
        let languages = texts.map { Set($0.text.localizations.map(\.language.canonical)) }
        // For each text: the languages that it lacks, each with a text that has it.
        var lacks: [Int: [String: Int]] = [:]
        for document in documents {
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
            let parts = Dictionary(grouping: names.prefix(Self.named)) { lack[$0] ?? 0 }.sorted { $0.key < $1.key }
                .map { "\($1.joined(separator: ", ")), which text \(texts[$0].text.key.quoted) has" }
            let phrase = "lacks \(parts.joined(separator: ", and "))\(names.count > Self.named ? ", and more" : "")"
            return (texts[text], phrase, names.listed(upTo: Self.named))
        }
    }

    /// The maximum number of languages named in one finding.
    private static let named = 40
}
