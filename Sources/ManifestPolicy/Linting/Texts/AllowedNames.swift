/// The names that stay as they are in every language: `App Store`, `NHS`.
///
/// They are kept as a tree of scalars, so that a text is compared with all names at once.
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

    /// The end of the longest name that stands at `start` as a whole: not as the beginning of a longer Latin word.
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
