import ManifestVerifier

/// A language tag or locale identifier, taken apart for lookup; it may be any text.
package struct LanguageIdentifier {
    /// The subtags in lower case, with the current code of the language.
    package let subtags: [String]
    /// The region in lower case, if one is named.
    let region: String?
    private let namedScript: String?

    /// The script, named or likely; nil for languages that have only one.
    package var script: String? { namedScript ?? LikelyScripts.script(of: subtags.first ?? "", region: region) }

    /// Reads `pt-BR`, `pt_BR`, `zh-Hant-TW`, `en_GB@calendar=buddhist`, `C.UTF-8`.
    package init(_ identifier: String) {
        var subtags = Self.subtags(of: identifier)
        // What follows a single letter is an extension: neither script nor region.
        let main = subtags.dropFirst().prefix { $0.utf8.count > 1 }
        var namedScript = main.first { $0.isScript }
        if let language = subtags.first, let current = Self.currentCodes[language] {
            subtags[0] = current.language
            namedScript = namedScript ?? current.script
        }
        region = main.first { $0.isRegion }
        (self.subtags, self.namedScript) = (subtags, namedScript)
    }

    private static func subtags(of identifier: String) -> [String] {
        // Most texts name a language and nothing else.
        if !identifier.isEmpty, identifier.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
            return [identifier]
        }
        // By bytes: a hyphen followed by a combining mark is a single `Character`, not equal to a hyphen.
        let tag = identifier.utf8.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: ".") }
        return tag.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.prefix(subtagsRead).map {
            String(Substring($0)).asciiLowercased
        }
    }

    /// Whether readers of this language read `other`, regions aside.
    func isSameLanguageAndScript(as other: LanguageIdentifier) -> Bool {
        guard let language = subtags.first, language == other.subtags.first else { return false }
        guard let script, let otherScript = other.script else { return true }
        return script == otherScript
    }

    /// The regions whose texts come next, best first; nil is a text without a region.
    ///
    /// The steps between are those of CLDR's parent locales, `es-MX`, `es-419`, `es`; what comes after a text without a
    /// region is the one that most people read.
    var regionsToTry: [String?] {
        guard let language = subtags.first else { return [nil] }
        let named = region.map { [$0] + RelatedRegions.parents(of: $0, language: language) } ?? []
        return named + [nil] + RelatedRegions.likely(language: language, script: script)
    }

    /// Another language that readers of this one read as well (in CLDR Norwegian is the parent of both).
    var relative: LanguageIdentifier? {
        switch subtags.first {
        case "nn": LanguageIdentifier("nb")
        case "nb": LanguageIdentifier("nn")
        default: nil
        }
    }

    /// Codes that older systems and Android still report, and macrolanguages used for one of their languages.
    private static let currentCodes: [String: (language: String, script: String?)] = [
        "iw": ("he", nil), "in": ("id", nil), "ji": ("yi", nil), "jw": ("jv", nil), "mo": ("ro", nil),
        "tl": ("fil", nil), "no": ("nb", nil), "sh": ("sr", "latn"), "cmn": ("zh", nil), "arb": ("ar", nil),
    ]
    private static let subtagsRead = 16
}

extension String {
    fileprivate var isScript: Bool { utf8.count == 4 && utf8.allSatisfy(\.isASCIILetter) }

    fileprivate var isRegion: Bool {
        (utf8.count == 2 && utf8.allSatisfy(\.isASCIILetter)) || (utf8.count == 3 && utf8.allSatisfy(\.isASCIIDigit))
    }
}
