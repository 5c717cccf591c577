import Diagnostics

/// Finds Latin words in a text of another script, which were probably not translated.
enum LatinWords {
    /// The problem of a text in a language that is not written in Latin letters.
    ///
    /// - Parameter allowed: the names that stay the same in every language: `App Store`, `NHS`.
    static func problem(in text: [Unicode.Scalar], except allowed: [[Unicode.Scalar]]) -> TextProblem? {
        let found = words(in: text, except: allowed)
        guard !found.isEmpty else { return nil }
        return TextProblem(
            .latinWords, "has Latin words: \(found.map(\.quoted).listed(upTo: 10))",
            quote: found.map { String($0.prefix(80)) }.listed(upTo: 40),
            hint: "translate them, or add a name to \"allowedNames\" at the top of the policy")
    }

    /// The runs of at least two Latin letters outside placeholders and allowed names, each once.
    private static func words(in text: [Unicode.Scalar], except allowed: [[Unicode.Scalar]]) -> [String] {
        var found: [String] = []
        var seen: Set<ArraySlice<Unicode.Scalar>> = []
        // Runs are taken as a whole, so that every iteration begins where a word could.
        var index = 0
        while index < text.count {
            if let end = endOfPlaceholder(in: text, at: index) ?? endOfName(in: text, at: index, among: allowed) {
                index = end
                continue
            }
            let end = text.end(from: index, while: \.isLatinWordPart)
            let word = text[index..<end]
            if word.count(where: \.isLatinLetter) > 1, seen.insert(word).inserted {
                found.append(String(String.UnicodeScalarView(word)))
            }
            index = max(end, index + 1)
        }
        return found
    }

    /// The end of `{name}`, or of `{{`, which is a brace; nil where neither is.
    private static func endOfPlaceholder(in text: [Unicode.Scalar], at index: Int) -> Int? {
        guard text[index] == "{", let end = text[index...].firstIndex(of: "}") else { return nil }
        return text[index + 1] == "{" ? index + 2 : end + 1
    }

    /// The end of the longest name at `start`; the start of a longer Latin word is not a name.
    private static func endOfName(in text: [Unicode.Scalar], at start: Int, among names: [[Unicode.Scalar]]) -> Int? {
        names.filter { !$0.isEmpty && text[start...].starts(with: $0) }.map { start + $0.count }.filter { end in
            end == text.count || !text[end].isLatinWordPart || !text[end - 1].isLatinWordPart
        }.max()
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
