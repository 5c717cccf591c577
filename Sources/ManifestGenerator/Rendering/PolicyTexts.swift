import ManifestFormat

/// Finds the texts that a policy names in its string catalog.
struct PolicyTexts {
    /// The policy's file name.
    let file: String
    let catalog: StringCatalog?

    /// The text that a member of a requirement names.
    func text<Value>(
        _ key: Located<String>?, _ member: String, of requirement: RequirementPolicy<Value>
    ) throws(PolicyError) -> LocalizedText {
        guard let key else { throw error("missing member \"\(member)\"", at: requirement.position) }
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
        return text
    }

    /// An error at a place of the policy.
    func error(_ reason: String, at position: TextPosition?, hint: String? = nil) -> PolicyError {
        .unacceptable(file: file, position, reason, hint: hint)
    }
}
