import Diagnostics

/// Bars of devices: how many there are with each value, and how many of these are blocked.
///
/// What a bar means is told by its form, and by a number: there is no need to tell colours apart.
struct BlockedChart {
    let title: String
    let rows: [ImpactRow]

    private static let width = 320
    private static let rowHeight = 36
    private static let barHeight = 12
    /// Characters of a name; the table has all of them.
    private static let nameLength = 20

    /// What the bars mean.
    static var legend: [HTML] {
        func entry(_ name: StaticString, _ words: String) -> HTML {
            let mark = HTML.element(
                "svg", ["class": "mark", "viewBox": "0 0 24 12", "aria-hidden": "true", "focusable": "false"],
                [bar(name, from: 0, to: 24, y: 6)])
            return .element("li", [mark, HTML(" \(words)")])
        }
        return [
            .element(
                "ul", ["class": "legend"],
                [
                    entry("new", "newly blocked"), entry("still", "blocked as before"), entry("free", "not blocked"),
                ])
        ]
    }

    var svg: HTML {
        let most = max(1, rows.map(\.counts.devices).max() ?? 1)
        let blocked = rows.reduce(0) { $0 + $1.counts.newlyBlocked }
        let devices = rows.reduce(0) { $0 + $1.counts.devices }
        let all =
            "\(blocked.grouped) of \(devices.grouped) devices are newly blocked (\(DeviceShare(blocked, of: devices))); the table has all numbers."
        return .element(
            "svg", ["role": "img", "viewBox": "0 0 \(Self.width) \(rows.count * Self.rowHeight)"],
            [.element("title", title), .element("desc", all)]
                + rows.enumerated().flatMap { index, row in drawing(row, at: index * Self.rowHeight, of: most) })
    }

    private func drawing(_ row: ImpactRow, at y: Int, of most: Int) -> [HTML] {
        let counts = row.counts
        let name = row.title.count > Self.nameLength ? row.title.prefix(Self.nameLength - 1) + "…" : row.title
        func share(_ count: Int) -> String { "\(DeviceShare(count, of: counts.devices))" }
        let words =
            counts.newlyBlocked == 0 && counts.stillBlocked > 0
            ? "\(share(counts.stillBlocked)) blocked as before" : "\(share(counts.newlyBlocked)) newly blocked"
        let (text, bar) = (String(y + 13), y + 18 + Self.barHeight / 2)
        let ends = [counts.newlyBlocked, counts.newlyBlocked + counts.stillBlocked, counts.devices].map { count in
            // What is not nothing is seen.
            count == 0 ? 0 : max(2, Double(Self.width) * Double(count) / Double(most))
        }
        return [
            .element("text", ["class": "value", "x": "0", "y": text], name.printable),
            .element(
                "text", ["class": "share", "x": String(Self.width), "y": text, "text-anchor": "end"],
                "\(words), \(counts.devices.grouped) in all"),
            Self.bar("free", from: 0, to: ends[2], y: bar),
            ends[1] > ends[0] ? Self.bar("still", from: ends[0], to: ends[1], y: bar) : .empty,
            ends[0] > 0 ? Self.bar("new", from: 0, to: ends[0], y: bar) : .empty,
        ]
    }

    /// Solid, striped or empty.
    private static func bar(_ name: StaticString, from start: Double, to end: Double, y: Int) -> HTML {
        func text(_ number: Double) -> String { String((number * 10).rounded() / 10) }
        if "\(name)" == "free" {
            return .element(
                "rect",
                [
                    "class": "free", "x": text(start + 0.5), "y": text(Double(y - barHeight / 2) + 0.5),
                    "width": text(max(1, end - start - 1)), "height": String(barHeight - 1),
                ], [])
        }
        return .element(
            "line",
            [
                "class": "\(name)", "x1": text(start), "x2": text(end), "y1": String(y), "y2": String(y),
                "stroke-width": String(barHeight), "stroke-dasharray": "\(name)" == "still" ? "2 2" : nil,
            ], [])
    }
}

/// The numbers of devices, value by value.
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
