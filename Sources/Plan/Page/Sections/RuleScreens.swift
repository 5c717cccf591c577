import Diagnostics
import ManifestVerifier
import Policy

extension PageEnvironment {
    /// What the rules for one platform show, document by document: first those that change, in their order.
    func rules(of platform: Platform) -> [HTML] {
        let rules = rulePrompts.filter { $0.platform == platform }
        return Set(rules.map(\.document)).sorted().map { document in
            let all = rules.filter { $0.document == document }
            let (elsewhere, drawn) = (all.filter { $0.isShown(by: prompts) }, all.filter { !$0.isShown(by: prompts) })
            let (changed, same) = (drawn.filter(\.isChanged), drawn.filter { !$0.isChanged })
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
                let names = HTML.codes(elsewhere.map(\.id))
                pieces.append(.element("p", [HTML("Drawn above, with other documents: ")] + names + [HTML(".")]))
            }
            return HTML(pieces + changed.map(\.html) + [Self.unchanged(same)])
        }
    }

    private static func unchanged(_ rules: [RulePrompt]) -> HTML {
        guard !rules.isEmpty else { return .empty }
        let drawn = rules.prefix(Limits.reviewedUnchangedRules)
        var pieces = [HTML.element("summary", "Not changed: \(rules.count) \(rules.count == 1 ? "rule" : "rules")")]
        pieces += drawn.map(\.html)
        if drawn.count < rules.count {
            pieces.append(.element("p", "\(rules.count - drawn.count) more that are not changed are not drawn."))
        }
        return .element("details", ["class": "unchanged-rules"], pieces)
    }
}

extension RulePrompt {
    fileprivate var html: HTML {
        let place = after.map { "Rule \($0.place) of \($0.count), " } ?? "No longer a rule, "
        let words = (after ?? before)?.words ?? ""
        var heading = [HTML(place), .code(id), HTML(": "), .quoted(words)]
        if isChanged {
            let state = before == nil ? "new" : after == nil ? "removed" : "changed"
            heading += [HTML(" "), .element("span", ["class": "badge changed"], state)]
        }
        var pieces = [HTML.element("h5", heading)]
        if let before, let after, before.words != after.words {
            pieces.append(.element("p", [HTML("Before: "), .element("del", [.quoted(before.words)])]))
        }
        return .element("div", ["class": "rule"], pieces + screens.map(group))
    }

    private func group(_ screen: Screen) -> HTML {
        let sentence =
            screen.isForUnableDevices
            ? [HTML("Shown where the update cannot be installed; no button leads to it.")]
            : screens.count > 1 ? [HTML("Shown where the update can be installed.")] : []
        let address = screen.isForUnableDevices ? [] : HTML.address(before?.url, after?.url)
        let gallery = ScreenGallery(
            platform: platform, buttons: (buttons(before, screen), buttons(after, screen)), isChanged: isChanged,
            texts: screen.texts)
        let words = sentence + address
        return .element(
            "div", ["class": "prompt-group"], (words.isEmpty ? [] : [.element("p", words)]) + gallery.pieces)
    }

    /// A recommendation can be put off; where the update cannot be installed, no button leads to it.
    private func buttons(_ side: Side?, _ screen: Screen) -> Int {
        switch side?.outcome {
        case .recommended: screen.isForUnableDevices ? 1 : 2
        case .required: screen.isForUnableDevices ? 0 : 1
        case .maintenance, .available, nil: 0
        }
    }
}
