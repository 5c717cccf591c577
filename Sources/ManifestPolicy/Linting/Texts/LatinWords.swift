import Diagnostics

/// Finds Latin words in a text of another script, which were probably not translated.
enum LatinWords {
    /// The problem of a text in a language that is not written in Latin letters.
    static func problem(in text: [Unicode.Scalar], except allowed: AllowedNames) -> TextProblem? {
        let found = words(in: text, except: allowed)
        guard !found.isEmpty else { return nil }
        return TextProblem(
            .latinWords, "has Latin words: \(found.map(\.quoted).listed(upTo: 10))",
            quote: found.map { String($0.prefix(80)) }.listed(upTo: 40),
            hint: "translate them, or add a name to \"allowedNames\" at the top of the policy")
    }

    /// The runs of at least two Latin letters outside placeholders and allowed names, each once.
    private static func words(in text: [Unicode.Scalar], except allowed: AllowedNames) -> [String] {
        var found: [String] = []
        var seen: Set<ArraySlice<Unicode.Scalar>> = []
        // Runs are taken as a whole, so that every iteration begins where a word could.
        var index = 0
        let lastBrace = text.lastIndex(of: "}") ?? 0
        while index < text.count {
            if text[index] == "{", index < lastBrace {
                index = endOfPlaceholder(in: text, at: index)
            } else if let end = allowed.end(in: text, at: index) {
                index = end
            } else {
                let end = text.end(from: index, while: \.isLatinWordPart)
                let word = text[index..<end]
                if word.lazy.filter(\.isLatinLetter).prefix(2).count == 2, seen.insert(word).inserted {
                    found.append(String(String.UnicodeScalarView(word)))
                }
                index = max(end, index + 1)
            }
        }
        return found
    }

    /// The end of `{name}`, or of `{{`, which is a brace; the text has a closing brace.
    private static func endOfPlaceholder(in text: [Unicode.Scalar], at brace: Int) -> Int {
        if text[brace + 1] == "{" { return brace + 2 }
        return text.end(from: brace, while: { $0 != "}" }) + 1
    }
}

/// The names that stay the same in every language: `App Store`, `NHS`.
///
/// They are stored as a trie of scalars, so that a text is compared with all names at once.
struct AllowedNames {
    private struct Step: Hashable {
        let node: Int
        let scalar: Unicode.Scalar
    }

    private var steps: [Step: Int] = [:]
    private var ends: Set<Int> = []

    init(_ names: [String]) {
        for name in names where !name.isEmpty {
            var node = 0
            for scalar in name.unicodeScalars {
                let step = Step(node: node, scalar: scalar)
                node = steps[step] ?? steps.count + 1
                steps[step] = node
            }
            ends.insert(node)
        }
    }

    /// The end of the longest name at `start`; the start of a longer Latin word is not a name.
    func end(in text: [Unicode.Scalar], at start: Int) -> Int? {
        var longest: Int?
        var node = 0
        var index = start
        while index < text.count, let next = steps[Step(node: node, scalar: text[index])] {
            node = next
            index += 1
            if ends.contains(node), isWhole(text, upTo: index) { longest = index }
        }
        return longest
    }

    private func isWhole(_ text: [Unicode.Scalar], upTo end: Int) -> Bool {
        end == text.count || !text[end].isLatinWordPart || !text[end - 1].isLatinWordPart
    }
}

// MARK: Letters

extension Unicode.Scalar {
    /// Whether this is a letter of the Latin script: of ASCII, Latin-1, the extensions that languages use, and the
    /// full-width forms.
    var isLatinLetter: Bool {
        switch value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0...0xBF, 0xD7, 0xF7: false
        case ...0x2AF, 0x1E00...0x1EFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }

    /// Whether this continues a Latin word: a letter, or an accent on the letter before it in decomposed text.
    var isLatinWordPart: Bool {
        switch value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: isLatinLetter
        }
    }

    /// Whether this continues a word in Latin letters or digits.
    ///
    /// Letters of other scripts end it: Japanese or Thai puts no space between `TODO` and its own words.
    var isWordPart: Bool { (0x30...0x39).contains(value) || isLatinWordPart }
}

extension [Unicode.Scalar] {
    /// The index after the scalars from `start` on that satisfy `isIncluded`.
    func end(from start: Int, while isIncluded: (Unicode.Scalar) -> Bool) -> Int {
        var index = start
        while index < count, isIncluded(self[index]) { index += 1 }
        return index
    }
}
