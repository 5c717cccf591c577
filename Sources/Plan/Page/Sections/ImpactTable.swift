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
        let cells = rows.map { row in
            columns.map { column in
                let count = row.counts[keyPath: column.1]
                let share =
                    column.1 == \.devices || count == 0 ? "" : " (\(DeviceShare(count, of: row.counts.devices)))"
                return [HTML(count.grouped + share)]
            }
        }
        return .table(title, [head] + columns.map(\.0), zip(rows.map { [.quoted($0.title)] }, cells).map { [$0] + $1 })
    }
}

extension HTML {
    /// A table that scrolls by itself.
    ///
    /// - Parameters:
    ///   - head: the names of the columns.
    ///   - rows: their cells, of which the first is a heading.
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
