import Diagnostics

extension ReviewedEnvironment {
    /// Everything that is to be known of the changes.
    var findingSection: HTML {
        findings.isEmpty ? .empty : HTML([.element("h3", "Findings"), .findings(findings)])
    }
}

extension HTML {
    /// Findings with their places, and what their codes mean.
    static func findings(_ findings: [Finding]) -> HTML {
        .element("ul", ["class": "finding-list"], findings.map { finding($0, isShort: false) })
    }

    /// One finding.
    ///
    /// - Parameter isShort: whether it is shown with its explanation elsewhere.
    static func finding(_ finding: Finding, isShort: Bool) -> HTML {
        let kind: (name: String, mark: String) =
            if finding.isAcknowledged { ("acknowledged", "acknowledged") } else {
                switch finding.severity {
                case .error: ("error", "error")
                case .warning: ("warning", "warning")
                case .note: ("notice", "note")
                }
            }
        var pieces = [
            element(
                "p",
                [
                    element("span", ["class": "badge \(kind.name)"], kind.mark), HTML(" "),
                    finding.needsAcknowledgement
                        ? element("span", ["class": "badge needed"], "needs acknowledgement") : .empty,
                    HTML(" "), quoted(finding.message), HTML(" "),
                    element("code", ["class": "code"], finding.code.rawValue),
                ])
        ]
        if let hint = finding.hint { pieces.append(element("p", ["class": "hint"], [quoted(hint)])) }
        if !isShort {
            pieces.append(element("p", ["class": "place"], [code(finding.place)]))
            pieces.append(explanation(of: finding.code))
        }
        return element("li", ["class": "finding \(kind.name)"], pieces)
    }

    private static func explanation(of code: LintCode) -> HTML {
        element(
            "details", ["class": "explanation"],
            [
                element("summary", "What \(code.rawValue) means"),
                element("p", code.meaning.asSentence), element("p", code.reason),
                element("p", code.remedy), element("p", "Publishing: \(code.publishingText)."),
            ])
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
