/// A format of `printf` or `String(format:)`, which nothing fills in: `%@`, `%1$lld`, `%.2f`.
enum PrintfFormat {
    /// The end of the format that begins with the percent sign at `start`; nil when it is a percent sign.
    ///
    /// A width counts only with a zero before it: `%20d` is more often a part of a URL.
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
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

    /// Whether this is a digit of any script: what stands before a percent sign.
    fileprivate var isDigit: Bool { isASCII ? isASCIIDigit : properties.numericType == .decimal }

    /// Whether this tells the size of an argument: `ll` of `%lld`.
    fileprivate var isLength: Bool {
        switch self {
        case "h", "l", "q", "L", "j", "z", "t": true
        default: false
        }
    }

    /// Whether this tells the type of an argument and ends a format.
    fileprivate var isConversion: Bool {
        switch self {
        case "@", "d", "D", "i", "u", "U", "f", "F", "s", "S", "x", "X", "o", "O", "g", "G", "e", "E", "c", "C", "a",
            "A", "p":
            true
        default: false
        }
    }
}
