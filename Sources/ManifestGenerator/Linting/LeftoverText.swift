import ManifestFormat

/// What a writer or a program put into a text to be replaced, and nobody did.
enum LeftoverText {
    /// Each such piece once: the words that writers use, and the formats of `printf` and its relatives.
    static func all(in scalars: [Unicode.Scalar]) -> [String] {
        let words = LatinRuns.all(in: scalars).map { String(String.UnicodeScalarView(scalars[$0])) }
        // Exactly so: "todo" is a word of Spanish and Portuguese.
        let left = words.filter { marks.contains($0) || fillers.contains($0.asciiLowercased) }
        var seen: Set<String> = []
        return (left + formats(in: scalars)).filter { seen.insert($0).inserted }
    }

    private static let marks: Set<String> = ["FIXME", "TBD", "TODO", "XXX"]
    private static let fillers: Set<String> = ["ipsum", "lorem"]

    /// `%@`, `%d`, `%1$@`, `%lld`, and not `100 %`, `50%discount` or `%50`.
    private static func formats(in scalars: [Unicode.Scalar]) -> [String] {
        var found: [String] = []
        for (start, scalar) in scalars.enumerated() where scalar == "%" {
            if start > 0, isDigit(scalars[start - 1]) { continue }
            var rest = scalars[(start + 1)...]
            let digits = rest.prefix(while: isDigit)
            if !digits.isEmpty, rest.dropFirst(digits.count).first == "$" { rest = rest.dropFirst(digits.count + 1) }
            let length = rest.prefix { $0 == "l" || $0 == "h" || $0 == "z" || $0 == "q" }
            rest = rest.dropFirst(length.count)
            guard let conversion = rest.first, conversions.contains(conversion) else { continue }
            let end = rest.startIndex + 1
            if conversion != "@", end < scalars.count, LatinRuns.isLetter(scalars[end]) { continue }
            found.append(String(String.UnicodeScalarView(scalars[start..<end])))
        }
        return found
    }

    private static let conversions: Set<Unicode.Scalar> = ["@", "d", "f", "g", "i", "s", "u", "x"]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
