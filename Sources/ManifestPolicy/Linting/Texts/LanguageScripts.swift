import ManifestVerifier

extension LanguageTag {
    /// The primary language subtag in lower case: `zh` of `zh-Hant-TW`.
    var primarySubtag: Substring { canonical.prefix { $0 != "-" } }

    /// Whether the language is written in another script than Latin, as far as that is known.
    ///
    /// The tag's script decides; without one, the script that is likely for the language (CLDR's likely subtags).
    var hasOtherScriptThanLatin: Bool {
        let subtags = canonical.split(separator: "-")
        // Of four characters, only a script begins with a capital in the canonical form.
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

    /// Languages and macrolanguages whose likely script is not Latin, old codes such as `iw` and `ji` among them.
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
