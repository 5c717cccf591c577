import ManifestVerifier

extension Impact {
    /// What is so from when on, as a table.
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
        let header = HTML.element(
            "tr", (["From"] + columns.map(\.0) + ["Rules"]).map { .element("th", ["scope": "col"], $0) })
        let rows = moments.map { moment in
            let rules = moment.rules.filter { $0.devices > 0 }.flatMap { rule in
                [HTML.code(rule.id), HTML(" \(rule.devices.grouped) ")]
            }
            return HTML.element(
                "tr",
                [.element("th", ["scope": "row"], name(moment))]
                    + columns.map { .element("td", ["data-name": $0.0], part($0.1(moment))) }
                    + [.element("td", ["data-name": "Rules"], rules)])
        }
        return HTML([
            .element("h4", "Over time"),
            .element(
                "div", ["class": "table", "role": "group", "aria-label": "Over time", "tabindex": "0"],
                [
                    .element(
                        "table",
                        [.element("caption", "Over time"), .element("thead", [header]), .element("tbody", rows)])
                ]),
        ])
    }
}
