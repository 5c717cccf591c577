import ManifestVerifier
import Policy

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

    /// Everything that some documents show: first those without rules, platform by platform and case by case; then
    /// rules, document by document: first those that will be there, in their order, then those that will not.
    package static func all(of documents: [Documents]) -> [Screen] {
        var screens: [Screen] = []
        for (before, after, platforms) in documents {
            let path = (after ?? before)?.path.rawValue ?? ""
            for (old, new) in Reading.pairs(before, after, platforms: platforms) {
                for isGate in [false, true] {
                    func side(_ reading: Reading?) -> Reading? { reading?.isGate == isGate ? reading : nil }
                    screens += all(path, side(old), side(new))
                }
            }
        }
        return merged(screens.filter { $0.rule == nil }) + screens.filter { $0.rule != nil }
    }

    private static func all(_ path: String, _ old: Reading?, _ new: Reading?) -> [Screen] {
        guard let reading = new ?? old else { return [] }
        let (platform, isGate) = (reading.place.platform, reading.isGate)
        let document = path + (reading.place.configEnvironment.map { " (\($0))" } ?? "")
        let (before, after) = (PlacedRule.byID(old), PlacedRule.byID(new))
        let ids = (new?.document.rules ?? []).map(\.id) + (old?.document.rules ?? []).map(\.id)
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }.flatMap { id in
            // One screen for all devices where those that cannot get the update are told the same as others.
            [false, true].reduce(into: [Screen]()) { screens, isForUnableDevices in
                let texts = Text.all(before[id]?.said(isForUnableDevices), after[id]?.said(isForUnableDevices))
                guard !texts.isEmpty, texts != screens.first?.texts else { return }
                let kind = isGate ? Change.Kind(ofRule: id, on: platform) : (new?.origins[id] ?? old?.origins[id])?.kind
                screens.append(
                    Screen(
                        kind: kind, rule: isGate ? id : nil, platform: platform, documents: [document],
                        isForUnableDevices: isForUnableDevices, before: before[id]?.side, after: after[id]?.side,
                        texts: texts))
            }
        }
    }

    // MARK: Documents that show the same

    /// What several documents show alike in a language is said once, with all of them.
    private static func merged(_ screens: [Screen]) -> [Screen] {
        struct Identity: Hashable {
            let order: [Int]
            let sides: [Side?]
            let text: Text
        }
        var alike: [Identity: [Screen]] = [:]
        for screen in screens {
            for text in screen.texts {
                let identity = Identity(order: screen.order, sides: [screen.before, screen.after], text: text)
                alike[identity, default: []].append(screen)
            }
        }
        let parts = alike.map { identity, screens in
            var part = screens[0]
            part.documents = screens.flatMap(\.documents).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            part.texts = [identity.text]
            return part
        }
        let groups = Dictionary(grouping: parts) { ["\($0.order)"] + $0.documents }
        return groups.values.map { same in
            var screen = same[0]
            screen.texts = same.flatMap(\.texts).sorted { $0.tag.utf8.lexicographicallyPrecedes($1.tag.utf8) }
            return screen
        }.sorted { a, b in
            a.order == b.order
                ? a.documents.lexicographicallyPrecedes(b.documents) : a.order.lexicographicallyPrecedes(b.order)
        }
    }

    /// The cases of documents without rules, in the order in which they are shown.
    static let kinds: [Change.Kind] = [
        .maintenance, .minimumApp, .minimumSystem, .recommendedApp, .recommendedSystem,
    ]

    private var order: [Int] {
        [Platform.allCases.firstIndex(of: platform) ?? 0, kind.flatMap(Self.kinds.firstIndex) ?? 0]
    }
}

extension Screen.Text {
    /// The texts of both sides, language by language as the later side spells them; one without a language for a rule
    /// that has none.
    fileprivate static func all(_ before: SaidTexts?, _ after: SaidTexts?) -> [Screen.Text] {
        guard before != nil || after != nil else { return [] }
        let languages = (before?.languages ?? [:]).merging(after?.languages ?? [:]) { $1 }.map(\.value).sorted()
        let isUndetermined = (before ?? after)?.isUndetermined ?? false
        return (languages.isEmpty ? [nil] : languages.map(Optional.some)).map { language in
            Screen.Text(
                language: isUndetermined ? nil : language, before: before?.content(in: language),
                after: after?.content(in: language))
        }
    }

    fileprivate var tag: String { language?.rawValue ?? "" }
}

/// What a rule says to people in all languages.
private struct SaidTexts {
    /// Whether its document does not say the language.
    var isUndetermined = false
    /// The texts by canonical tags.
    private let titles: [String: String]
    private let descriptions: [String: String]
    let languages: [String: LanguageTag]

    init(_ title: LocalizedText?, _ description: LocalizedText?) {
        func texts(_ text: LocalizedText?) -> [String: String] {
            Dictionary((text?.entries ?? []).map { ($0.language.canonical, $0.text) }) { $1 }
        }
        (titles, descriptions) = (texts(title), texts(description))
        let tags = ((title?.entries ?? []) + (description?.entries ?? [])).map(\.language)
        languages = Dictionary(tags.map { ($0.canonical, $0) }) { $1 }
    }

    func content(in language: LanguageTag?) -> Screen.Content {
        let tag = language?.canonical ?? ""
        return Screen.Content(title: titles[tag], description: descriptions[tag])
    }
}

private struct PlacedRule {
    let rule: GateRule
    let place: Int
    let reading: Reading

    /// The rules of a document; of several with one id, which every check refuses, the first.
    static func byID(_ reading: Reading?) -> [String: PlacedRule] {
        guard let reading else { return [:] }
        let rules = zip(reading.document.rules, 1...).map { ($0.id, PlacedRule(rule: $0, place: $1, reading: reading)) }
        return Dictionary(rules) { first, _ in first }
    }

    var side: Screen.Side {
        let (isGate, platform) = (reading.isGate, reading.place.platform)
        let bound = rule.outcome == .maintenance ? nil : reading.origins[rule.id]?.value?.description
        return Screen.Side(
            place: place, count: reading.document.rules.count, outcome: rule.outcome,
            words: isGate ? rule.words(on: platform) : nil, bound: isGate ? nil : bound, url: rule.url)
    }

    /// What the rule shows; nil for nothing.
    func said(_ isForUnableDevices: Bool) -> SaidTexts? {
        let texts = rule.texts
        switch rule.outcome {
        case .available: return nil
        case .maintenance:
            guard !isForUnableDevices else { return nil }
            var said = SaidTexts(texts.title, texts.message)
            said.isUndetermined = !reading.isGate
            return said
        case .required, .recommended:
            guard isForUnableDevices else { return SaidTexts(texts.title, texts.description) }
            // Without a list of what the store has, every device counts as able to update.
            guard reading.document.latest != nil, let orElse = texts.orElse, !orElse.entries.isEmpty else { return nil }
            return SaidTexts(texts.title, orElse)
        }
    }
}
