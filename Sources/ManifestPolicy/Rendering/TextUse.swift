import ManifestVerifier

/// That a document uses a text of the catalog, and as what.
package struct TextUse: Sendable {
    package let text: CatalogText
    /// The document that the text goes into: `production/distribution/availability-ios`.
    package let document: String
    /// The platform of the document; nil for one that all platforms read.
    package let platform: Platform?
    /// Whether the text tells a user why the app does not run.
    package let isRequired: Bool

    package init(text: CatalogText, document: String, platform: Platform?, isRequired: Bool) {
        self.text = text
        self.document = document
        self.platform = platform
        self.isRequired = isRequired
    }
}
