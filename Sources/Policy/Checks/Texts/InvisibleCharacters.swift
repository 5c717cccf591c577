import Diagnostics

/// Finds the characters of a text that are invisible and that its script does not need.
///
/// It reads the text once and remembers only what came before, so that the time is linear in the length.
struct InvisibleCharacters {
    /// Where they are in the text.
    private(set) var places: [Int] = []
    /// The character that an invisible one can belong to; nil at the start, after a space and after an unnecessary character.
    private var base: Unicode.Scalar?
    /// Whether a variation selector can follow: only directly after what it varies.
    private var takesVariation = false
    /// How many tags can follow: at most the six of a subdivision's code, and the one that ends a flag.
    private var flagTags = 0

    init(in text: [Unicode.Scalar]) {
        for index in text.indices {
            let scalar = text[index]
            switch scalar.visibility {
            case .space:
                forget()
            case .visible:
                base = scalar
                takesVariation = true
                flagTags = scalar.value == 0x1F3F4 ? 7 : 0
            case .invisible where takes(scalar, before: index + 1 < text.count ? text[index + 1] : nil):
                break
            case .invisible:
                forget()
                places.append(index)
            }
        }
    }

    static func problems(in text: [Unicode.Scalar]) -> [TextProblem] {
        var seen: Set<Unicode.Scalar> = []
        let found = InvisibleCharacters(in: text).places.map { text[$0] }.filter { seen.insert($0).inserted }
        return found.map { scalar in
            let name = scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
            return TextProblem(
                code: .invisibleCharacter, phrase: "contains the invisible character U+\(scalar.hexadecimal)\(name)",
                hint: "delete it, or replace it with a space or a line feed")
        }
    }

    private mutating func forget() {
        base = nil
        takesVariation = false
        flagTags = 0
    }

    /// Whether an invisible character has an effect in its place.
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
    /// Whether a variation selector of that kind can select a form of this character.
    fileprivate func isVaried(by selector: Unicode.Scalar) -> Bool {
        switch selector.value {
        case 0xFE00...0xFE0F: true
        case 0xE0100...0xE01EF: properties.isIdeographic
        default: isMongolianLetter
        }
    }

    /// Whether this can be part of an emoji that joiners compose.
    fileprivate var isPictograph: Bool { value > 0xFF && properties.isEmoji }

    /// Whether this is a letter with variants that Mongolian selectors select.
    fileprivate var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

    /// Whether this is near scripts in which ZWJ and ZWNJ select forms of letters (Unicode 17, §23.2): the cursive ones and
    /// those of Indic descent.
    fileprivate var usesJoiners: Bool {
        switch value {
        case 0x600...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1EEFF:
            true
        default: false
        }
    }

    /// Whether this is near scripts without spaces between words, where U+200B marks where a line may break: Thai to
    /// Myanmar, Khmer to Balinese, Javanese to Tai Viet.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0xE00...0x109F, 0x1780...0x1BFF, 0xA980...0xAADF: true
        default: false
        }
    }
}

enum Visibility {
    case visible
    /// A gap between words or lines.
    case space
    /// A control, or a character that only affects others.
    case invisible
}

extension Unicode.Scalar {
    /// Whether this can be seen; controls are invisible, including a tab, but a line feed makes paragraphs.
    var visibility: Visibility {
        if value < 0x7F { return value > 0x20 ? .visible : self == " " || self == "\n" ? .space : .invisible }
        let properties = properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return .invisible
        case .format: return isVisibleFormat ? .visible : .invisible
        case .spaceSeparator: return .space
        default: return properties.isDefaultIgnorableCodePoint ? .invisible : .visible
        }
    }

    /// Whether this is one of the signs that enclose the digits after them: formats by category, but visible.
    private var isVisibleFormat: Bool {
        switch value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}

/// A text with everything in it to be seen: controls, what turns the direction of writing, invisible characters that its
/// script does not need, and marks piled up on one letter, which would cover the lines around it.
package struct RevealedText: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case text(String)
        /// `\n`, `\u{202E}`: it stands for characters.
        case escape(String)
    }

    package private(set) var parts: [Part] = []

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let invisible = Set(InvisibleCharacters(in: scalars).places)
        var kept = String.UnicodeScalarView()
        var escaped = ""
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            marks = scalar.isMark ? marks + 1 : 0
            let escape: String? =
                if marks > Self.shownMarks || invisible.contains(index) { scalar.escape } else {
                    scalar.visibility == .visible ? nil : String(scalar).printable
                }
            if let escape, !escape.unicodeScalars.elementsEqual([scalar]) {
                if !kept.isEmpty { parts.append(.text(String(kept))) }
                kept = String.UnicodeScalarView()
                escaped += escape
            } else {
                if !escaped.isEmpty { parts.append(.escape(escaped)) }
                escaped = ""
                kept.append(scalar)
            }
        }
        if !kept.isEmpty { parts.append(.text(String(kept))) }
        if !escaped.isEmpty { parts.append(.escape(escaped)) }
    }

    /// More marks than any script puts on one letter.
    private static let shownMarks = 8
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// `\n`, `\u{202E}`
    fileprivate var escape: String {
        let printable = String(self).printable
        return printable.unicodeScalars.elementsEqual([self])
            ? "\\u{\(String(value, radix: 16, uppercase: true))}" : printable
    }
}
