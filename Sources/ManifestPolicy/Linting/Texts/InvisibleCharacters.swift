import Diagnostics

/// Finds the characters of a text that nobody sees and that its script does not need.
///
/// It goes through the text once and remembers only what stands before, so that no text takes longer than its length.
struct InvisibleCharacters {
    /// What was found, each once.
    private(set) var found: [Unicode.Scalar] = []
    private var seen: Set<Unicode.Scalar> = []
    /// What an invisible character can belong to; nil at the start, after a space and after what should not be there.
    private var base: Unicode.Scalar?
    /// Whether a variation selector can stand here: only right after what it varies.
    private var takesVariation = false
    /// How many tags can follow: the six of a subdivision's code at most, and the one that ends a flag.
    private var flagTags = 0

    init(in text: [Unicode.Scalar]) {
        for index in text.indices {
            let scalar = text[index]
            switch scalar.sight {
            case .space:
                forget()
            case .shows:
                base = scalar
                takesVariation = true
                flagTags = scalar.value == 0x1F3F4 ? 7 : 0
            case .invisible where takes(scalar, before: index + 1 < text.count ? text[index + 1] : nil):
                break
            case .invisible:
                forget()
                if seen.insert(scalar).inserted { found.append(scalar) }
            }
        }
    }

    /// What there is to say about a text.
    static func problems(in text: [Unicode.Scalar]) -> [TextProblem] {
        InvisibleCharacters(in: text).found.map { scalar in
            let name = scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
            return TextProblem(
                .invisibleCharacter, "has U+\(scalar.hexadecimal)\(name), which nobody sees",
                hint: "delete it, or write a space or a line feed")
        }
    }

    private mutating func forget() {
        base = nil
        takesVariation = false
        flagTags = 0
    }

    /// Whether an invisible character does something in its place.
    private mutating func takes(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        guard let base else { return false }
        switch scalar.value {
        case 0xE0020...0xE007F:
            guard flagTags > 0 else { return false }
            flagTags = scalar.value == 0xE007F ? 0 : flagTags - 1
            return true
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF:
            guard takesVariation, base.isVaried(by: scalar) else { return false }
        case 0x180E:
            guard base.isMongolianLetter else { return false }
        case 0x200B:
            guard base.isWrittenWithoutSpaces || next?.isWrittenWithoutSpaces == true else { return false }
        case 0x200C:
            guard base.usesJoiners || next?.usesJoiners == true else { return false }
        case 0x200D:
            guard base.usesJoiners || next?.usesJoiners == true || (base.isPictograph && next?.isPictograph == true)
            else { return false }
        default:
            return false
        }
        takesVariation = false
        flagTags = 0
        return true
    }
}

extension Unicode.Scalar {
    /// Whether a variation selector of that kind has a form of this to choose.
    fileprivate func isVaried(by selector: Unicode.Scalar) -> Bool {
        switch selector.value {
        case 0xFE00...0xFE0F: true
        case 0xE0100...0xE01EF: properties.isIdeographic
        default: isMongolianLetter
        }
    }

    /// Whether this can be a part of an emoji that a joiner makes of several.
    fileprivate var isPictograph: Bool { value > 0xFF && properties.isEmoji }
}
