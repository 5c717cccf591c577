import ManifestVerifier

/// What a rule shows to people, before and after a change, in a document or in several that show the same.
package struct Screen: Equatable, Sendable {
    package let platform: Platform
    /// The paths of the documents that say so; for one that is about several environments, with the name of the one.
    package internal(set) var documents: [String]
    /// Whether it is for devices that cannot get the update, so that no button leads to it.
    let isForUnableDevices: Bool
    /// nil when the rule is not there now.
    package let before: Side?
    /// nil when the rule will not be there.
    package let after: Side?
    /// The texts in order of their languages.
    package let texts: [Text]

    /// What a rule is on one side, but for its texts. Equal where people are told the same.
    package struct Side: Equatable, Sendable {
        let outcome: GateRule.Outcome
        /// What it decides, for whom, and when: `required: app below 3.2.0`.
        package let words: String
        /// Where it leads; nil when the document does not say.
        package let url: String?

        package static func == (a: Side, b: Side) -> Bool {
            a.words.hasSameBytes(as: b.words) && a.url.hasSameBytes(as: b.url)
        }
    }

    package struct Text: Equatable, Sendable {
        /// nil for a text that has none.
        package let language: LanguageTag?
        /// nil when it is not shown now.
        package let before: Content?
        /// nil when it will not be shown.
        package let after: Content?
    }

    package struct Content: Equatable, Sendable {
        /// nil when the document has none: the app shows its own.
        package let title: String?
        package let description: String?

        /// Byte by byte: no text is normalised.
        package static func == (a: Content, b: Content) -> Bool {
            a.title.hasSameBytes(as: b.title) && a.description.hasSameBytes(as: b.description)
        }
    }

    /// Whether people will be shown something else, other people are shown it, or it leads elsewhere.
    ///
    /// A rule that only has another place is not changed.
    package var isChanged: Bool { before != after || texts.contains { $0.before != $0.after } }

    /// Whether another screen shows the same.
    func isShown(by other: Screen) -> Bool {
        platform == other.platform && isForUnableDevices == other.isForUnableDevices && before == other.before
            && after == other.after && texts == other.texts
    }
}
