extension Unicode.Scalar {
    /// Whether this is of a script in which ZWJ and ZWNJ choose between forms of letters (Unicode 17, §23.2):
    /// the cursive ones and those of Indic descent.
    var usesJoiners: Bool { Self.scriptsWithJoiners.contains { $0.contains(value) } }

    /// Whether this is of a script that has no spaces between words, where U+200B tells where a line may break.
    var isWrittenWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains { $0.contains(value) } }

    /// Whether this is a letter with the variants that Mongolian selectors choose from.
    var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

    private static let scriptsWithJoiners: [ClosedRange<UInt32>] = [
        // Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic and, right after them, Devanagari to Sinhala
        0x0600...0x0DFF,
        // Tibetan, Myanmar
        0x0F00...0x109F,
        // Tagalog to Mongolian
        0x1700...0x18AF,
        // Limbu to Vedic extensions: Tai Le, Khmer symbols, Balinese, Sundanese, Lepcha and others
        0x1900...0x1C4F, 0x1CD0...0x1CFF,
        // Syloti Nagri, Phags-pa, Saurashtra, Devanagari extended
        0xA800...0xA8FF,
        // Rejang, Javanese, Cham, Myanmar extended, Meetei Mayek
        0xA930...0xAA7F, 0xAAE0...0xAAFF, 0xABC0...0xABFF,
        // Arabic presentation forms
        0xFB50...0xFDFF, 0xFE70...0xFEFC,
        // Kharoshthi, Manichaean, Psalter Pahlavi, Hanifi Rohingya, Sogdian and others
        0x10A00...0x10A5F, 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10EC0...0x10FDF,
        // Brahmi and its descendants
        0x11000...0x11FFF,
        // Adlam, Arabic mathematical letters
        0x1E900...0x1E95F, 0x1EE00...0x1EEFF,
    ]

    private static let scriptsWithoutSpaces: [ClosedRange<UInt32>] = [
        // Thai, Lao, Tibetan, Myanmar
        0x0E00...0x109F,
        // Khmer, and further south-east: Tai Le, New Tai Lue, Tai Tham, Balinese
        0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F,
        // Javanese, Myanmar extended, Cham, Tai Viet
        0xA980...0xAADF,
    ]
}
