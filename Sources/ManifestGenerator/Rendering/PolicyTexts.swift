import ManifestFormat

/// Finds the texts that a policy names in its string catalog.
struct PolicyTexts {
    /// The policy's file name.
    let file: String
    let catalog: StringCatalog?

    /// The text that a member of a requirement names.
    func text<Value>(
        _ key: Located<String>?, _ member: String, of requirement: RequirementPolicy<Value>, filling: Placeholders
    ) throws(PolicyError) -> LocalizedText {
        guard let key else { throw error("missing member \"\(member)\"", at: requirement.position) }
        return try text(key, filling: filling).text
    }

    /// A text in the source language of the catalog.
    func sourceText(_ key: Located<String>, filling: Placeholders) throws(PolicyError) -> String {
        let (text, source) = try text(key, filling: filling)
        guard let entry = text.entries.first(where: { $0.language.canonical == source.canonical }) else {
            throw error("text \"\(key.value)\" is missing in the source language", at: key.position)
        }
        return entry.text
    }

    private func text(
        _ key: Located<String>, filling placeholders: Placeholders
    ) throws(PolicyError) -> (text: LocalizedText, source: LanguageTag) {
        guard let catalog else {
            throw error(
                "text \"\(key.value)\" is asked for, but the policy has no catalog", at: key.position,
                hint: "add \"descriptions\": \"Descriptions.xcstrings\" at the top of the policy")
        }
        let text: LocalizedText?
        do throws(CatalogError) {
            text = try catalog.text(for: key.value)
        } catch {
            throw .catalog(error)
        }
        guard let text else { throw error("text \"\(key.value)\" is not in \(catalog.file)", at: key.position) }
        var entries: [(language: LanguageTag, text: String)] = []
        for entry in text.entries {
            do throws(Placeholders.Failure) {
                entries.append((entry.language, try placeholders.filling(entry.text)))
            } catch {
                throw self.error(
                    "text \"\(key.value)\" in \"\(entry.language)\" \(error.message)", at: key.position,
                    hint: error.hint)
            }
        }
        guard let filled = LocalizedText(entries) else { preconditionFailure("the languages are those of a text") }
        return (filled, catalog.sourceLanguage)
    }

    /// An error at a place of the policy.
    func error(_ reason: String, at position: TextPosition?, hint: String? = nil) -> PolicyError {
        .unacceptable(file: file, position, reason, hint: hint)
    }
}
