import Diagnostics
import ManifestVerifier

extension CatalogText {
    init?(_ member: JSONMember, sourceLanguage: LanguageTag, _ findings: FileFindings) {
        key = member.name
        position = member.position
        guard let localizations = findings.attempt({ () throws(JSONShapeError) in try Self.members(of: member) }) else {
            return nil
        }
        var seen: [String: String] = [:]
        var found: [Localization] = []
        for localization in localizations {
            // Tools of other platforms write "en_GB": that is wrong, and still the same language as "en-GB".
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
                hint: "clients fall back on it; write the text in \"\(sourceLanguage)\"")
        }
        self.localizations = found.sorted { $0.language < $1.language }
    }

    private static func members(of member: JSONMember) throws(JSONShapeError) -> [JSONMember] {
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
        return findings.attempt { () throws(JSONShapeError) in
            var content = try JSONObject(value)
            var unit = try JSONObject(content.required("stringUnit"))
            let text = try unit.required("value")
            // A state of another type is Xcode's to mean something by.
            let state = unit.optional("state").flatMap { try? $0.asString() }
            return Localization(language: language, text: try text.asString(), state: state, position: text.position)
        }
    }
}
