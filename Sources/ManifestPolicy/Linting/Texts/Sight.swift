/// What a person sees of a scalar.
enum Sight {
    case shows
    /// A gap between words or lines, which is seen by what stands around it.
    case space
    /// A control, or a character that only does something to others.
    case invisible
}

extension Unicode.Scalar {
    /// What a person sees of this; controls are invisible, a tab too, but a line feed makes paragraphs.
    var sight: Sight {
        if value < 0x7F { return value > 0x20 ? .shows : self == " " || self == "\n" ? .space : .invisible }
        if isPlainLetter { return .shows }
        let properties = properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return .invisible
        case .format: return isVisibleFormat ? .shows : .invisible
        case .spaceSeparator: return .space
        default: return properties.isDefaultIgnorableCodePoint ? .invisible : .shows
        }
    }

    /// Whether this is in a range that shows as a whole: most of most texts, and much faster than its properties.
    private var isPlainLetter: Bool {
        switch value {
        // Latin to Hebrew and Arabic, without the marks and signs between them
        case 0xC0...0x34E, 0x370...0x5FF, 0x620...0x6DC: true
        // Devanagari to Lao, kana, ideographs, Hangul
        case 0x900...0xEFF, 0x3041...0x3163, 0x3400...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// Whether this is one of the signs that enclose the digits after them: formats by category, but drawn.
    private var isVisibleFormat: Bool {
        switch value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}
