extension UInt8 {
    /// Whether this is an ASCII digit.
    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether this is an ASCII letter.
    package var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    /// Whether this is an ASCII letter or digit.
    package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    /// Whether this is one of `A-Z a-z 0-9 . _ -`, what names of files and environments are made of.
    package var isNameByte: Bool {
        isASCIIAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }

    /// Whether this is a printable ASCII character or a space.
    package var isPrintableASCII: Bool { (0x20...0x7E).contains(self) }

    /// The lowercase of an ASCII letter; every other byte as it is.
    package var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }
}

extension String {
    /// The text with ASCII letters in lower case and nothing else changed.
    package var asciiLowercased: String { String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) }
}
