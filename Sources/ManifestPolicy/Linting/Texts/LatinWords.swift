import Diagnostics

/// Finds the Latin words in a text of another script: what nobody translated.
enum LatinWords {
    /// What there is to say about a text of a language that is not written in Latin letters.
    static func problem(in text: [Unicode.Scalar], except allowed: AllowedNames) -> TextProblem? {
        let found = words(in: text, except: allowed)
        guard !found.isEmpty else { return nil }
        return TextProblem(
            .latinWords, "has Latin words: \(found.map(\.quoted).listed(upTo: 10))",
            hint: "translate them, or add a name to \"allowedNames\" at the top of the policy")
    }

    /// The runs of at least two Latin letters outside placeholders and allowed names, each once.
    private static func words(in text: [Unicode.Scalar], except allowed: AllowedNames) -> [String] {
        var found: [String] = []
        var seen: Set<ArraySlice<Unicode.Scalar>> = []
        // Runs are taken as a whole, so that every turn begins where a word could.
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

    /// Where `{name}` ends, or `{{`, which is a brace; there is a closing brace.
    private static func endOfPlaceholder(in text: [Unicode.Scalar], at brace: Int) -> Int {
        if text[brace + 1] == "{" { return brace + 2 }
        return text.end(from: brace, while: { $0 != "}" }) + 1
    }
}
