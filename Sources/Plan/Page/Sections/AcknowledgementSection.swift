import Diagnostics

extension ReviewedEnvironment {
    /// What needs acknowledgement and has none, then what the policy acknowledges.
    var acknowledgementSection: HTML {
        let needed = findings.filter(\.needsAcknowledgement)
        guard !needed.isEmpty || !allowed.isEmpty else { return .empty }
        var pieces = [HTML.element("h3", "Acknowledgements")]
        if !needed.isEmpty {
            pieces += [
                .element("h4", "Needed before this can be published"),
                .element("ul", ["class": "finding-list"], needed.map { HTML.finding($0, isShort: true) }),
            ]
        }
        if !allowed.isEmpty {
            pieces += [
                .element("h4", "What the policy allows (allow)"),
                .element("ul", ["class": "allowed"], allowed.map { .element("li", [.code($0)]) }),
            ]
        }
        return HTML(pieces)
    }
}
