/// Spaces where none belong.
enum Spaces {
    /// What is odd about them, as phrases.
    static func all(in scalars: [Unicode.Scalar]) -> [String] {
        var found: [String] = []
        if scalars.first?.properties.isWhitespace == true { found.append("a space at its beginning") }
        if scalars.last?.properties.isWhitespace == true { found.append("a space at its end") }
        if zip(scalars, scalars.dropFirst()).contains(where: { isSpace($0) && isSpace($1) }) {
            found.append("two spaces in a row")
        }
        return found
    }

    /// A space, also one that does not break or one as wide as an ideograph; a line feed ends a paragraph.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
