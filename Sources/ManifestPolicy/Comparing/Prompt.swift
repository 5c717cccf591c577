import ManifestVerifier

/// What an app shows to people in one language, before and after a change.
package struct Prompt: Equatable, Sendable {
    /// When it is shown. The raw value is stable: programs filter by it.
    package enum Kind: String, Sendable, CaseIterable {
        case maintenance
        case requiredApp = "required-app"
        case requiredSystem = "required-system"
        case recommendedApp = "recommended-app"
        case recommendedSystem = "recommended-system"
    }

    /// What it says.
    package struct Content: Equatable, Sendable {
        /// The bound below which it is shown: `3.2.0`; nil for maintenance.
        package let bound: String?
        /// nil when the document has none: the app shows its own.
        package let title: String?
        package let description: String?
        /// Where it leads; nil when the document does not say.
        package let url: String?

        package init(bound: String?, title: String?, description: String?, url: String?) {
            self.bound = bound
            self.title = title
            self.description = description
            self.url = url
        }
    }

    package let kind: Kind
    package let platform: Platform
    /// The language; nil for texts that have none.
    package let language: LanguageTag?
    /// The paths of the documents that say so.
    package var documents: [String]
    /// nil when it is not shown now.
    package let before: Content?
    /// nil when it will not be shown.
    package let after: Content?

    package init(
        kind: Kind, platform: Platform, language: LanguageTag?, documents: [String], before: Content?, after: Content?
    ) {
        self.kind = kind
        self.platform = platform
        self.language = language
        self.documents = documents
        self.before = before
        self.after = after
    }
}

extension TreeComparison {
    /// Everything that apps can show, changed or not.
    package var prompts: [Prompt] { [] }
}
