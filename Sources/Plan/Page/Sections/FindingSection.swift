import Diagnostics
import Policy

extension PageEnvironment {
    /// What is to be known of the changes and is not said elsewhere.
    var findingSection: HTML {
        let findings = plan.findings.filter {
            !$0.needsAcknowledgement && !$0.isAcknowledged && $0.code != .devicesBlocked
        }
        return HTML.findings(findings).titled("Findings")
    }
}

extension HTML {
    /// Findings with their places.
    static func findings(_ findings: [Finding]) -> HTML {
        group("ul", ["class": "finding-list"], findings.map(finding))
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
                "p", badge(kind.name, kind.mark), HTML(" "), quoted(finding.message), HTML(" "),
                element("code", ["class": "code"], finding.code.rawValue)),
            finding.nextStep.map { element("p", ["class": "hint"], quoted($0)) } ?? .empty,
            element("p", ["class": "place"], code(finding.place)))
    }
}

extension PageEnvironment {
    /// What refuses the plan, then what the policy acknowledges: each once.
    var refusalSection: HTML {
        let limits = plan.refusals.map { limit in
            HTML.element(
                "li", ["class": "finding error"], .element("p", limit.message),
                limit.hint.map { .element("p", ["class": "hint"], $0) } ?? .empty)
        }
        let refused = HTML([.group("ul", ["class": "finding-list"], limits), .findings(plan.needed)])
        let allowed = HTML.group("ul", ["class": "allowed"], plan.allowed.map { .element("li", .code($0)) })
        return HTML([refused.titled("Refused"), allowed.titled("What the policy allows (allow)")])
    }
}
