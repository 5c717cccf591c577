/// The scripts of languages that have more than one (CLDR, likely subtags).
enum LikelyScripts {
    /// The likely script in lower case; nil for languages that are not listed.
    static func script(of language: String, region: String?) -> String? {
        guard let scripts = table[language] else { return nil }
        guard let region else { return scripts.usual }
        return scripts.inRegions[region] ?? scripts.usual
    }

    private struct Scripts {
        let usual: String
        let inRegions: [String: String]

        init(_ usual: String, _ inRegions: [String: String] = [:]) {
            self.usual = usual
            self.inRegions = inRegions
        }
    }

    private static let table: [String: Scripts] = [
        "az": Scripts("latn", ["iq": "arab", "ir": "arab", "ru": "cyrl"]),
        "bs": Scripts("latn"),
        "ha": Scripts("latn", ["cm": "arab", "sd": "arab"]),
        "hi": Scripts("deva"),
        "iu": Scripts("cans"),
        "kk": Scripts("cyrl", ["af": "arab", "cn": "arab", "ir": "arab", "mn": "arab"]),
        "ks": Scripts("arab"),
        "ku": Scripts("latn", ["lb": "arab"]),
        "ky": Scripts("cyrl", ["cn": "arab", "tr": "latn"]),
        "mn": Scripts("cyrl", ["cn": "mong"]),
        "ms": Scripts("latn", ["cc": "arab"]),
        "pa": Scripts("guru", ["pk": "arab"]),
        "sd": Scripts("arab", ["in": "deva"]),
        "shi": Scripts("tfng"),
        "sr": Scripts("cyrl", ["me": "latn", "ro": "latn", "tr": "latn"]),
        "tg": Scripts("cyrl", ["pk": "arab"]),
        "ug": Scripts("arab", ["kz": "cyrl", "mn": "cyrl"]),
        "uz": Scripts("latn", ["af": "arab", "cn": "cyrl"]),
        "vai": Scripts("vaii"),
        "yue": Scripts("hant", ["cn": "hans"]),
        "zh": Scripts(
            "hans",
            [
                "au": "hant", "bn": "hant", "gb": "hant", "gf": "hant", "hk": "hant", "id": "hant", "mo": "hant",
                "pa": "hant", "pf": "hant", "ph": "hant", "sr": "hant", "th": "hant", "tw": "hant", "us": "hant",
                "vn": "hant",
            ]),
    ]
}

/// The regions whose texts serve people of another region (CLDR, parent locales and likely subtags).
enum RelatedRegions {
    /// The regions to try after `region` and before no region, in lower case, best first.
    static func parents(of region: String, language: String) -> [String] {
        switch language {
        case "es" where latinAmerica.contains(region): ["419"]
        case "pt" where europeanPortuguese.contains(region): ["pt"]
        // Both are spelled alike; a text for the whole world comes first.
        case "en" where !americanEnglish.contains(region): ["001", "gb"]
        case "zh" where region == "mo": ["hk"]
        default: []
        }
    }

    /// The regions to try when every text has a region, in lower case, best first.
    static func likely(language: String, script: String?) -> [String] {
        switch (language, script) {
        case ("en", _): ["gb", "us"]
        case ("pt", _): ["br"]
        case ("ar", _): ["001", "eg"]
        case ("zh", "hant"): ["tw"]
        case ("zh", _): ["cn"]
        // Many languages have the code of their region: `fr-FR`, `de-DE`.
        default: [language]
        }
    }

    private static let latinAmerica = words("ar bo br bz cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve")
    private static let europeanPortuguese = words("ao ch cv fr gq gw lu mo mz st tl")
    private static let americanEnglish = words("as gu mh mp ph pr um us vi")

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
