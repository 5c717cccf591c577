/// The regions between a region and its bare language (CLDR, parent locales).
enum ParentRegions {
    /// The regions to try after `region`, both in lower case, best first.
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

    private static let latinAmerica = words("ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve")
    private static let europeanPortuguese = words("ao ch cv fr gq gw lu mo mz st tl")
    private static let americanEnglish = words("as gu mh mp ph pr um us vi")

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
