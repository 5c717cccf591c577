import ManifestFormat

/// In which script a language is written.
enum LanguageScripts {
    /// Whether texts of the language are in Latin letters: as the tag's script says, else as is likely (the
    /// likely subtags of Unicode's CLDR).
    static func isLatin(_ language: LanguageTag) -> Bool {
        let subtags = language.canonical.split(separator: "-").dropFirst()
        if let script = subtags.first(where: { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }) {
            return script.hasPrefix("Lat")
        }
        // Montenegro writes Serbian in Latin letters.
        if language.canonical == "sr-ME" { return true }
        return !others.contains(String(language.primarySubtag))
    }

    /// The languages that are likely to be written in another script than Latin.
    private static let others: Set<String> = [
        "ab", "ady", "aii", "am", "ar", "arc", "ars", "ary", "arz", "as", "av", "awa", "azb", "ba", "be", "bg", "bgc",
        "bgn", "bho", "bn", "bo", "bqi", "brx", "bua", "byn", "ccp", "ce", "chm", "chr", "ckb", "cop", "cu",
        "cv", "doi", "dv", "dz", "el", "fa", "gan", "gbm", "gez", "got", "grc", "gu", "hak", "he", "hi", "hne", "hsn",
        "hy", "ii", "inh", "iu", "iw", "ja", "ji", "ka", "kbd", "kk", "km", "kn", "ko", "koi", "kok", "krc", "kru",
        "ks", "kv", "kxm", "ky", "lah", "lbe", "lez", "lki", "lo", "lrc", "luz", "lzh", "mag", "mai", "mdf", "mhr",
        "mk", "ml", "mn", "mni", "mnw", "mr", "mrj", "mwr", "my", "myv", "mzn", "nan", "ne", "new", "nod", "nqo", "or",
        "os", "pa", "pal", "pi", "pnt", "ps", "raj", "ru", "rue", "rwr", "sa", "sah", "sat", "sck", "sd", "sdh", "shi",
        "shn", "si", "skr", "sr", "swv", "syr", "ta", "tab", "te", "tg", "th", "ti", "tig", "tt", "tyv",
        "udm", "ug", "uk", "ur", "vai", "wbq", "wbr", "wtm", "wuu", "xal", "xmf", "yi", "yue", "zgh", "zh",
    ]
}
