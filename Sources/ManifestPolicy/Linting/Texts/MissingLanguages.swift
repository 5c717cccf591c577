import ManifestVerifier

/// Compares the languages of texts that stand in one document.
///
/// Texts and languages are numbers here, and marks take the place of sets: documents come in dozens, and a text may
/// have as many languages as fit into a catalog.
struct MissingLanguages {
    /// The languages that are named in one finding.
    private static let named = 40

    private let texts: [UsedTexts.Text]
    private var tags: [String] = []
    /// The languages of each text, each once.
    private var languages: [[Int]] = []
    /// For a text: the languages that it lacks, each with a text that has it; at most one more than are named.
    private var lacks: [Int: [Int: Int]] = [:]

    /// For a language: the last look that came upon it.
    private var marks: [Int] = []
    private var look = 0
    /// For a language: the text that has it, in the last look at a document.
    private var owners: [Int] = []

    init(in used: UsedTexts) {
        texts = used.texts
        numberLanguages()
        for document in used.documents where document.count > 1 { compare(document) }
    }

    /// For each text that lacks languages: what there is to say about it.
    var phrases: [(text: CatalogText, phrase: String)] {
        lacks.sorted { $0.key < $1.key }.map { (texts[$0.key].text, phrase($0.value)) }
    }

    private mutating func numberLanguages() {
        var numbers: [String: Int] = [:]
        for text in texts {
            var numbersOfText: [Int] = []
            look += 1
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

    /// Marks a language for this look; false when it is marked already.
    private mutating func mark(_ language: Int) -> Bool {
        guard marks[language] != look else { return false }
        marks[language] = look
        return true
    }

    private mutating func compare(_ document: [Int]) {
        // The text with the most languages comes first, so that few texts are named as having what others lack.
        var all: [Int] = []
        look += 1
        for text in document.sorted(by: { (-languages[$0].count, $0) < (-languages[$1].count, $1) }) {
            for language in languages[text] where mark(language) {
                owners[language] = text
                all.append(language)
            }
        }
        for text in document where languages[text].count < all.count { compare(text, with: all) }
    }

    /// Looks for what a text lacks, and no longer than it takes to name it: a text may lack a million languages.
    private mutating func compare(_ text: Int, with all: [Int]) {
        look += 1
        for language in languages[text] { marks[language] = look }
        var lack = lacks[text] ?? [:]
        for language in all where marks[language] != look {
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
