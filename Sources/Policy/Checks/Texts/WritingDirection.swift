import AppGate
import ManifestVerifier

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
