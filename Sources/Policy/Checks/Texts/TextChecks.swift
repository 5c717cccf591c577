import Diagnostics
import ManifestVerifier

package enum TextChecks {
    /// Adds findings about all uses; a text that is used several times is checked once.
    package static func check(_ uses: [TextUse], findings: Findings) {
        let all = UsedTexts(uses)
        for used in all.texts {
            for localization in used.text.localizations {
                for problem in problems(in: localization, on: used.platforms) {
                    findings.add(
                        Finding(
                            problem.code, used.text.file, localization.position,
                            "text \(used.text.key.quoted) in \"\(localization.language)\" \(problem.phrase)",
                            hint: problem.hint,
                            change: used.identity(".\(localization.language)", quoting: problem.quote)),
                        of: used.environments)
                }
            }
        }
        for (used, phrase, quote) in all.missingLanguages {
            findings.add(
                Finding(
                    .languagesMissing, used.text.file, used.text.position, "text \(used.text.key.quoted) \(phrase)",
                    hint: "translate it into all languages of its document", change: used.identity(quoting: quote)),
                of: used.environments)
        }
    }

    private static func problems(
        in localization: CatalogText.Localization, on platforms: Set<Platform>
    ) -> [TextProblem] {
        let text = Array(localization.text.unicodeScalars)
        var problems = InvisibleCharacters.problems(in: text)
        if text.allSatisfy(\.isWhiteSpace) {
            problems.append(
                TextProblem(code: .emptyText, phrase: text.isEmpty ? "is empty" : "contains only white space"))
        } else {
            problems += [LeftoverText.problem(in: text), StraySpaces.problem(in: text)].compactMap(\.self)
            problems += Platform.allCases.filter(platforms.contains)
                .compactMap { StoreNames.problem(in: text, on: $0) }
        }
        if let state = localization.state, ["needs_review", "new"].contains(state) {
            problems.append(
                TextProblem(
                    code: .unreviewedText, phrase: "is marked \"\(state)\"", quote: state,
                    hint: "have it reviewed and set its state to \"translated\""))
        }
        return problems
    }
}

extension UsedTexts.Text {
    /// What a warning is about; nil for a key so long that hundreds of findings must not repeat it.
    fileprivate func identity(_ member: String = "", quoting quote: String?) -> ChangeIdentity? {
        text.key.utf8.count > 200 ? nil : ChangeIdentity(at: text.key + member, quoting: quote)
    }
}

/// A problem of one translation; the finding says which translation.
struct TextProblem {
    let code: FindingCode
    /// The words that follow `text "welcome" in "de"`.
    let phrase: String
    /// What of the text it is about, if that can be another one.
    var quote: String?
    var hint: String?
}

enum StraySpaces {
    static func problem(in text: [Unicode.Scalar]) -> TextProblem? {
        guard let start = text.firstIndex(where: { !$0.isWhiteSpace }),
            let end = text.lastIndex(where: { !$0.isWhiteSpace })
        else { return nil }
        var phrases: [String] = []
        if start > 0 { phrases.append("begins with \(name(of: text[0]))") }
        if let last = text.last, end < text.count - 1 { phrases.append("ends with \(name(of: last))") }
        if let first = (start..<end).first(where: { text[$0].separatesWords && text[$0 + 1].separatesWords }) {
            phrases.append("has \(name(of: text[first])) next to \(name(of: text[first + 1]))")
        }
        guard !phrases.isEmpty else { return nil }
        let phrase = phrases.joined(separator: " and ")
        return TextProblem(code: .spaces, phrase: phrase, quote: phrase)
    }

    private static func name(of space: Unicode.Scalar) -> String {
        switch space {
        case " ": "a space"
        case "\u{A0}": "a no-break space"
        case "\u{3000}": "an ideographic space"
        case "\n": "a line feed"
        default: "U+\(space.hexadecimal)"
        }
    }
}

extension Unicode.Scalar {
    /// Whether this has Unicode's white space property.
    var isWhiteSpace: Bool {
        value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    /// Whether one of these suffices between words; line feeds make paragraphs.
    fileprivate var separatesWords: Bool { self == " " || self == "\u{A0}" || self == "\u{3000}" }

    /// The value as code charts write it: `202E`.
    var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text in quotes, for a message: truncated, and with invisible characters spelt out.
    ///
    /// Keys come from the catalog. A long one would be repeated in hundreds of findings, and a bidi override would reverse
    /// the message.
    var quoted: String {
        var text = ""
        for scalar in unicodeScalars.prefix(80) {
            text += scalar.visibility == .invisible || scalar == "\n" ? "\\u{\(scalar.hexadecimal)}" : String(scalar)
        }
        return unicodeScalars.dropFirst(80).isEmpty ? "\"\(text)\"" : "\"\(text)…\""
    }
}

extension [String] {
    /// The first few, separated by commas: `de, en and 3 more`.
    package func listed(upTo limit: Int) -> String {
        let few = prefix(limit).joined(separator: ", ")
        return count > limit ? "\(few) and \(count - limit) more" : few
    }
}

/// Finds the name of a store that the readers of a text do not have, written as the name that it is: in a sentence, an app
/// store can be any.
enum StoreNames {
    static func problem(in text: [Unicode.Scalar], on platform: Platform) -> TextProblem? {
        let (stores, reader, other) =
            switch platform {
            case .android: (ofApple, "Android", "the App Store")
            case .ios: (ofAndroid, "iOS", "a store for Android")
            }
        guard let found = stores.first(where: { occurs($0, in: text) }) else { return nil }
        return TextProblem(
            code: .wrongStore, phrase: "says \"\(found)\" in a document for \(reader)", quote: found,
            hint: "use a text for \(reader) that does not mention \(other)")
    }

    private static let hyphens: [Unicode.Scalar] = ["-", "\u{2010}", "\u{2011}"]
    private static let ofApple = ["App Store"]
    private static let ofAndroid = ["Google Play", "Play Store", "AppGallery", "Galaxy Store", "Amazon Appstore"]

    /// Whether a text has the words of a name, in their own case: apart, as one, or with a hyphen.
    private static func occurs(_ name: String, in text: [Unicode.Scalar]) -> Bool {
        text.indices.contains { start in
            guard start == 0 || !text[start - 1].isWordPart else { return false }
            var rest = text[start...]
            for scalar in name.unicodeScalars {
                if scalar == " " {
                    if let separator = rest.first, separator.isWhiteSpace || hyphens.contains(separator) {
                        rest.removeFirst()
                    }
                } else if rest.popFirst() != scalar {
                    return false
                }
            }
            return rest.first?.isWordPart != true
        }
    }
}

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
            let byOwner: [Int: [String]] = Dictionary(grouping: names.prefix(Self.named)) { lack[$0] ?? 0 }
            let parts = byOwner.sorted { $0.key < $1.key }.map { owner, languages in
                "\(languages.joined(separator: ", ")), which text \(texts[owner].text.key.quoted) has"
            }
            let phrase = "lacks \(parts.joined(separator: ", and "))\(names.count > Self.named ? ", and more" : "")"
            return (texts[text], phrase, names.listed(upTo: Self.named))
        }
    }

    /// The maximum number of languages named in one finding.
    private static let named = 40
}
