import Diagnostics
import ManifestVerifier

/// Looks at the texts that documents use.
package struct TextRules {
    private let catalogFile: String
    private let allowedNames: AllowedNames

    /// - Parameters:
    ///   - catalogFile: the catalog's file name, for findings.
    ///   - allowedNames: the names that stay in Latin letters in every language.
    package init(catalogFile: String, allowedNames: [String]) {
        self.catalogFile = catalogFile
        self.allowedNames = AllowedNames(allowedNames)
    }

    /// Findings about all uses; each text is looked at once however often it is used.
    package func check(_ uses: [TextUse], findings: Findings) {
        let used = UsedTexts(uses)
        for text in used.texts { check(text, findings) }
        for (text, phrase) in MissingLanguages(in: used).phrases {
            report(
                .languagesMissing, on: text, phrase, hint: "translate it into all languages of its document", findings)
        }
    }

    private func check(_ used: UsedTexts.Text, _ findings: Findings) {
        let key = used.text.key.quoted
        for localization in used.text.localizations {
            for problem in problems(in: localization, on: used.platforms) {
                findings.add(
                    Finding(
                        problem.code, catalogFile, localization.position,
                        "text \(key) in \"\(localization.language)\" \(problem.phrase)", hint: problem.hint))
            }
        }
        guard used.isRequired else { return }
        for phrase in IdenticalTexts.phrases(for: used.text) {
            report(.identicalText, on: used.text, phrase, hint: "translate it", findings)
        }
    }

    /// What there is to say about one translation, whatever the others are.
    private func problems(
        in localization: CatalogText.Localization, on platforms: Set<Platform>
    ) -> [TextProblem] {
        let text = Array(localization.text.unicodeScalars)
        var problems = InvisibleCharacters.problems(in: text)
        if text.allSatisfy(\.isWhiteSpace) {
            problems.append(TextProblem(.emptyText, text.isEmpty ? "is empty" : "is nothing but white space"))
        } else {
            problems += [LeftoverText.problem(in: text), StraySpaces.problem(in: text)].compactMap(\.self)
            if localization.language.hasOtherScriptThanLatin,
                let problem = LatinWords.problem(in: text, except: allowedNames)
            {
                problems.append(problem)
            }
            problems += Platform.allCases.filter(platforms.contains)
                .compactMap { StoreNames.problem(in: text, on: $0) }
        }
        if let state = localization.state, ["needs_review", "new"].contains(state) {
            problems.append(
                TextProblem(
                    .unreviewedText, "is marked \"\(state)\"",
                    hint: "have it reviewed; its state is \"translated\" then"))
        }
        return problems
    }

    private func report(
        _ code: LintCode, on text: CatalogText, _ phrase: String, hint: String, _ findings: Findings
    ) {
        findings.add(
            Finding(code, catalogFile, text.position, "text \(text.key.quoted) \(phrase)", hint: hint))
    }
}
