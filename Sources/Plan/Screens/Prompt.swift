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

    package struct Content: Hashable, Sendable {
        /// The bound below which it is shown: `3.2.0`; nil for maintenance.
        package let bound: String?
        /// nil when the document has none: the app shows its own.
        package let title: String?
        package let description: String?
        /// Where it leads; nil when the document does not say.
        package let url: String?

        /// Whether both say the same, whatever the bound and the URL are.
        package func hasSameTexts(as other: Content) -> Bool {
            title.hasSameBytes(as: other.title) && description.hasSameBytes(as: other.description)
        }

        /// Byte by byte: no text is normalised.
        package static func == (a: Content, b: Content) -> Bool {
            a.hasSameTexts(as: b) && a.bound.hasSameBytes(as: b.bound) && a.url.hasSameBytes(as: b.url)
        }
    }

    package let kind: Kind
    package let platform: Platform
    /// The language; nil for texts that have none.
    package let language: LanguageTag?
    /// The paths of the documents that say so; for one that is about several environments, with the name of the one.
    package var documents: [String]
    /// nil when it is not shown now.
    package let before: Content?
    /// nil when it will not be shown.
    package let after: Content?

    /// Whether people will be shown something else, or at another bound, or are led elsewhere.
    package var isChanged: Bool { before != after }
}
