import ManifestVerifier

/// The texts that documents use, each once, however many documents use it.
struct UsedTexts {
    /// A text and a summary of its uses.
    struct Text {
        let text: CatalogText
        fileprivate(set) var platforms: Set<Platform> = []
        fileprivate(set) var isRequired = false
        fileprivate(set) var environments: [EnvironmentName] = []
    }

    /// The texts in the order of their first use.
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
///
/// Texts and languages are numbers, and marks replace sets: there can be dozens of documents, and a text can have as many
/// languages as fit into a catalog.
struct MissingLanguages {
    /// The maximum number of languages named in one finding.
    private static let named = 40

    private let texts: [UsedTexts.Text]
    private var tags: [String] = []
    /// The languages of each text, each once.
    private var languages: [[Int]] = []
    /// For each text: the languages that it lacks, each with a text that has it; at most one more than are named.
    private var lacks: [Int: [Int: Int]] = [:]

    /// For each language: the last pass that found it.
    private var marks: [Int] = []
    private var pass = 0
    /// For each language: the text that has it, in the last pass over a document.
    private var owners: [Int] = []

    init(in used: UsedTexts) {
        texts = used.texts
        numberLanguages()
        for document in used.documents where document.count > 1 { compare(document) }
    }

    /// For each text that lacks languages: the words about it, and the languages.
    var phrases: [(text: UsedTexts.Text, phrase: String, quote: String)] {
        lacks.sorted { $0.key < $1.key }.map { text, lack in
            let quote = lack.keys.map { tags[$0] }.sorted().listed(upTo: Self.named)
            return (texts[text], phrase(lack), quote)
        }
    }

    private mutating func numberLanguages() {
        var numbers: [String: Int] = [:]
        for text in texts {
            var numbersOfText: [Int] = []
            pass += 1
            for localization in text.text.localizations {
                let tag = localization.language.canonical
                let number = numbers[tag] ?? tags.count
                if number == tags.count {
                    numbers[tag] = number
                    tags.append(tag)
                    marks.append(0)
                }
                if mark(number) { numbersOfText.append(number) }
            }
            languages.append(numbersOfText)
        }
        owners = Array(repeating: 0, count: tags.count)
    }

    /// Marks a language in this pass; false when it is marked already.
    private mutating func mark(_ language: Int) -> Bool {
        guard marks[language] != pass else { return false }
        marks[language] = pass
        return true
    }

    private mutating func compare(_ document: [Int]) {
        // The text with the most languages comes first, so that few texts are named as having what others lack.
        var all: [Int] = []
        pass += 1
        for text in document.sorted(by: { (-languages[$0].count, $0) < (-languages[$1].count, $1) }) {
            for language in languages[text] where mark(language) {
                owners[language] = text
                all.append(language)
            }
        }
        for text in document where languages[text].count < all.count { compare(text, with: all) }
    }

    /// Finds what a text lacks, but no more than a finding names: a text could lack a million languages.
    private mutating func compare(_ text: Int, with all: [Int]) {
        pass += 1
        for language in languages[text] { marks[language] = pass }
        var lack = lacks[text] ?? [:]
        for language in all where marks[language] != pass {
            if lack.count > Self.named { break }
            if lack[language] == nil { lack[language] = owners[language] }
        }
        lacks[text] = lack
    }

    private func phrase(_ lack: [Int: Int]) -> String {
        let named = lack.keys.sorted { tags[$0] < tags[$1] }.prefix(Self.named)
        let parts = Dictionary(grouping: named) { lack[$0] ?? 0 }.sorted { $0.key < $1.key }.map { owner, languages in
            "\(languages.map { tags[$0] }.joined(separator: ", ")), which text \(texts[owner].text.key.quoted) has"
        }
        return "lacks \(parts.joined(separator: ", and "))\(lack.count > Self.named ? ", and more" : "")"
    }
}
