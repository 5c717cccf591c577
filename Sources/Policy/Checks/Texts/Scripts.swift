import AppGate
import ManifestVerifier

extension Unicode.Scalar {
    /// Whether this belongs to a script in which ZWJ and ZWNJ select forms of letters (Unicode 17, §23.2):
    /// the cursive ones and those of Indic descent.
    var usesJoiners: Bool { Self.scriptsWithJoiners.contains { $0.contains(value) } }

    /// Whether this belongs to a script without spaces between words, where U+200B marks where a line may break.
    var isWrittenWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains { $0.contains(value) } }

    /// Whether this is a letter with variants that Mongolian selectors select.
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

extension LanguageTag {
    /// Whether the language is written from right to left: by the tag's script, else by the likely script of the language
    /// (CLDR's likely subtags).
    package var isWrittenRightToLeft: Bool {
        let identifier = LanguageIdentifier(rawValue)
        guard let script = identifier.script else {
            return identifier.subtags.first.map(Self.languagesFromRightToLeft.contains) ?? false
        }
        return Self.scriptsFromRightToLeft.contains(script)
    }

    /// Adlam, Arabic with Nastaliq, Armi, Hebrew, Mandaic, N'Ko, Rohingya, Samaritan, Syriac in its forms, Thaana, and
    /// those that only scholars read.
    private static let scriptsFromRightToLeft = Set(
        """
        adlm arab aran armi avst chrs cprt elym gara hatr hebr hung khar lydi mand mani mend merc mero narb nbat nkoo \
        orkh ougr palm phli phlp phnx prti rohg samr sarb sogd sogo syrc syre syrj syrn thaa yezi
        """.split(separator: " ").map(String.init))

    /// Languages with no script but one of these, or that are likely to be written in one.
    private static let languagesFromRightToLeft = Set(
        """
        acm acq aeb afb aii ajp apc apd ar ara arb arc arq ars ary arz avl ayl ayn azb bal bcc bft bgn bgp bqi brh ckb \
        dcc div drw dv fa fas gbz ggg gjk gju glk gwc gwt hac haz hbo he heb hnd hno hsn jpr jrb kas kfr khw ks kvx kxp \
        lad lah lki lrc luz mfa mid mve mvy mzn nqo ota pbt pbu per pes phr pnb prd prs prx ps pst pus rhg rmt sam sd sdh \
        sgy shu skr smp snd swb syc syr trw ug uig ur urd wni wsg ydg yi yid yih zdj
        """.split(separator: " ").map(String.init))
}
