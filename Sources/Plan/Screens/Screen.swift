import ManifestVerifier
import Policy

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

extension TreeComparison {
    /// Everything that people can be shown, changed or not. A document that one side cannot read counts as unchanged.
    package var screens: [Screen] {
        let unreadable = Set(old.problems.map(\.path))
        return Screen.all(
            of: Self.paths(old, new).map { path, platforms in
                let after = new.documents[path]
                return (old.documents[path] ?? (unreadable.contains(path) ? after : nil), after, platforms)
            })
    }
}

extension Screen {
    /// A document before and after a change, and the platforms that it serves if it does not say so itself.
    package typealias Documents = (
        before: ComparedTree.Document?, after: ComparedTree.Document?, platforms: [Platform]
    )

    /// Everything that some documents show, document by document: first the rules that will be there, in their order, then
    /// those that will not. What several documents show alike is said once, with all of them.
    package static func all(of documents: [Documents]) -> [Screen] {
        var screens: [Screen] = []
        for (before, after, platforms) in documents {
            let path = (after ?? before)?.path.rawValue ?? ""
            for (old, new) in Reading.pairs(before, after, platforms: platforms) {
                for screen in all(path, old, new) {
                    if let same = screens.firstIndex(where: { $0.isShown(by: screen) }) {
                        screens[same].documents += screen.documents.filter { !screens[same].documents.contains($0) }
                    } else {
                        screens.append(screen)
                    }
                }
            }
        }
        return screens
    }

    private static func all(_ path: String, _ old: Reading?, _ new: Reading?) -> [Screen] {
        guard let place = (new ?? old)?.place else { return [] }
        let document = path + (place.configEnvironment.map { " (\($0))" } ?? "")
        let (before, after) = (old.map(ListedRules.init), new.map(ListedRules.init))
        let gone = (before?.ids ?? []).filter { after?.rules[$0] == nil }
        return ((after?.ids ?? []) + gone).flatMap { id in
            // One screen for all devices where those that cannot get the update are told the same as others.
            [false, true].reduce(into: [Screen]()) { screens, isForUnableDevices in
                let texts = Text.all(
                    before?.said(by: id, isForUnableDevices), after?.said(by: id, isForUnableDevices))
                guard !texts.isEmpty, texts != screens.first?.texts else { return }
                screens.append(
                    Screen(
                        platform: place.platform, documents: [document], isForUnableDevices: isForUnableDevices,
                        before: before?.side(of: id), after: after?.side(of: id), texts: texts))
            }
        }
    }
}

extension Screen.Text {
    /// The texts of both sides, language by language as the later side spells them; one without a language for a rule
    /// that has none.
    fileprivate static func all(_ before: SaidTexts?, _ after: SaidTexts?) -> [Screen.Text] {
        let sides = [before, after].compactMap(\.self)
        guard let first = sides.first else { return [] }
        let tags = sides.flatMap(\.languages).map { ($0.canonical, $0) }
        let languages = Dictionary(tags) { $1 }.values.sorted()
        return (languages.isEmpty ? [nil] : languages.map(Optional.some)).map { language in
            Screen.Text(
                language: first.isUndetermined ? nil : language, before: before?.content(in: language),
                after: after?.content(in: language))
        }
    }
}

/// What a rule says to people in all languages.
private struct SaidTexts {
    let title: LocalizedText?
    let description: LocalizedText?
    /// Whether its document does not say the language.
    var isUndetermined = false

    var languages: [LanguageTag] { [title, description].flatMap { $0?.entries ?? [] }.map(\.language) }

    func content(in language: LanguageTag?) -> Screen.Content {
        let texts = [title, description].map { $0?.entries.last { $0.language.canonical == language?.canonical }?.text }
        return Screen.Content(title: texts[0], description: texts[1])
    }
}

extension ListedRules {
    fileprivate func side(of id: String) -> Screen.Side? {
        rules[id].map { Screen.Side(outcome: $0.outcome, words: $0.words(on: reading.place.platform), url: $0.url) }
    }

    /// What a rule shows; nil for nothing.
    fileprivate func said(by id: String, _ isForUnableDevices: Bool) -> SaidTexts? {
        guard let rule = rules[id] else { return nil }
        let texts = rule.texts
        switch rule.outcome {
        case .available: return nil
        case .maintenance:
            guard !isForUnableDevices else { return nil }
            return SaidTexts(title: texts.title, description: texts.message, isUndetermined: !reading.isGate)
        case .required, .recommended:
            guard isForUnableDevices else { return SaidTexts(title: texts.title, description: texts.description) }
            // Without a list of what the store has, every device counts as able to update.
            guard reading.document.latest != nil, let orElse = texts.orElse, !orElse.entries.isEmpty else { return nil }
            return SaidTexts(title: texts.title, description: orElse)
        }
    }
}

package struct WordDifference: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case kept(String)
        case removed(String)
        case added(String)
    }

    package let parts: [Part]

    /// Compares words with the white space behind them. Texts of more words than a person compares are shown whole.
    package init(from old: String, to new: String) {
        let (before, after) = (Self.words(old), Self.words(new))
        guard before.count + after.count <= Self.comparedWords else {
            parts = [.removed(old), .added(new)]
            return
        }
        let difference = after.difference(from: before)
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var parts: [Part] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                parts.append(.removed(before[old]))
                old += 1
            } else if added.contains(new) {
                parts.append(.added(after[new]))
                new += 1
            } else {
                parts.append(.kept(before[old]))
                (old, new) = (old + 1, new + 1)
            }
        }
        self.parts = parts.reduce(into: []) { $0.append(joining: $1) }
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for character in text {
            let startsWord = words.last.map { $0.last?.isWhitespace == true && !character.isWhitespace } ?? true
            if startsWord { words.append(String(character)) } else { words[words.count - 1].append(character) }
        }
        return words
    }

    private static let comparedWords = 1_000
}

extension [WordDifference.Part] {
    fileprivate mutating func append(joining part: WordDifference.Part) {
        switch (last, part) {
        case (.kept(let a)?, .kept(let b)): self[count - 1] = .kept(a + b)
        case (.removed(let a)?, .removed(let b)): self[count - 1] = .removed(a + b)
        case (.added(let a)?, .added(let b)): self[count - 1] = .added(a + b)
        default: append(part)
        }
    }
}
