import Classic
import Diagnostics
import ManifestVerifier
import Policy

extension PageEnvironment {
    /// How everything that people can read looks on a phone: platform by platform, first what changes, in the order of the
    /// rules.
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
                    .element(
                        "label", ["class": "switch"], .void("input", ["type": "checkbox", "class": "large-type"]),
                        HTML(" Large type (200 %) on all phones of \(name)"))),
            ]
                + Platform.allCases.map { platform in
                    let own = screens.filter { $0.platform == platform }
                    return HTML(own.filter(\.isChanged).map(\.drawn) + [Self.unchanged(own.filter { !$0.isChanged })])
                        .titled(platform.displayName, "h4")
                })
    }

    private static func unchanged(_ screens: [Screen]) -> HTML {
        guard !screens.isEmpty else { return .empty }
        let drawn = screens.prefix(Limits.reviewedUnchangedRules).map(\.drawn)
        let left = screens.count - drawn.count
        return .element(
            "details", ["class": "unchanged-rules"],
            [.element("summary", "Not changed: \(screens.count.counted("screen"))")] + drawn
                + [left > 0 ? .element("p", "\(left) more that are not changed are not drawn.") : .empty])
    }
}

extension Screen {
    fileprivate var drawn: HTML {
        var heading = [HTML.quoted((after ?? before)?.words ?? "")]
        if isChanged {
            let state = before == nil ? "new" : after == nil ? "removed" : "changed"
            heading += [HTML(" "), .badge("changed", state)]
        }
        var pieces = [HTML.element("h5", heading)]
        if let was = before?.words, let words = after?.words, !was.hasSameBytes(as: words) {
            pieces.append(.element("p", HTML("Before: "), .element("del", .quoted(was))))
        }
        let sentence =
            isForUnableDevices
            ? [HTML("Shown where the update cannot be installed; no button leads to it.")] : address
        pieces += [.group("p", [:], sentence), .element("p", ["class": "places"], HTML.codes(documents))]
        return .element("div", ["class": "prompt-group"], pieces + gallery(isOpen: isChanged))
    }

    /// Where it leads, before and after, as a sentence; nothing when no document says.
    private var address: [HTML] {
        switch (before?.url, after?.url) {
        case (let from?, let to?) where from != to:
            [HTML("Leads to "), .code(to), HTML(" instead of "), .code(from), HTML(".")]
        case (let url?, _), (nil, let url?): [HTML("Leads to "), .code(url), HTML(".")]
        case (nil, nil): []
        }
    }

    private static let open = 8

    /// The languages in which people see something else, and then those in which they do not.
    ///
    /// - Parameter isOpen: whether a few languages that do not change are unfolded where none does.
    func gallery(isOpen: Bool) -> [HTML] {
        let (changed, same) = (texts.filter { state($0) != nil }, texts.filter { state($0) == nil })
        let shown = gallery(zip(0..., changed).map { entry($1, isOpen: $0 < Self.open) })
        guard !same.isEmpty else { return [shown] }
        let count = same.count == 1 ? "1 text" : "texts in \(same.count) languages"
        let isOpen = isOpen && changed.isEmpty && same.count <= Self.open
        let folded = HTML.element(
            "details", ["class": "unchanged", "open": isOpen ? "" : nil],
            .element("summary", "Not changed: \(count)"), gallery(same.map { entry($0, isOpen: true) }))
        return [shown, folded]
    }

    private func gallery(_ entries: [HTML]) -> HTML { .group("div", ["class": "gallery"], entries) }

    /// What becomes of the text; nil when it stays.
    private func state(_ text: Text) -> String? {
        guard let before = text.before else { return "new" }
        guard let after = text.after else { return "no longer shown" }
        return before == after && buttons(self.before) == buttons(self.after) ? nil : "changed"
    }

    /// A recommendation can be put off; where the update cannot be installed, no button leads to it.
    private func buttons(_ side: Side?) -> Int {
        switch side?.outcome {
        case .recommended: isForUnableDevices ? 1 : 2
        case .required: isForUnableDevices ? 0 : 1
        case .maintenance, .available, nil: 0
        }
    }

    private func entry(_ text: Text, isOpen: Bool) -> HTML {
        let name = text.language.map { HTML.element("code", $0.rawValue) } ?? HTML("All languages")
        let state = state(text)
        let phones =
            state == nil
            ? [phone(text, \.after, buttons(after), "Before and after")]
            : [phone(text, \.before, buttons(before), "Before"), phone(text, \.after, buttons(after), "After")]
        let badge = state.map { HTML.badge("changed", $0) } ?? .empty
        return .element(
            "details", ["class": "prompt", "open": isOpen ? "" : nil],
            [.element("summary", [name, HTML(" "), badge]), .element("div", ["class": "sides"], phones)])
    }

    /// Nothing for a side on which it is not shown.
    private func phone(_ text: Text, _ side: KeyPath<Text, Content?>, _ buttons: Int, _ caption: String) -> HTML {
        guard let content = text[keyPath: side] else { return .empty }
        let language = text.language?.rawValue
        let titles = texts.contains { $0[keyPath: side]?.title != nil }
        let descriptions = texts.contains { $0[keyPath: side]?.description != nil }
        func paragraph(_ name: String, _ text: String?, _ missing: String) -> HTML {
            guard let text, !text.isEmpty else {
                return .element(
                    "p", ["class": "\(name) own", "lang": "en", "dir": "ltr"],
                    text == nil ? missing : "an empty text")
            }
            return .element("p", ["class": name, "lang": language ?? ""], text)
        }
        let drawn = (0..<buttons).map { _ in HTML.element("span", "a button of the app") }
        let message = HTML.element(
            "div", ["class": "message", "dir": "auto"],
            paragraph(
                "heading", content.title,
                titles ? "no title in this language: apps show another one" : "the app’s own title"),
            paragraph(
                "text", content.description,
                descriptions ? "no text in this language: apps show another one" : "the app’s own text"),
            .group("div", ["class": "buttons", "aria-hidden": "true"], drawn))
        return .element(
            "figure", ["class": "phone \(platform.rawValue)"], .element("figcaption", caption),
            .element("div", ["class": "screen"], message))
    }
}
