/// Latin words in a text of another script: most often what nobody translated.
struct LatinWords {
    /// The allowed names by their first character, longest first.
    private let names: [Unicode.Scalar: [[Unicode.Scalar]]]

    init(except names: [String]) {
        let scalars = names.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }
        self.names = Dictionary(grouping: scalars, by: { $0[0] }).mapValues { $0.sorted { $0.count > $1.count } }
    }

    /// Every word of two or more Latin letters once, without placeholders and allowed names.
    ///
    /// A single letter is a unit or a variable more often than a word.
    func all(in scalars: [Unicode.Scalar]) -> [String] {
        guard scalars.contains(where: LatinRuns.isLetter) else { return [] }
        let left = withoutNames(Self.withoutPlaceholders(scalars))
        var seen: Set<[Unicode.Scalar]> = []
        var words: [String] = []
        for run in LatinRuns.all(in: left) where left[run].count(where: LatinRuns.isLetter) > 1 {
            guard seen.insert(Array(left[run])).inserted else { continue }
            words.append(String(String.UnicodeScalarView(left[run])))
        }
        return words
    }

    private static let gap: Unicode.Scalar = " "

    /// The text with a gap for each `{placeholder}`.
    private static func withoutPlaceholders(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var left = scalars
        var index = 0
        while let open = left[index...].firstIndex(of: "{") {
            index = open + 1
            guard index < left.count, left[index] != "{" else {
                index = min(index + 1, left.count)
                continue
            }
            guard let close = left[index...].firstIndex(of: "}") else { break }
            for place in open...close { left[place] = gap }
            index = close + 1
        }
        return left
    }

    /// The text with a gap for each allowed name that is no part of a longer word.
    private func withoutNames(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard !names.isEmpty else { return scalars }
        var left = scalars
        var index = 0
        while index < scalars.count {
            let name = names[scalars[index]]?.first { name in
                scalars[index...].starts(with: name) && LatinRuns.isWord(index..<index + name.count, in: scalars)
            }
            guard let name else {
                index += 1
                continue
            }
            for place in index..<index + name.count { left[place] = Self.gap }
            index += name.count
        }
        return left
    }
}
