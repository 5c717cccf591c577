import Diagnostics

extension PageEnvironment {
    /// What is to be known of the changes and is not said elsewhere.
    var findingSection: HTML {
        let findings = plan.findings.filter {
            !$0.needsAcknowledgement && !$0.isAcknowledged && $0.code != .devicesBlocked
        }
        return findings.isEmpty ? .empty : HTML([.element("h3", "Findings"), .findings(findings)])
    }
}

extension HTML {
    /// Findings with their places.
    static func findings(_ findings: [Finding]) -> HTML {
        .element("ul", ["class": "finding-list"], findings.map(finding))
    }

    private static func finding(_ finding: Finding) -> HTML {
        let kind: (name: String, mark: String) =
            if finding.needsAcknowledgement { ("needed", "needs acknowledgement") } else {
                switch finding.severity {
                case .error: ("error", "error")
                case .warning: ("warning", "warning")
                case .note: ("notice", "note")
                }
            }
        return element(
            "li", ["class": "finding \(kind.name)"],
            element(
                "p", element("span", ["class": "badge \(kind.name)"], kind.mark), HTML(" "), quoted(finding.message),
                HTML(" "), element("code", ["class": "code"], finding.code.rawValue)),
            finding.hint.map { element("p", ["class": "hint"], quoted($0)) } ?? .empty,
            element("p", ["class": "place"], code(finding.place)))
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

extension PageEnvironment {
    /// What refuses the plan, then what the policy acknowledges: each once.
    var refusalSection: HTML {
        let (needed, limits) = (plan.needed, plan.refusals)
        guard !needed.isEmpty || !limits.isEmpty || !plan.allowed.isEmpty else { return .empty }
        var pieces: [HTML] = []
        if !needed.isEmpty || !limits.isEmpty { pieces.append(.element("h3", "Refused")) }
        if !limits.isEmpty {
            pieces.append(
                .element(
                    "ul", ["class": "finding-list"],
                    limits.map { limit in
                        .element(
                            "li", ["class": "finding error"], .element("p", limit.message),
                            limit.hint.map { .element("p", ["class": "hint"], $0) } ?? .empty)
                    }))
        }
        if !needed.isEmpty { pieces.append(.findings(needed)) }
        if !plan.allowed.isEmpty {
            pieces += [
                .element("h3", "What the policy allows (allow)"),
                .element("ul", ["class": "allowed"], plan.allowed.map { .element("li", [.code($0)]) }),
            ]
        }
        return HTML(pieces)
    }
}
