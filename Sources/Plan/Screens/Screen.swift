import ManifestVerifier

/// What a rule shows to people, before and after a change; in documents without rules, a minimum, a recommendation or
/// a maintenance.
package struct Screen: Equatable, Sendable {
    /// What a policy calls it; nil for a written rule.
    package let kind: Change.Kind?
    /// The id of the rule; nil in documents without rules, of which several can show the same.
    let rule: String?
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
    package internal(set) var texts: [Text]

    /// What a rule is on one side, but for its texts. Equal where people are told the same.
    package struct Side: Hashable, Sendable {
        /// Its place among the rules, from 1.
        let place: Int
        let count: Int
        let outcome: GateRule.Outcome
        /// What it decides, for whom, and when: `required: app below 3.2.0`; nil in documents without rules.
        let words: String?
        /// The bound below which it is shown: `3.2.0`; nil for maintenance and in documents with rules.
        package let bound: String?
        /// Where it leads; nil when the document does not say.
        package let url: String?

        package static func == (a: Side, b: Side) -> Bool {
            a.words.hasSameBytes(as: b.words) && a.bound.hasSameBytes(as: b.bound) && a.url.hasSameBytes(as: b.url)
        }

        package func hash(into hasher: inout Hasher) { hasher.combine([words, bound, url]) }
    }

    package struct Text: Hashable, Sendable {
        /// nil for a text that has none.
        package let language: LanguageTag?
        /// nil when it is not shown now.
        package let before: Content?
        /// nil when it will not be shown.
        package let after: Content?
    }

    package struct Content: Hashable, Sendable {
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

    /// Whether documents without rules show the same: for a rule that a member of a policy became, and for no other.
    func isShown(by screens: [Screen]) -> Bool {
        let isRevised = before != nil && after != nil && before != after
        let shown = screens.filter { $0.rule == nil && $0.kind == kind && $0.platform == platform }.flatMap { screen in
            screen.texts.filter { !isRevised || screen.before != screen.after || $0.before != $0.after }
        }
        return texts.allSatisfy { text in
            shown.contains { other in
                (other.language == nil || other.language == text.language)
                    && (text.before == nil || text.before == other.before)
                    && (text.after == nil || text.after == other.after)
            }
        }
    }
}
