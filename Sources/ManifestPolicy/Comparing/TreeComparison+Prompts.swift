import AppGate
import ManifestVerifier
import PublicationTree

extension TreeComparison {
    /// Everything that apps can show, changed or not: platform by platform, kind by kind, document by document, and the
    /// languages by their tags.
    ///
    /// A document that one side cannot read counts as unchanged.
    package var prompts: [Prompt] {
        let unreadable = Set(old.problems.map(\.path))
        return Prompt.all(
            of: Self.paths(old, new).map { path, platforms in
                let after = new.documents[path]
                return (old.documents[path] ?? (unreadable.contains(path) ? after : nil), after, platforms)
            }, names: Self.names(old, new))
    }
}

extension Prompt {
    /// A document before and after a change, and the platforms that it serves if it does not say so itself.
    package typealias Documents = (
        before: ComparedTree.Document?, after: ComparedTree.Document?, platforms: [Platform]
    )

    /// Everything that apps show because of some documents.
    ///
    /// - Parameter names: the parameters of a template that has others beside them; nil for the usual ones.
    package static func all(of documents: [Documents], names: RemoteConfigNames? = nil) -> [Prompt] {
        var merged = MergedPrompts()
        for (before, after, platforms) in documents {
            func requirements(_ document: ComparedTree.Document?) -> [DocumentReading.Place: Requirements] {
                let readings = document.flatMap { DocumentReading.all($0, platforms: platforms, names: names) } ?? []
                return Dictionary(readings.map { ($0.place, $0.requirements) }) { first, _ in first }
            }
            let path = (after ?? before)?.path.rawValue ?? ""
            let (old, new) = (requirements(before), requirements(after))
            for place in Set(old.keys).union(new.keys) {
                for kind in Kind.allCases {
                    let (before, after) = (old[place]?.said(kind), new[place]?.said(kind))
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

/// What one document says in all languages.
private struct SaidTexts {
    let bound: String?
    let url: String?
    /// The texts by canonical tags; nil stands for texts that have no language.
    private var titles: [String?: String] = [:]
    private var descriptions: [String?: String] = [:]
    private var languages: [String?: LanguageTag?] = [:]

    /// A message without a language.
    init(message: String?) {
        (bound, url) = (nil, nil)
        descriptions[nil] = message
    }

    init<Bound>(_ requirement: Requirement<Bound>, bound: RequirementAttribute.Value, url: String?) {
        (self.bound, self.url) = (bound.description, url)
        for (language, text) in requirement.title?.entries ?? [] {
            titles[language.canonical] = text
            languages[language.canonical] = language
        }
        for (language, text) in requirement.description?.entries ?? [] {
            descriptions[language.canonical] = text
            languages[language.canonical] = language
        }
    }

    func content(in language: LanguageTag?) -> Prompt.Content {
        let tag = language?.canonical
        return Prompt.Content(bound: bound, title: titles[tag], description: descriptions[tag], url: url)
    }

    /// The languages of either side, as the later one spells them; nil alone for texts that have none.
    static func languages(_ before: SaidTexts?, _ after: SaidTexts?) -> [LanguageTag?] {
        guard before != nil || after != nil else { return [] }
        let all = (before?.languages ?? [:]).merging(after?.languages ?? [:]) { $1 }
        return all.isEmpty ? [nil] : Array(all.values)
    }
}

extension Requirements {
    /// What apps show to people in one case; nil when these do not ask for it.
    fileprivate func said(_ kind: Prompt.Kind) -> SaidTexts? {
        // As in `Update.url`: a store has no update of the system.
        switch kind {
        case .maintenance: maintenance.map { SaidTexts(message: $0.message) }
        case .requiredApp: minimumApp.map { SaidTexts($0, bound: .init($0.bound), url: updateURL) }
        case .requiredSystem: minimumSystem.map { SaidTexts($0, bound: .init($0.bound), url: nil) }
        case .recommendedApp: recommendedApp.map { SaidTexts($0, bound: .init($0.bound), url: updateURL) }
        case .recommendedSystem: recommendedSystem.map { SaidTexts($0, bound: .init($0.bound), url: nil) }
        }
    }
}
