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
}
