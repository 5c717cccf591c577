import ManifestPolicy
import ManifestVerifier

extension ReviewedEnvironment {
    /// How everything that people can read looks on a phone: platform by platform, what changes first.
    var promptSection: HTML {
        guard !prompts.isEmpty else { return .empty }
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
                + Platform.allCases.compactMap { platform in
                    let kinds = Prompt.Kind.allCases.compactMap { PromptKind($0, platform, in: prompts) }
                    guard !kinds.isEmpty else { return nil }
                    let (changed, others) = (kinds.filter(\.isChanged), kinds.filter { !$0.isChanged })
                    return HTML([.element("h4", platform.displayName)] + changed.map(\.html) + others.map(\.html))
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

/// The languages of one prompt.
private struct PromptGroup {
    let kind: Prompt.Kind
    let platform: Platform
    let documents: [String]
    let prompts: [Prompt]

    /// So many languages are open.
    private static let open = 8

    var isChanged: Bool { prompts.contains(where: \.isChanged) }

    var html: HTML {
        let (changed, same) = (prompts.filter(\.hasOtherTexts), prompts.filter { !$0.hasOtherTexts })
        var pieces = [
            HTML.element("p", when + address),
            .element(
                "p", ["class": "places"], Array(documents.map { [.code($0)] }.joined(separator: [HTML(", ")]))),
        ]
        if !changed.isEmpty { pieces.append(gallery(zip(0..., changed).map { entry($1, isOpen: $0 < Self.open) })) }
        if !same.isEmpty {
            let count = same.count == 1 ? "1 text" : "texts in \(same.count) languages"
            let isOpen = isChanged && changed.isEmpty && same.count <= Self.open
            pieces.append(
                .element(
                    "details", ["class": "unchanged", "open": isOpen ? "" : nil],
                    [.element("summary", "Not changed: \(count)"), gallery(same.map { entry($0, isOpen: true) })]))
        }
        return .element("div", ["class": "prompt-group"], pieces)
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

    /// Where it leads.
    private var address: [HTML] {
        let (before, after) = (prompts.first?.before?.url, prompts.first?.after?.url)
        switch (before, after) {
        case (let from?, let to?) where from != to:
            return [HTML(" Leads to "), .code(to), HTML(" instead of "), .code(from), HTML(".")]
        case (let url?, _), (nil, let url?): return [HTML(" Leads to "), .code(url), HTML(".")]
        case (nil, nil): return []
        }
    }

    // MARK: Phones

    private func gallery(_ entries: [HTML]) -> HTML { .element("div", ["class": "gallery"], entries) }

    /// One language.
    private func entry(_ prompt: Prompt, isOpen: Bool) -> HTML {
        let name = prompt.language.map { HTML.element("code", $0.rawValue) } ?? HTML("All languages")
        var pieces: [HTML]
        switch (prompt.before, prompt.after) {
        case (let before?, let after?) where before.hasSameTexts(as: after):
            pieces = [phone(prompt, after, "Before and after", \.after)]
        case (let before, let after):
            pieces = [
                before.map { phone(prompt, $0, "Before", \.before) } ?? .empty,
                after.map { phone(prompt, $0, "After", \.after) } ?? .empty,
            ]
        }
        let state = prompt.state.map { HTML.element("span", ["class": "badge changed"], $0) } ?? .empty
        pieces = [.element("summary", [name, HTML(" "), state]), .element("div", ["class": "sides"], pieces)]
        return .element("details", ["class": "prompt", "open": isOpen ? "" : nil], pieces)
    }

    private func phone(
        _ prompt: Prompt, _ content: Prompt.Content, _ caption: String, _ side: KeyPath<Prompt, Prompt.Content?>
    ) -> HTML {
        let language = prompt.language
        let direction = language.map { $0.isWrittenRightToLeft ? "rtl" : "ltr" } ?? "auto"
        let titles = prompts.contains { $0[keyPath: side]?.title != nil }
        let texts = prompts.contains { $0[keyPath: side]?.description != nil }
        func paragraph(_ name: String, _ text: String?, _ missing: String) -> HTML {
            guard let text, !text.isEmpty else {
                return .element(
                    "p", ["class": "\(name) own", "lang": "en", "dir": "ltr"],
                    text == nil ? missing : "an empty text")
            }
            return .element("p", ["class": name, "lang": language?.rawValue ?? "", "dir": direction], text)
        }
        let isRecommended = kind == .recommendedApp || kind == .recommendedSystem
        let buttons = (isRecommended ? 0..<2 : kind == .maintenance ? 0..<0 : 0..<1).map { _ in
            HTML.element("span", "a button of the app")
        }
        return .element(
            "figure", ["class": "phone \(platform.rawValue)"],
            [
                .element("figcaption", caption),
                .element(
                    "div", ["class": "screen"],
                    [
                        .element(
                            "div", ["class": "message", "dir": direction == "auto" ? nil : direction],
                            [
                                paragraph(
                                    "heading", content.title,
                                    titles ? "no title in this language: apps show another one" : "the app’s own title"),
                                paragraph(
                                    "text", content.description,
                                    texts ? "no text in this language: apps show another one" : "the app’s own text"),
                                buttons.isEmpty
                                    ? .empty
                                    : .element("div", ["class": "buttons", "aria-hidden": "true"], buttons),
                            ])
                    ]),
            ])
    }
}

extension Prompt {
    /// Whether people read something else.
    fileprivate var hasOtherTexts: Bool {
        guard let before, let after else { return true }
        return !before.hasSameTexts(as: after)
    }

    /// What becomes of the text; nil when it stays.
    fileprivate var state: String? {
        guard let before else { return "new" }
        guard let after else { return "no longer shown" }
        return before.hasSameTexts(as: after) ? nil : "changed"
    }
}
