import Diagnostics

struct ImpactTable {
    let title: String
    let head: String
    let rows: [ImpactRow]

    /// The table, without columns in which there is nothing.
    var html: HTML {
        let all: [(String, KeyPath<Impact.Counts, Int>, isNeeded: Bool)] = [
            ("Devices", \.devices, true), ("Newly blocked", \.newlyBlocked, true),
            ("Cannot obey", \.cannotObey, false), ("Blocked as before", \.stillBlocked, false),
            ("Run again", \.runAgain, false), ("Newly recommended", \.newlyRecommended, false),
            ("Not counted", \.unknown, false), ("May be blocked", \.mayBeBlocked, false),
        ]
        let columns = all.filter { column in
            column.isNeeded || rows.contains { $0.counts[keyPath: column.1] > 0 }
        }
        let header = HTML.element(
            "tr", ([head] + columns.map(\.0)).map { .element("th", ["scope": "col"], $0) })
        let body = rows.map { row in
            HTML.element(
                "tr",
                [.element("th", ["scope": "row"], [.quoted(row.title)])]
                    + columns.map { column in
                        let count = row.counts[keyPath: column.1]
                        let share =
                            column.1 == \.devices || count == 0
                            ? "" : " (\(DeviceShare(count, of: row.counts.devices)))"
                        return .element("td", ["data-name": column.0], count.grouped + share)
                    })
        }
        return .element(
            "div", ["class": "table", "role": "group", "aria-label": title, "tabindex": "0"],
            [
                .element(
                    "table",
                    [
                        .element("caption", title), .element("thead", [header]), .element("tbody", body),
                    ])
            ])
    }
}
