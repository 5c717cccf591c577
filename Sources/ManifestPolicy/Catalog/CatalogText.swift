import Diagnostics
import ManifestVerifier

/// A text of a string catalog, exactly as written.
package struct CatalogText: Sendable {
    /// The text in one language.
    package struct Localization: Sendable {
        package let language: LanguageTag
        /// The unchanged text, with its placeholders.
        package let text: String
        /// The catalog's state of the translation: `translated`, `needs_review`, `new`, `stale`, empty or nil.
        package let state: String?
        /// The place of the text in the catalog.
        package let position: TextPosition?

        package init(language: LanguageTag, text: String, state: String?, position: TextPosition?) {
            self.language = language
            self.text = text
            self.state = state
            self.position = position
        }
    }

    package let key: String
    /// The place of the key in the catalog.
    package let position: TextPosition?
    /// The languages, ordered by the bytes of their tags, each once.
    package let localizations: [Localization]

    package init(key: String, position: TextPosition?, localizations: [Localization]) {
        self.key = key
        self.position = position
        self.localizations = localizations
    }
}

// MARK: JSON

extension CatalogText {
    init?(_ member: JSONMember, sourceLanguage: LanguageTag, _ findings: FileFindings) {
        key = member.name
        position = member.position
        guard let localizations = findings.attempt({ try Self.members(of: member) }) else { return nil }
        var seen: [String: String] = [:]
        var found: [Localization] = []
        for localization in localizations {
            // Tools of other platforms write "en_GB", which is wrong, but it is the same language as "en-GB".
            let repaired = LanguageTag(String(localization.name.map { $0 == "_" ? "-" : $0 }))
            if let repaired, let other = seen.updateValue(localization.name, forKey: repaired.canonical) {
                findings.add(
                    .duplicateLanguage,
                    "text \"\(key)\" has the same language twice, as \"\(other)\" and as \"\(localization.name)\"",
                    at: localization.position, hint: "keep one of them")
            }
            guard let language = LanguageTag(localization.name) else {
                findings.add(
                    .languageTag, "text \"\(key)\" has \"\(localization.name)\", which is not a BCP 47 language tag",
                    at: localization.position, hint: repaired.map { "write \"\($0)\"" })
                continue
            }
            guard let text = Self.localization(localization.value, language, of: key, findings) else { continue }
            found.append(text)
        }
        if seen[sourceLanguage.canonical] == nil {
            findings.add(
                .sourceLanguageMissing,
                "text \"\(key)\" is missing in the source language \"\(sourceLanguage)\"", at: position,
                hint: "clients fall back to it; add the text in \"\(sourceLanguage)\"")
        }
        self.localizations = found.sorted { $0.language < $1.language }
    }

    private static func members(of member: JSONMember) throws -> [JSONMember] {
        var string = try JSONObject(member.value)
        guard let localizations = string.optional("localizations") else { return [] }
        return try JSONObject(localizations).members
    }

    private static func localization(
        _ value: JSONValue, _ language: LanguageTag, of key: String, _ findings: FileFindings
    ) -> Localization? {
        if let variations = value["variations"] {
            findings.add(
                .textVariations,
                "text \"\(key)\" varies by device or plural in \"\(language)\", which no document can carry",
                at: variations.position, hint: "use a text without variations")
            return nil
        }
        return findings.attempt {
            var content = try JSONObject(value)
            var unit = try JSONObject(content.required("stringUnit"))
            let text = try unit.required("value")
            // Xcode may give a state of another type a meaning of its own.
            let state = unit.optional("state").flatMap { try? $0.asString() }
            return Localization(language: language, text: try text.asString(), state: state, position: text.position)
        }
    }
}
