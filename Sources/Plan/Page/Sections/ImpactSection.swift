import Diagnostics
import ManifestVerifier
import Policy

extension PageEnvironment {
    /// Whom the change blocks, and who of them cannot obey: in a sentence and over time.
    var impactSection: HTML {
        guard let impact = plan.count?.impact else { return .empty }
        var pieces = [HTML.element("h3", "Devices")]
        if impact.moments.count > 1 { pieces += [impact.overTime, .element("h4", "Now")] }
        pieces.append(.element("p", impact.sentence))
        return HTML(pieces)
    }
}

extension Impact {
    fileprivate var sentence: [HTML] {
        func share(_ count: Int) -> String { "\(DeviceShare(count, of: total.devices))" }
        guard total.devices > 0 else { return [HTML("The population has no devices.")] }
        var sentence: [HTML] = []
        if total.newlyBlocked == 0 {
            sentence.append(HTML("Of \(total.devices.counted("device")), none is newly blocked."))
        } else {
            let blocked = "\(total.newlyBlocked.grouped) (\(share(total.newlyBlocked)))"
            sentence += [
                HTML("Of \(total.devices.counted("device")), "), .element("strong", blocked),
                HTML(total.newlyBlocked == 1 ? " is newly blocked" : " are newly blocked"),
            ]
            if total.cannotObey == 0 {
                sentence.append(HTML("; all of them can do what they are told."))
            } else {
                let stuck = "\(total.cannotObey.grouped) (\(share(total.cannotObey)))"
                sentence += [HTML("; "), .element("strong", stuck), HTML(" cannot do what they are told.")]
            }
        }
        let more = [
            (total.stillBlocked, "are blocked as before"), (total.runAgain, "run again"),
            (total.newlyRecommended, "are newly recommended an update"),
            (total.unknown, "cannot be counted, since the population does not say what the documents compare"),
            (total.mayBeBlocked, "of those may be newly blocked"),
        ].filter { $0.0 > 0 }
        for (count, words) in more { sentence.append(HTML(" \(count.grouped) (\(share(count))) \(words).")) }
        return sentence
    }
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

extension Impact {
    var overTime: HTML {
        func part(_ count: Int) -> String {
            count == 0 ? "0" : "\(count.grouped) (\(DeviceShare(count, of: total.devices)))"
        }
        func name(_ moment: Moment) -> String { moment == moments[0] ? "now" : moment.time.words }
        let columns: [(String, (Moment) -> Int)] = [
            ("Newly blocked", { $0.blocked }), ("Cannot obey", { $0.stuck }), ("Run again", { $0.counts.runAgain }),
            ("Required", { $0.counts.required }), ("Maintenance", { $0.counts.maintenance }),
            ("Recommended", { $0.counts.recommended }), ("May be blocked", { $0.counts.mayBeBlocked }),
        ].filter { column in moments.contains { column.1($0) > 0 } }
        let rows = moments.map { moment in
            [[HTML(name(moment))]] + columns.map { [HTML(part($0.1(moment)))] }
        }
        let title = "Over time"
        return HTML([.element("h4", title), .table(title, ["From"] + columns.map(\.0), rows)])
    }
}
