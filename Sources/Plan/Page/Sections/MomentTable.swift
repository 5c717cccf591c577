import Diagnostics
import ManifestVerifier

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
