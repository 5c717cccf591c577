import Classic
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
        let rows = moments.map { moment in
            let rules = moment.rules.filter { $0.devices > 0 }.flatMap { rule in
                [HTML.code(rule.id), HTML(" \(rule.devices.grouped) ")]
            }
            return [[HTML(name(moment))]] + columns.map { [HTML(part($0.1(moment)))] } + [rules]
        }
        let title = "Over time"
        return HTML([.element("h4", title), .table(title, ["From"] + columns.map(\.0) + ["Rules"], rows)])
    }
}
