import ManifestVerifier

extension LanguageTag {
    /// The primary language subtag in lower case: `zh` of `zh-Hant-TW`.
    var primarySubtag: Substring { canonical.prefix { $0 != "-" } }

    /// Whether the language is written in a script other than Latin, as far as that is known.
    ///
    /// The tag's script decides; without one, the likely script of the language (CLDR's likely subtags).
    var hasOtherScriptThanLatin: Bool {
        let subtags = canonical.split(separator: "-")
        // In canonical form, a subtag of four characters that starts with a capital is a script.
        if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 && $0.first?.isUppercase == true }) {
            return !["Latn", "Latf", "Latg"].contains(script)
        }
        guard let language = subtags.first.map(String.init) else { return false }
        if let region = subtags.dropFirst().first(where: { $0.utf8.count == 2 && $0.first?.isUppercase == true }) {
            if Self.regionsWithLatin.contains("\(language)-\(region)") { return false }
            if Self.regionsWithoutLatin.contains("\(language)-\(region)") { return true }
        }
        return Self.languagesWithoutLatin.contains(language)
    }

    /// Languages and macrolanguages whose likely script is not Latin, including old codes such as `iw` and `ji`.
    private static let languagesWithoutLatin = Set(
        """
        ab abk abq acm acq adx ady ae aeb afb aii ajp akk alt am amh amw anp apc apd ar ara arb arc arq ars ary arz \
        as asm av ava avl awa awn ayl ayn azb ba bak bal bax bcc bcq bdz be bej bel ben ber bfq bft bfy bg bgc bgn \
        bgp bh bhb bhe bho bjj bn bo bod bpy bqi brh brv brx bsk bua bul bxr byn ccp cdh cdo ce che chm chr chu chv \
        ckb ckt cmn cop cr crj crk crl crm csw ctg cu cv czh dar dcc dgo dhn div dng doi drs drw dty dv dz dzo ecy \
        egy el ell eve evn fa fas gan gbm gbz gez ggg gjk gju glk gmy goe gom gon got grc gu guj gwc hac hak haz hbo \
        he heb hi hin hlb hmd hnd hne hnj hno hoc hoj hsn hy hye hyw ii iii ike iku inh isk iu iw ja ji jje jml jpn \
        jpr jrb ka kaa kan kap kas kat kaw kaz kbd kca kdt kfa kfr kfy khb khk khm khn kht khw kir kjg kjh kk km kmz \
        kn ko koi kok kom kor kpt kpv kpy krc kru ks ktb kum kv kvx kxm kxp ky lad lah lao lbe lbj lcp lep lez lif \
        lis lki lmn lo lrc luz lwl lzh mag mai mal mar mdf mdx mdy mfa mgp mhr mid mk mkd ml mn mnc mni mns mnw mon \
        mr mrd mrj mtr muz mve mvy mwr my mya mym myv mzn nan ne nep new nio niv nnp nod noe nog npi nqo nsk nwc oaa \
        oj oji or ori ory os oss ota otk pa pal pan pbt pbu peo pes phr pi pka pli pnb pnt prd prs prx ps pst pus \
        pwo raj rhg rjs rkt rmt ru rue rus rut sa sah sam san sat saz sck scl sd sdh sel sgh sgy shi shn shu si sin \
        sjd skr smp snd sog sou sr srb srp srx suz swb swv syc syl syn syr ta tab taj tam tat tcy tdd tdg tdh te tel \
        tg tgk th tha thl thq thr ti tig tir tkt trw tsj tt tts ttz txg txo tyv ude udi udm ug uga uig uk ukr ulc \
        unr unx ur urd vai vas wal wbq wbr wni wsg wsv wtm wuu xal xco xmf xnr xsr yai ydd ydg yi yid yih yrk yue \
        yux zba zdj zen zgh zh zho zko
        """.split(separator: " ").map(String.init))

    private static let regionsWithLatin: Set<String> = ["ky-TR", "sr-ME", "sr-RO", "sr-RU", "sr-TR"]

    private static let regionsWithoutLatin: Set<String> = [
        "az-IQ", "az-IR", "az-RU", "ha-CM", "ha-SD", "ku-LB", "ms-CC", "uz-AF", "uz-CN",
    ]
}

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
