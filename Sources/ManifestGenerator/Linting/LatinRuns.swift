/// Words in Latin letters, wherever they stand: texts of many scripts put no space around them.
enum LatinRuns {
    /// The runs of Latin letters with their marks.
    static func all(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, scalar) in scalars.enumerated() {
            let isInside = isLetter(scalar) || (start != nil && isMark(scalar))
            if isInside, start == nil { start = index }
            if !isInside, let begin = start {
                runs.append(begin..<index)
                start = nil
            }
        }
        if let start { runs.append(start..<scalars.count) }
        return runs
    }

    /// Whether a word that fills the range is a word of its own, with no Latin letter around it.
    static func isWord(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Bool {
        let isFree =
            range.lowerBound == 0 || !(isLetter(scalars[range.lowerBound - 1]) || isMark(scalars[range.lowerBound - 1]))
        return isFree
            && (range.upperBound == scalars.count
                || !(isLetter(scalars[range.upperBound]) || isMark(scalars[range.upperBound])))
    }

    /// Whether the character is a letter of the Latin script, of any width.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF: true
        case 0x1D00...0x1D25, 0x1D2C...0x1D5C, 0x1D62...0x1D65, 0x1D6B...0x1D77, 0x1D79...0x1DBE, 0x1E00...0x1EFF: true
        case 0x2C60...0x2C7F, 0xA722...0xA787, 0xA78B...0xA7FF, 0xAB30...0xAB5A, 0xAB5C...0xAB64: true
        case 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }
}
