import ManifestFormat

/// Looks at the texts that documents use, as translators wrote them; nothing is ever normalised.
package struct TextRules {
    private let catalogFile: String
    private let latinWords: LatinWords

    /// - Parameters:
    ///   - catalogFile: the string catalog, for messages.
    ///   - allowedNames: names that stay in Latin letters in texts of other scripts.
    package init(catalogFile: String, allowedNames: [String]) {
        self.catalogFile = catalogFile
        latinWords = LatinWords(except: allowedNames)
    }

    /// Adds what is wrong with the texts; each text is looked at once, however often it is used.
    package func check(_ uses: [TextUse], findings: Findings) {
        let findings = FileFindings(catalogFile, findings)
        for text in UsedText.all(uses) {
            for localization in text.text.localizations { check(localization, of: text, findings) }
            if text.isRequired { checkIdentical(text.text, findings) }
        }
        LanguageCoverage(uses).check(findings)
    }

    private func check(_ localization: CatalogText.Localization, of used: UsedText, _ findings: FileFindings) {
        let scalars = Array(localization.text.unicodeScalars)
        let language = localization.language
        func add(_ code: LintCode, _ what: String, hint: String? = nil) {
            findings.add(
                code, "text \"\(used.text.key)\" in \"\(language)\" \(what)", at: localization.position, hint: hint)
        }
        if let state = localization.state, state == "new" || state == "needs_review" {
            add(.unreviewedText, "is \(state)", hint: "let somebody who speaks the language look at it")
        }
        guard !scalars.allSatisfy(\.properties.isWhitespace) else {
            add(.emptyText, "is empty", hint: "write it, or leave the language out")
            return
        }
        for scalar in InvisibleCharacters.all(in: scalars) {
            add(
                .invisibleCharacter, "has \(InvisibleCharacters.name(of: scalar)), which nobody sees",
                hint: "write the text anew by hand; it came along from somewhere")
        }
        for words in LeftoverText.all(in: scalars) {
            add(.leftoverText, "still has \"\(words)\"", hint: "placeholders are {minimumAppVersion} and the like")
        }
        for place in Spaces.all(in: scalars) { add(.spaces, "has \(place)") }
        let words = LanguageScripts.isLatin(language) ? [] : latinWords.all(in: scalars)
        if !words.isEmpty {
            add(
                .latinWords, "has Latin words: \(words.prefix(8).joined(separator: ", "))",
                hint: "translate them, or list a name in \"allowedNames\" at the top of the policy")
        }
        for platform in Platform.allCases where used.platforms.contains(platform) {
            guard let store = StoreNames.other(than: platform, in: scalars) else { continue }
            add(
                .wrongStore, "speaks of \(store), and the \(platform == .ios ? "iOS" : "Android") app shows it",
                hint: "give each platform a text of its own")
        }
    }

    /// Translations that are the same in languages that have nothing to do with each other.
    private func checkIdentical(_ text: CatalogText, _ findings: FileFindings) {
        var languages: [[UInt8]: [CatalogText.Localization]] = [:]
        for localization in text.localizations where !localization.text.isEmpty {
            languages[Array(localization.text.utf8), default: []].append(localization)
        }
        for same in languages.values where Set(same.map(\.language.primarySubtag)).count > 1 {
            let names = same.map { "\"\($0.language)\"" }.joined(separator: ", ")
            findings.add(
                .identicalText, "text \"\(text.key)\" is the same in \(names)", at: same.last?.position,
                hint: "people are told in it why the app does not run: translate it")
        }
    }
}

/// A text and everything that documents use it as.
private struct UsedText {
    let text: CatalogText
    var platforms: Set<Platform> = []
    var isRequired = false

    /// Every text once, in the order in which they are first used.
    static func all(_ uses: [TextUse]) -> [UsedText] {
        var places: [[UInt8]: Int] = [:]
        var texts: [UsedText] = []
        for use in uses {
            let key = Array(use.text.key.utf8)
            let place = places[key] ?? texts.count
            if place == texts.count {
                places[key] = place
                texts.append(UsedText(text: use.text))
            }
            if let platform = use.platform { texts[place].platforms.insert(platform) }
            texts[place].isRequired = texts[place].isRequired || use.isRequired
        }
        return texts
    }
}

extension LanguageTag {
    /// The language itself, without script and region: `pt` of `pt-BR`.
    var primarySubtag: Substring { canonical.prefix { $0 != "-" } }
}
