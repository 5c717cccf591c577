import ManifestVerifier

extension RuleTimeline {
    /// What rules mean over time: a sentence and a table.
    ///
    /// - Parameter devices: all devices of the population.
    func section(of devices: Int) -> HTML {
        func part(_ count: Int) -> String {
            count == 0 ? "0" : "\(count.grouped) (\(DeviceShare(count, of: devices)))"
        }
        func name(_ moment: Moment) -> String { moment.time == moments.first?.time ? "now" : moment.time.words }
        let sentence: [HTML]
        if let worst, worst.blocked > 0 {
            sentence = [
                HTML("At worst, \(name(worst)), "), .element("strong", part(worst.blocked)),
                HTML(" are newly blocked; \(part(worst.stuck)) cannot do what they are told."),
            ]
        } else {
            sentence = [HTML("At no time is a device newly blocked.")]
        }
        let columns: [(String, KeyPath<Counts, Int>)] = [
            ("Required", \.required), ("Cannot obey", \.cannotObey), ("Maintenance", \.maintenance),
            ("Recommended", \.recommended), ("Newly blocked", \.newlyBlocked), ("Run again", \.runAgain),
            ("May be blocked", \.mayBeBlocked),
        ].filter { column in moments.contains { $0.counts[keyPath: column.1] > 0 } }
        let header = HTML.element(
            "tr", (["From"] + columns.map(\.0) + ["Rules"]).map { .element("th", ["scope": "col"], $0) })
        let rows = moments.map { moment in
            let rules = moment.rules.filter { $0.devices > 0 }.flatMap { rule in
                [HTML.code(rule.id), HTML(" \(rule.devices.grouped) ")]
            }
            return HTML.element(
                "tr",
                [.element("th", ["scope": "row"], name(moment))]
                    + columns.map { .element("td", part(moment.counts[keyPath: $0.1])) } + [.element("td", rules)])
        }
        return HTML([
            .element("h4", "Rules over time"), .element("p", sentence),
            .element(
                "div", ["class": "table", "role": "group", "aria-label": "Rules over time", "tabindex": "0"],
                [
                    .element(
                        "table",
                        [.element("caption", "Rules over time"), .element("thead", [header]), .element("tbody", rows)])
                ]),
        ])
    }
}
