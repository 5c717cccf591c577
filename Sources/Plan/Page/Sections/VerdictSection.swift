import Diagnostics
import ManifestVerifier
import Policy

extension PageEnvironment {
    /// What a reviewer should know first: the verdict, what stands in its way, and what becomes of devices over time.
    var verdictSection: HTML {
        let words = plan.verdictWords
        return HTML([
            .element(
                "p", ["class": "verdict \(plan.verdict.rawValue)"],
                "\(words.prefix(1).uppercased())\(words.dropFirst())."),
            .element("ul", ["class": "state"], states.map { .element("li", $0) }),
            plan.count?.impact.overTime ?? .empty,
        ])
    }

    private var states: [[HTML]] {
        var states: [[HTML]] = []
        let (needed, limits) = (plan.needed.count, plan.refusals.count - (plan.uncounted == nil ? 0 : 1))
        let errors = plan.findings.count { $0.severity == .error }
        if errors > 0 { states.append([.badge("error", "\(errors.counted("error"))"), HTML(" must be ended first")]) }
        if needed > 0 {
            states.append([.badge("needed", needed.counted("acknowledgement")), HTML(" needed before it is published")])
        }
        if limits > 0 { states.append([.badge("needed", limits.counted("limit")), HTML(" exceeded")]) }
        if plan.uncounted != nil { states.append([.badge("needed", "devices"), HTML(" could not be counted")]) }
        if errors + needed + plan.refusals.count == 0 {
            states.append([.badge("acknowledged", "nothing needs acknowledgement")])
        }
        if let tree {
            let counted = HTML(" \(documents.count.counted("document")), checked below")
            let note = tree.note.map { [.badge("warning", "signatures"), HTML(" "), .quoted($0)] }
            states.append(note ?? [.badge("acknowledged", "signed"), counted])
        }
        switch plan.old {
        case .none: states.append([HTML("There was nothing to compare with.")])
        case .nothing(let place): states.append([HTML("Nothing is published at "), .code(place)])
        case .tree(let place): states.append([HTML("Compared with "), .code(place)])
        }
        if let population = plan.count?.population { states.append([HTML("Devices from "), .code(population)]) }
        return states
    }
}

extension Impact {
    /// The devices from when on: a table whose bars are a chart of what is blocked and what runs again.
    var overTime: HTML {
        typealias Column = (title: String, bar: String?, count: (Moment) -> Int)
        let all: [Column] = [
            ("Newly blocked", "new", { $0.blocked }), ("Cannot obey", nil, { $0.stuck }),
            ("Run again", "freed", { $0.counts.runAgain }), ("Blocked as before", nil, { $0.counts.stillBlocked }),
            ("Required", nil, { $0.counts.required }), ("Maintenance", nil, { $0.counts.maintenance }),
            ("Recommended", nil, { $0.counts.recommended }),
            ("Newly recommended", nil, { $0.counts.newlyRecommended }), ("Not counted", nil, { $0.counts.unknown }),
            ("May be blocked", nil, { $0.counts.mayBeBlocked }),
        ]
        let columns = all.filter { column in column.bar == "new" || moments.contains { column.count($0) > 0 } }
        let rows = moments.prefix(Self.shownMoments).map { moment in
            [[HTML(moment == moments[0] ? "now" : moment.time.words)]]
                + columns.map { cell($0.count(moment), bar: $0.bar) }
        }
        let left = moments.count - rows.count
        let title = "Over time, of \(total.devices.counted("device"))"
        return HTML([
            .table(title, ["From"] + columns.map(\.title), rows),
            left > 0 ? .element("p", "and \(left.grouped) more moments") : .empty,
        ])
    }

    private func cell(_ count: Int, bar: String?) -> [HTML] {
        guard count > 0 else { return [HTML("0")] }
        let number = HTML("\(count.grouped) (\(DeviceShare(count, of: total.devices)))")
        guard let bar else { return [number] }
        // The number is read; the bar is for the eye.
        let meter = HTML.element(
            "meter",
            ["class": bar, "max": String(total.devices), "value": String(count), "aria-hidden": "true"], "")
        return [number, HTML(" "), meter]
    }

    static let shownMoments = 24
}

extension HTML {
    /// A table that scrolls by itself.
    ///
    /// - Parameter rows: their cells, of which the first is a heading.
    static func table(_ title: String, _ head: [String], _ rows: [[[HTML]]]) -> HTML {
        let header = element("tr", head.map { element("th", ["scope": "col"], $0) })
        let body = rows.map { row in
            element(
                "tr",
                zip(head, row).enumerated().map { index, cell in
                    index == 0
                        ? element("th", ["scope": "row"], cell.1) : element("td", ["data-name": cell.0], cell.1)
                })
        }
        return element(
            "div", ["class": "table", "role": "group", "aria-label": title, "tabindex": "0"],
            [element("table", [element("caption", title), element("thead", [header]), element("tbody", body)])])
    }
}

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
