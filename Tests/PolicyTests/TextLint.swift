import Diagnostics
import ManifestVerifier

@testable import Policy

/// What the rules for texts find, for the tests of each of them.
enum TextLint {
    /// A text by its languages; a translation is on the line of its index, the key on line 100.
    static func text(
        _ translations: KeyValuePairs<String, String>, key: String = "welcome", state: String? = nil
    ) throws -> CatalogText {
        let localizations = try translations.enumerated().map { index, translation in
            guard let language = LanguageTag(translation.key) else { throw NoLanguage(tag: translation.key) }
            return CatalogText.Localization(
                language: language, text: translation.value, state: state,
                position: TextPosition(line: index + 1, column: 7))
        }
        return CatalogText(
            file: "T.xcstrings", key: key, position: TextPosition(line: 100, column: 3), localizations: localizations)
    }

    /// What is found about texts in one document.
    static func findings(
        _ texts: [CatalogText], platform: Platform? = nil
    ) -> [Finding] {
        findings(texts.map { TextUse(text: $0, document: "production/d", platform: platform) })
    }

    /// What is found about uses.
    static func findings(_ uses: [TextUse]) -> [Finding] {
        let findings = Findings()
        TextChecks.check(uses, findings: findings)
        return findings.sorted
    }

    /// What is found about one translation.
    static func findings(
        _ text: String, in language: String = "en", state: String? = nil, platform: Platform? = nil
    ) throws -> [Finding] {
        findings([try self.text([language: text], state: state)], platform: platform)
    }

    private struct NoLanguage: Error { let tag: String }
}
