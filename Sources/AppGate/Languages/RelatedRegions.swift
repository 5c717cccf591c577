/// The regions whose texts serve people of another region (CLDR, parent locales and likely subtags).
enum RelatedRegions {
    /// The regions to try after `region` and before no region, in lower case, best first.
    static func parents(of region: String, language: String) -> [String] {
        switch language {
        case "es" where latinAmerica.contains(region): ["419"]
        case "pt" where europeanPortuguese.contains(region): ["pt"]
        // Both spell alike; a text for all the world comes first.
        case "en" where !americanEnglish.contains(region): ["001", "gb"]
        case "zh" where region == "mo": ["hk"]
        default: []
        }
    }

    /// The regions to try when there is no text without a region, in lower case, best first.
    static func likely(language: String, script: String?) -> [String] {
        switch (language, script) {
        case ("en", _): ["gb", "us"]
        case ("pt", _): ["br"]
        case ("ar", _): ["001", "eg"]
        case ("zh", "hant"): ["tw"]
        case ("zh", _): ["cn"]
        // Of many languages the code is that of the region as well: `fr-FR`, `de-DE`.
        default: [language]
        }
    }

    private static let latinAmerica = words("ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve")
    private static let europeanPortuguese = words("ao ch cv fr gq gw lu mo mz st tl")
    private static let americanEnglish = words("as gu mh mp ph pr um us vi")

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
