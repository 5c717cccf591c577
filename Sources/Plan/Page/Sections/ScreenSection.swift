import Classic
import Diagnostics
import ManifestVerifier
import Policy

extension PageEnvironment {
    /// How everything that people can read looks on a phone: platform by platform, what changes first, and rules in their
    /// order.
    var screenSection: HTML {
        guard !screens.isEmpty else { return .empty }
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
                    let own = screens.filter { $0.platform == platform }
                    let common = own.filter { $0.rule == nil }
                    let cases = Screen.kinds.map { kind in common.filter { $0.kind == kind } }.changedFirst.map(
                        \.asCase)
                    return HTML(
                        (cases.isEmpty ? [] : [.element("h4", platform.displayName)] + cases)
                            + rules(of: platform, own.filter { $0.rule != nil }, beside: common))
                })
    }

    /// What the rules for one platform show, document by document: first those that change, in their order.
    private func rules(of platform: Platform, _ screens: [Screen], beside common: [Screen]) -> [HTML] {
        Dictionary(grouping: screens, by: \.documents[0]).sorted { $0.key < $1.key }.map { document, screens in
            var ids: Set<String> = []
            let rules = screens.compactMap(\.rule).filter { ids.insert($0).inserted }
                .map { id in screens.filter { $0.rule == id } }
            let drawn = rules.filter { !$0.allSatisfy { $0.isShown(by: common) } }
            let elsewhere = rules.filter { $0.allSatisfy { $0.isShown(by: common) } }.compactMap { $0[0].rule }
            var pieces = [
                HTML.element("h4", [HTML("\(platform.displayName): rules in "), .code(document)]),
                .element(
                    "p",
                    """
                    The first rule that matches a device decides. What devices are told that cannot get the update is \
                    drawn apart where it is another text.
                    """),
            ]
            if !elsewhere.isEmpty {
                let names = HTML.codes(elsewhere)
                pieces.append(.element("p", [HTML("Drawn above, with other documents: ")] + names + [HTML(".")]))
            }
            return HTML(
                pieces + drawn.filter(\.isChanged).map(\.asRule) + [Self.unchanged(drawn.filter { !$0.isChanged })])
        }
    }

    private static func unchanged(_ rules: [[Screen]]) -> HTML {
        guard !rules.isEmpty else { return .empty }
        let drawn = rules.prefix(Limits.reviewedUnchangedRules)
        var pieces = [HTML.element("summary", "Not changed: \(rules.count.counted("rule"))")]
        pieces += drawn.map(\.asRule)
        if drawn.count < rules.count {
            pieces.append(.element("p", "\(rules.count - drawn.count) more that are not changed are not drawn."))
        }
        return .element("details", ["class": "unchanged-rules"], pieces)
    }
}

extension [[Screen]] {
    fileprivate var changedFirst: [[Screen]] { filter(\.isChanged) + filter { !$0.isChanged && !$0.isEmpty } }
}

extension [Screen] {
    fileprivate var isChanged: Bool { contains(where: \.isChanged) }

    /// What documents without rules show in one case: those that show the same together, what changes first.
    fileprivate var asCase: HTML {
        let title =
            switch self[0].kind {
            case .minimumApp: "An update of the app is required"
            case .minimumSystem: "An update of the system is required"
            case .recommendedApp: "An update of the app is recommended"
            case .recommendedSystem: "An update of the system is recommended"
            default: "Maintenance"
            }
        let groups = (filter(\.isChanged) + filter { !$0.isChanged }).map { screen in
            screen.group(
                [
                    .element("p", screen.when + screen.address),
                    .element("p", ["class": "places"], HTML.codes(screen.documents)),
                ], isChanged: screen.isChanged)
        }
        return .element("div", ["class": "prompt-kind"], [.element("h5", title)] + groups)
    }

    fileprivate var asRule: HTML {
        let (before, after) = (self[0].before, self[0].after)
        let place = after.map { "Rule \($0.place) of \($0.count), " } ?? "No longer a rule, "
        let words = (after ?? before)?.words ?? ""
        var heading = [HTML(place), .code(self[0].rule ?? ""), HTML(": "), .quoted(words)]
        if isChanged {
            let state = before == nil ? "new" : after == nil ? "removed" : "changed"
            heading += [HTML(" "), .element("span", ["class": "badge changed"], state)]
        }
        var pieces = [HTML.element("h5", heading)]
        if let was = before?.words, let words = after?.words, was != words {
            pieces.append(.element("p", [HTML("Before: "), .element("del", [.quoted(was)])]))
        }
        let groups = map { screen in
            let sentence =
                screen.isForUnableDevices
                ? [HTML("Shown where the update cannot be installed; no button leads to it.")]
                : count > 1 ? [HTML("Shown where the update can be installed.")] : []
            let words = sentence + (screen.isForUnableDevices ? [] : screen.address)
            return screen.group(words.isEmpty ? [] : [.element("p", words)], isChanged: isChanged)
        }
        return .element("div", ["class": "rule"], pieces + groups)
    }
}

extension Screen {
    fileprivate func group(_ words: [HTML], isChanged: Bool) -> HTML {
        .element("div", ["class": "prompt-group"], words + gallery(isOpen: isChanged))
    }

    /// To whom it is shown, before and after.
    fileprivate var when: [HTML] {
        guard kind != .maintenance else {
            let words =
                before == nil
                ? "New: shown to everyone." : after == nil ? "No longer shown to anyone." : "Shown to everyone."
            return [HTML(words)]
        }
        let people =
            switch (kind, platform) {
            case (.minimumSystem, .ios), (.recommendedSystem, .ios): "with iOS below "
            case (.minimumSystem, .android), (.recommendedSystem, .android): "with Android below SDK level "
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

    /// Where it leads, before and after, as a sentence; nothing when no document says.
    fileprivate var address: [HTML] {
        switch (before?.url, after?.url) {
        case (let from?, let to?) where from != to:
            [HTML(" Leads to "), .code(to), HTML(" instead of "), .code(from), HTML(".")]
        case (let url?, _), (nil, let url?): [HTML(" Leads to "), .code(url), HTML(".")]
        case (nil, nil): []
        }
    }
}
