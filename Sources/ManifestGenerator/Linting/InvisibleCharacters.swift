/// Characters that nobody sees, and that change what people read or break what programs compare.
///
/// Every control character but the line feed, line and paragraph separators, and the default-ignorable code points of
/// Unicode, which the bidi overrides, zero-width spaces and soft hyphens are among. What a script or an emoji needs in
/// its place stays: joiners, variation selectors, and the tags of a flag.
enum InvisibleCharacters {
    private typealias Scalar = Unicode.Scalar

    /// Each such character once.
    static func all(in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var found: [Scalar] = []
        for (index, scalar) in scalars.enumerated() where isInvisible(scalar) && !found.contains(scalar) {
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if !isNeeded(scalar, after: previous, before: next) { found.append(scalar) }
        }
        return found
    }

    /// `U+202E (RIGHT-TO-LEFT OVERRIDE)`
    static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let codePoint = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return (scalar.properties.name ?? scalar.properties.nameAlias).map { "\(codePoint) (\($0))" } ?? codePoint
    }

    private static func isInvisible(_ scalar: Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x20...0x7E: false
        case 0..<0xA0: true
        // The controls of interlinear annotation.
        case 0xFFF9...0xFFFB: true
        default:
            scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2028 || scalar.value == 0x2029
        }
    }

    private static func isNeeded(_ scalar: Scalar, after previous: Scalar?, before next: Scalar?) -> Bool {
        guard let previous else { return false }
        return switch scalar.value {
        case 0x200C: joins(previous) || next.map(joins) ?? false
        case 0x200D: joins(previous) || next.map(joins) ?? false || isEmoji(previous)
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: !isInvisible(previous)
        // Mongolian has variation selectors of its own.
        case 0x180B...0x180D, 0x180F: (0x1800...0x18AF).contains(previous.value)
        // The letters of a region in the flag of England and the like, after the black flag.
        case 0xE0020...0xE007F: previous.value == 0x1F3F4 || (0xE0020...0xE007E).contains(previous.value)
        default: false
        }
    }

    /// Whether the character is of a script in which joiners decide how letters look.
    private static func joins(_ scalar: Scalar) -> Bool {
        switch scalar.value {
        // Arabic, Syriac, N'Ko, Mandaic; the scripts of India, Sri Lanka, Tibet and Myanmar.
        case 0x0600...0x077F, 0x07C0...0x0DFF, 0x0F00...0x109F: true
        // Khmer, Mongolian, and the scripts of South-East Asia.
        case 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF: true
        // Arabic presentation forms; the scripts of India beyond the first plane; Adlam.
        case 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F: true
        default: false
        }
    }

    private static func isEmoji(_ scalar: Scalar) -> Bool {
        scalar.value == 0xFE0F || (scalar.value > 0x2000 && scalar.properties.isEmoji)
    }
}
