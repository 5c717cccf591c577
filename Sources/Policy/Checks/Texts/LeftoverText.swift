import Diagnostics

/// Finds what a writer meant to replace before publication.
enum LeftoverText {
    static func problem(in text: [Unicode.Scalar]) -> TextProblem? {
        let found = leftovers(in: text)
        guard !found.isEmpty else { return nil }
        return TextProblem(
            code: .leftoverText, phrase: "still has \(found.map(\.quoted).listed(upTo: 10))",
            hint: found.contains { $0.hasPrefix("%") }
                ? "the placeholders of a text are \(Placeholders.list)" : "replace it with the real text")
    }

    private static func leftovers(in text: [Unicode.Scalar]) -> [String] {
        let formats = text.indices.filter { text[$0] == "%" }
            .compactMap { start in PrintfFormat.end(in: text, at: start).map { text[start..<$0] } }
        let words = text.split { !$0.isWordPart }.filter(isMark)
        var found: [String] = []
        for leftover in (formats + words).sorted(by: { $0.startIndex < $1.startIndex }) {
            let leftover = String(String.UnicodeScalarView(leftover))
            if !found.contains(leftover) { found.append(leftover) }
        }
        return found
    }

    /// Whether a word is a mark or filler. Marks must be in capitals: `todo` is a word in Spanish.
    private static func isMark(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        marks.contains { word.elementsEqual($0) }
            || fillers.contains { word.elementsEqual($0) { $0 == $1 || $0.value + 0x20 == $1.value } }
    }

    private static let marks = ["TODO", "FIXME", "TBD", "XXX"].map { Array($0.unicodeScalars) }
    private static let fillers = ["lorem", "ipsum"].map { Array($0.unicodeScalars) }
}

/// A format of `printf` or `String(format:)`, which is never filled in: `%@`, `%1$lld`, `%.2f`.
enum PrintfFormat {
    /// The end of the format that starts with the percent sign at `start`; nil when it is a plain percent sign.
    ///
    /// A width counts only after a zero: `%20d` is more often part of a URL.
    static func end(in text: [Unicode.Scalar], at start: Int) -> Int? {
        if start > 0, text[start - 1].isDigit { return nil }
        var index = start + 1

        let position = text.end(from: index, while: \.isASCIIDigit)
        if (1...2).contains(position - index), text.has("$", at: position) { index = position + 1 }
        if text.has("#", at: index), text.has("@", at: index + 1) { return index + 2 }

        if text.has("0", at: index) { index = text.end(from: index, while: \.isASCIIDigit) }
        if text.has(".", at: index) { index = text.end(from: index + 1, while: \.isASCIIDigit) }
        if index < text.count, text[index].isLength { index += 1 }
        if index < text.count, text[index].isLength { index += 1 }
        guard index < text.count, text[index].isConversion else { return nil }
        index += 1
        return index < text.count && text[index].isWordPart ? nil : index
    }
}

extension [Unicode.Scalar] {
    fileprivate func has(_ scalar: Unicode.Scalar, at index: Int) -> Bool { index < count && self[index] == scalar }

    /// The index after the scalars from `start` on that satisfy `isIncluded`.
    fileprivate func end(from start: Int, while isIncluded: (Unicode.Scalar) -> Bool) -> Int {
        self[start...].firstIndex { !isIncluded($0) } ?? count
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

    /// Whether this is a digit of any script: a percent sign after one does not start a format.
    fileprivate var isDigit: Bool { isASCII ? isASCIIDigit : properties.numericType == .decimal }

    /// Whether this gives the size of an argument: `ll` of `%lld`.
    fileprivate var isLength: Bool { "hlqLjzt".unicodeScalars.contains(self) }

    /// Whether this gives the type of an argument and ends a format.
    fileprivate var isConversion: Bool { "@dDiuUfFsSxXoOgGeEcCaAp".unicodeScalars.contains(self) }

    /// Whether this continues a word in Latin letters or digits: also an accent on the letter before it in decomposed text.
    ///
    /// Letters of other scripts end it: Japanese or Thai puts no space between `TODO` and its own words.
    var isWordPart: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0...0xBF, 0xD7, 0xF7: false
        case ...0x36F where value < 0x2B0 || value >= 0x300: true
        case 0x1AB0...0x1AFF, 0x1DC0...0x1EFF, 0x20D0...0x20FF, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }
}
