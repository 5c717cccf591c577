import Diagnostics

/// Finds what a writer wanted to replace before anybody sees it.
enum LeftoverText {
    /// What there is to say about a text.
    static func problem(in text: [Unicode.Scalar]) -> TextProblem? {
        let found = leftovers(in: text)
        guard !found.isEmpty else { return nil }
        let placeholders = Placeholders.names.map { "{\($0)}" }.joined(separator: ", ")
        return TextProblem(
            .leftoverText, "still has \(found.map(\.quoted).listed(upTo: 10))",
            hint: found.contains { $0.hasPrefix("%") }
                ? "the placeholders of a text are \(placeholders)" : "write what belongs there")
    }

    /// The marks, filler words and formats of a text, each once.
    private static func leftovers(in text: [Unicode.Scalar]) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var index = 0
        while index < text.count {
            let start = index
            if text[index] == "%" {
                guard let end = PrintfFormat.end(in: text, at: index) else {
                    index += 1
                    continue
                }
                index = end
            } else {
                index = text.end(from: index, while: \.isWordPart)
                guard index > start else {
                    index += 1
                    continue
                }
                guard isMark(text[start..<index]) else { continue }
            }
            let leftover = String(String.UnicodeScalarView(text[start..<index]))
            if seen.insert(leftover).inserted { found.append(leftover) }
        }
        return found
    }

    /// Whether a word is a mark or filler. Marks are so in capitals only: `todo` is a word in Spanish.
    private static func isMark(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        marks.contains { word.elementsEqual($0) }
            || fillers.contains { word.elementsEqual($0) { $0 == $1 || $0.value + 0x20 == $1.value } }
    }

    private static let marks = ["TODO", "FIXME", "TBD", "XXX"].map { Array($0.unicodeScalars) }
    private static let fillers = ["lorem", "ipsum"].map { Array($0.unicodeScalars) }
}
