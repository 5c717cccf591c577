import ManifestVerifier

/// What a rule of a gate document shows to people, before and after a change.
package struct RulePrompt: Equatable, Sendable {
    package let id: String
    package let platform: Platform
    package let document: String
    /// nil when the rule is not there now.
    package let before: Side?
    /// nil when the rule will not be there.
    package let after: Side?
    package let screens: [Screen]

    /// What a rule is on one side, but for its texts.
    package struct Side: Equatable, Sendable {
        /// Its place among the rules, from 1.
        package let place: Int
        package let count: Int
        package let outcome: GateRule.Outcome
        /// What it decides, for whom, and when: `required: app below 3.2.0`.
        package let words: String
        /// Where it leads; nil when the document does not say.
        package let url: String?
    }

    package struct Screen: Equatable, Sendable {
        /// Whether it is for devices that cannot get the update, so that no button leads to it.
        package let isForUnableDevices: Bool
        /// The texts in order of their languages.
        package let texts: [Text]
    }

    package struct Text: Equatable, Sendable {
        /// nil for texts that have none.
        package let language: LanguageTag?
        /// nil when it is not shown now.
        package let before: Prompt.Content?
        /// nil when it will not be shown.
        package let after: Prompt.Content?
    }

    /// Whether people will be shown something else, other people are shown it, or it leads elsewhere.
    ///
    /// A rule that only has another place is not changed.
    package var isChanged: Bool {
        isRevised || (before == nil) != (after == nil)
            || screens.contains { $0.texts.contains { $0.before != $0.after } }
    }

    /// Whether the rule stays, and decides something else or for others, or leads elsewhere.
    private var isRevised: Bool {
        guard let before, let after else { return false }
        return before.words != after.words || before.url != after.url
    }

    /// Whether classic documents show the same: for a rule that a classic member became, and for no other.
    package func isShown(by prompts: [Prompt]) -> Bool {
        guard let kind else { return false }
        let candidates = prompts.filter { $0.kind == kind && $0.platform == platform && (!isRevised || $0.isChanged) }
        func isSame(_ rule: Prompt.Content?, _ other: Prompt.Content?) -> Bool {
            rule.map { rule in other.map(rule.hasSameTexts) ?? false } ?? true
        }
        return screens.allSatisfy { screen in
            screen.texts.allSatisfy { text in
                candidates.contains { prompt in
                    (prompt.language == nil || prompt.language == text.language)
                        && isSame(text.before, prompt.before) && isSame(text.after, prompt.after)
                }
            }
        }
    }

    /// What classic documents call the case that the rule is for; nil for a written rule.
    private var kind: Prompt.Kind? {
        switch id {
        case "maintenance": .maintenance
        case "minimum-os", "minimum-sdk": .requiredSystem
        case "minimum-app": .requiredApp
        case "recommended-os": .recommendedSystem
        case "recommended-app": .recommendedApp
        default: nil
        }
    }
}

extension RulePrompt {
    /// Everything that the rules in some documents show: document by document, first the rules that will be there, in
    /// their order, then those that will not.
    package static func all(of documents: [Prompt.Documents]) -> [RulePrompt] {
        documents.flatMap { before, after, _ in
            let (old, new) = (before?.gate, after?.gate)
            // A document that changes its platform is compared as one removed and one added.
            guard let old, let new, old.platform != new.platform else {
                return all((after ?? before)?.path.rawValue ?? "", old, new)
            }
            return all(before?.path.rawValue ?? "", old, nil) + all(after?.path.rawValue ?? "", nil, new)
        }
    }

    private static func all(_ path: String, _ old: GateDocument?, _ new: GateDocument?) -> [RulePrompt] {
        guard let platform = (new ?? old)?.platform else { return [] }
        let (before, after) = (PlacedRule.byID(old), PlacedRule.byID(new))
        let ids = (new?.rules ?? []).map(\.id) + (old?.rules ?? []).map(\.id).filter { after[$0] == nil }
        var seen: Set<String> = []
        return ids.filter { seen.insert($0).inserted }.compactMap { id in
            let screens = Self.screens(before[id], after[id])
            guard !screens.isEmpty else { return nil }
            return RulePrompt(
                id: id, platform: platform, document: path, before: before[id]?.side(platform),
                after: after[id]?.side(platform), screens: screens)
        }
    }

    /// One screen for all devices where those that cannot get the update are told the same as others.
    private static func screens(_ before: PlacedRule?, _ after: PlacedRule?) -> [Screen] {
        var screens: [Screen] = []
        for isForUnableDevices in [false, true] {
            let (old, new) = (before?.said(isForUnableDevices), after?.said(isForUnableDevices))
            let texts = SaidTexts.languages(old, new).map { language in
                Text(language: language, before: old?.content(in: language), after: new?.content(in: language))
            }.sorted { a, b in
                switch (a.language, b.language) {
                case (let a?, let b?): a < b
                case (let a, let b): a == nil && b != nil
                }
            }
            guard !texts.isEmpty, texts != screens.first?.texts else { continue }
            screens.append(Screen(isForUnableDevices: isForUnableDevices, texts: texts))
        }
        return screens
    }
}

private struct PlacedRule {
    let rule: GateRule
    let place: Int
    let document: GateDocument

    /// The rules of a document; of several with one id, which every check refuses, the first.
    static func byID(_ document: GateDocument?) -> [String: PlacedRule] {
        guard let document else { return [:] }
        let rules = zip(document.rules, 1...).map { ($0.id, PlacedRule(rule: $0, place: $1, document: document)) }
        return Dictionary(rules) { first, _ in first }
    }

    func side(_ platform: Platform) -> RulePrompt.Side {
        RulePrompt.Side(
            place: place, count: document.rules.count, outcome: rule.outcome, words: rule.words(on: platform),
            url: rule.url)
    }

    /// What the rule shows; nil for nothing.
    func said(_ isForUnableDevices: Bool) -> SaidTexts? {
        let texts = rule.texts
        switch rule.outcome {
        case .available: return nil
        case .maintenance:
            return isForUnableDevices ? nil : SaidTexts(title: texts.title, description: texts.message)
        case .required, .recommended:
            guard isForUnableDevices else { return SaidTexts(title: texts.title, description: texts.description) }
            // Without a list of what the store has, every device counts as able to update.
            guard document.latest != nil, let orElse = texts.orElse, !orElse.entries.isEmpty else { return nil }
            return SaidTexts(title: texts.title, description: orElse)
        }
    }
}
