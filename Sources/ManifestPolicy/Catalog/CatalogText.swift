import ManifestVerifier

/// A text of a string catalog as it is written there.
package struct CatalogText: Sendable {
    /// The text in one language.
    package struct Localization: Sendable {
        package let language: LanguageTag
        /// The text to the code point, placeholders and all.
        package let text: String
        /// What the catalog says of the translation: `translated`, `needs_review`, `new`, `stale`, empty or nothing.
        package let state: String?
        /// Where the text stands.
        package let position: TextPosition?

        package init(language: LanguageTag, text: String, state: String?, position: TextPosition?) {
            self.language = language
            self.text = text
            self.state = state
            self.position = position
        }
    }

    package let key: String
    /// Where the key stands.
    package let position: TextPosition?
    /// The languages, ordered by the bytes of their tags, each once.
    package let localizations: [Localization]

    package init(key: String, position: TextPosition?, localizations: [Localization]) {
        self.key = key
        self.position = position
        self.localizations = localizations
    }
}
