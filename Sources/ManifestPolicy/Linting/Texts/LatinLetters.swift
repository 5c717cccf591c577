extension Unicode.Scalar {
    /// Whether this is a letter of the Latin script: of ASCII, Latin-1, the extensions that languages are written with,
    /// and the full-width forms.
    var isLatinLetter: Bool {
        switch value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0...0xBF, 0xD7, 0xF7: false
        case ...0x2AF, 0x1E00...0x1EFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }

    /// Whether this goes on with a Latin word: a letter, or an accent on the letter before it in decomposed text.
    var isLatinWordPart: Bool {
        switch value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: isLatinLetter
        }
    }

    /// Whether a word in Latin letters or digits goes on here.
    ///
    /// Letters of other scripts end it: Japanese or Thai puts no space between `TODO` and its own words.
    var isWordPart: Bool { (0x30...0x39).contains(value) || isLatinWordPart }
}

extension [Unicode.Scalar] {
    /// Where the scalars that `goesOn` accepts end, counted from `start`.
    func end(from start: Int, while goesOn: (Unicode.Scalar) -> Bool) -> Int {
        var index = start
        while index < count, goesOn(self[index]) { index += 1 }
        return index
    }
}
