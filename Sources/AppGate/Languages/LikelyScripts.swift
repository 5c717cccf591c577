/// The scripts of languages that are written in more than one (CLDR, likely subtags).
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
