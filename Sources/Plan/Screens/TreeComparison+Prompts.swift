import AppGate
import ManifestVerifier
import Policy
import PublicationTree

extension TreeComparison {
    /// Everything that apps can show without rules, changed or not: platform by platform, kind by kind, document by document, and the
    /// languages by their tags.
    ///
    /// A document that one side cannot read counts as unchanged.
    package var prompts: [Prompt] { Prompt.all(of: pairs) }

    /// Everything that rules can show, changed or not: document by document, in the order of the rules.
    package var rulePrompts: [RulePrompt] { RulePrompt.all(of: pairs) }

    private var pairs: [Prompt.Documents] {
        let unreadable = Set(old.problems.map(\.path))
        return Self.paths(old, new).map { path, platforms in
            let after = new.documents[path]
            return (old.documents[path] ?? (unreadable.contains(path) ? after : nil), after, platforms)
        }
    }
}

extension Prompt {
    /// A document before and after a change, and the platforms that it serves if it does not say so itself.
    package typealias Documents = (
        before: ComparedTree.Document?, after: ComparedTree.Document?, platforms: [Platform]
    )

    /// Everything that apps show because of some documents.
    ///
    package static func all(of documents: [Documents]) -> [Prompt] {
        var merged = MergedPrompts()
        for (before, after, platforms) in documents {
            let path = (after ?? before)?.path.rawValue ?? ""
            for (old, new) in Reading.pairs(before, after, platforms: platforms) {
                guard let place = (new ?? old)?.place else { continue }
                for kind in Kind.allCases {
                    let (before, after) = (old?.said(kind), new?.said(kind))
                    for language in SaidTexts.languages(before, after) {
                        merged.add(
                            Prompt(
                                kind: kind, platform: place.platform, language: language,
                                documents: [path + (place.configEnvironment.map { " (\($0))" } ?? "")],
                                before: before?.content(in: language), after: after?.content(in: language)))
                    }
                }
            }
        }
        return merged.inOrder
    }
}

/// Prompts, of which those that say the same become one.
private struct MergedPrompts {
    private struct Identity: Hashable {
        let kind: Prompt.Kind
        let platform: Platform
        let language: String?
        let before: Prompt.Content?
        let after: Prompt.Content?
    }

    private var prompts: [Identity: Prompt] = [:]

    mutating func add(_ prompt: Prompt) {
        let identity = Identity(
            kind: prompt.kind, platform: prompt.platform, language: prompt.language?.canonical, before: prompt.before,
            after: prompt.after)
        if prompts[identity] == nil {
            prompts[identity] = prompt
        } else {
            prompts[identity]?.documents += prompt.documents
        }
    }

    var inOrder: [Prompt] {
        let kinds = Dictionary(zip(Prompt.Kind.allCases, 0...)) { first, _ in first }
        let platforms = Dictionary(zip(Platform.allCases, 0...)) { first, _ in first }
        return prompts.values.map { prompt in
            var prompt = prompt
            prompt.documents.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return prompt
        }.sorted { a, b in
            let (first, second) = (
                [platforms[a.platform] ?? 0, kinds[a.kind] ?? 0], [platforms[b.platform] ?? 0, kinds[b.kind] ?? 0]
            )
            guard first == second else { return first.lexicographicallyPrecedes(second) }
            guard a.documents == b.documents else {
                return a.documents.lexicographicallyPrecedes(b.documents)
            }
            return switch (a.language, b.language) {
            case (let a?, let b?): a < b
            case (let a, let b): a == nil && b != nil
            }
        }
    }
}

extension Reading {
    /// What apps show to people in one case; nil where it does not ask for it, and for rules of gate documents.
    fileprivate func said(_ kind: Prompt.Kind) -> SaidTexts? {
        guard !isGate, let rule = document.rules.first(where: { origins[$0.id]?.kind == kind.origin }) else {
            return nil
        }
        guard kind != .maintenance else { return SaidTexts(message: rule.texts.message?.entries.first?.text) }
        return SaidTexts(
            title: rule.texts.title, description: rule.texts.description,
            bound: origins[rule.id]?.value?.description, url: rule.url)
    }
}

extension Prompt.Kind {
    /// What a document asks for in this case.
    fileprivate var origin: Change.Kind {
        switch self {
        case .maintenance: .maintenance
        case .requiredApp: .minimumApp
        case .requiredSystem: .minimumSystem
        case .recommendedApp: .recommendedApp
        case .recommendedSystem: .recommendedSystem
        }
    }
}
