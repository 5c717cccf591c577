import ManifestVerifier
import Policy

extension PageEnvironment {
    /// How everything that people can read looks on a phone: platform by platform, what changes first, and rules in their
    /// order.
    var promptSection: HTML {
        guard !prompts.isEmpty || !rulePrompts.isEmpty else { return .empty }
        return HTML(
            [
                .element("h3", "What people see"),
                .element(
                    "p",
                    """
                    Each text as it breaks on a phone 320 CSS pixels wide. The phones and their buttons are drawings: an app \
                    has its own.
                    """),
                .element(
                    "p",
                    [
                        .element(
                            "label", ["class": "switch"],
                            [
                                .void("input", ["type": "checkbox", "class": "large-type"]),
                                HTML(" Large type (200 %) on all phones of \(name)"),
                            ])
                    ]),
            ]
                + Platform.allCases.map { platform in
                    let kinds = Prompt.Kind.allCases.compactMap { PromptKind($0, platform, in: prompts) }
                    let (changed, others) = (kinds.filter(\.isChanged), kinds.filter { !$0.isChanged })
                    let classic = (changed + others).map(\.html)
                    return HTML(
                        (classic.isEmpty ? [] : [.element("h4", platform.displayName)] + classic) + rules(of: platform))
                })
    }
}

/// Everything that is shown on one platform in one case.
private struct PromptKind {
    let kind: Prompt.Kind
    /// Those that the same documents show, what changes first.
    let groups: [PromptGroup]

    /// nil when there is nothing.
    init?(_ kind: Prompt.Kind, _ platform: Platform, in prompts: [Prompt]) {
        var groups: [[String]: [Prompt]] = [:]
        for prompt in prompts where prompt.kind == kind && prompt.platform == platform {
            groups[prompt.documents, default: []].append(prompt)
        }
        guard !groups.isEmpty else { return nil }
        let all = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { PromptGroup(kind: kind, platform: platform, documents: $0.key, prompts: $0.value) }
        self.kind = kind
        self.groups = all.filter(\.isChanged) + all.filter { !$0.isChanged }
    }

    var isChanged: Bool { groups.contains(where: \.isChanged) }

    var html: HTML {
        let title =
            switch kind {
            case .maintenance: "Maintenance"
            case .requiredApp: "An update of the app is required"
            case .requiredSystem: "An update of the system is required"
            case .recommendedApp: "An update of the app is recommended"
            case .recommendedSystem: "An update of the system is recommended"
            }
        return .element("div", ["class": "prompt-kind"], [.element("h5", title)] + groups.map(\.html))
    }
}

private struct PromptGroup {
    let kind: Prompt.Kind
    let platform: Platform
    let documents: [String]
    let prompts: [Prompt]

    var isChanged: Bool { prompts.contains(where: \.isChanged) }

    var html: HTML {
        let address = HTML.address(prompts.first?.before?.url, prompts.first?.after?.url)
        return .element(
            "div", ["class": "prompt-group"],
            [.element("p", when + address), .element("p", ["class": "places"], HTML.codes(documents))] + gallery.pieces)
    }

    private var gallery: ScreenGallery {
        let buttons =
            switch kind {
            case .maintenance: 0
            case .requiredApp, .requiredSystem: 1
            case .recommendedApp, .recommendedSystem: 2
            }
        return ScreenGallery(
            platform: platform, buttons: (buttons, buttons), isChanged: isChanged,
            texts: prompts.map { .init(language: $0.language, before: $0.before, after: $0.after) })
    }

    // MARK: Words

    /// To whom it is shown, before and after.
    private var when: [HTML] {
        let (before, after) = (prompts.first?.before, prompts.first?.after)
        guard kind != .maintenance else {
            return [
                HTML(
                    before == nil
                        ? "New: shown to everyone." : after == nil ? "No longer shown to anyone." : "Shown to everyone."
                )
            ]
        }
        let people =
            switch (kind, platform) {
            case (.requiredSystem, .ios), (.recommendedSystem, .ios): "with iOS below "
            case (.requiredSystem, .android), (.recommendedSystem, .android): "with Android below SDK level "
            default: "with an app below "
            }
        switch (before?.bound, after?.bound) {
        case (let from?, let to?) where from == to:
            return [HTML("Shown to people \(people)"), .code(to), HTML(".")]
        case (let from?, let to?):
            return [HTML("Shown to people \(people)"), .code(to), HTML(" instead of "), .code(from), HTML(".")]
        case (nil, let to?): return [HTML("New: shown to people \(people)"), .code(to), HTML(".")]
        case (let from?, nil):
            return [HTML("No longer shown; it was shown to people \(people)"), .code(from), HTML(".")]
        case (nil, nil): return []
        }
    }
}
