import Diagnostics
import ManifestVerifier
import Plan

/// A short table of devices that are, or may be, newly blocked: what matters most first.
struct ImpactTable {
    struct Row {
        /// What is ours in it: `iOS: app below`.
        let label: String
        /// What files say: `3.2.0`.
        let value: String
        var documents: [String] = []
        let counts: Impact.Counts
        /// The devices of which those are a part.
        let whole: Int
    }

    let title: String
    let rows: [Row]
    /// How many there are that are not shown.
    private let left: Int
    /// The names of the columns behind the first.
    private let columns: [String]

    /// What blocks, as the gate names it.
    init(causes: [Impact.Cause], of whole: Int) {
        self.init(
            "newly blocked, by what",
            causes.map { cause in
                Row(
                    label: cause.label, value: cause.bound ?? "", documents: cause.documents, counts: cause.counts,
                    whole: whole)
            })
    }

    /// The devices with each value.
    init(_ dimension: Impact.Dimension, rows: [Impact.Row]) {
        self.init(
            dimension.title,
            // One value is all devices.
            rows.count < 2
                ? []
                : rows.map { row in
                    Row(
                        label: dimension.label(row.platform), value: dimension.text(of: row), counts: row.counts,
                        whole: row.counts.devices)
                })
    }

    private init(_ title: String, _ rows: [Row]) {
        self.title = title
        let concerned = rows.filter { $0.count > 0 }
        // Of equal numbers the order that they had.
        let order = concerned.indices.sorted { a, b in
            (concerned[b].count, a) < (concerned[a].count, b)
        }
        self.rows = order.prefix(Self.shownRows).map { concerned[$0] }
        left = concerned.count - self.rows.count
        let isUnknown = self.rows.contains { $0.counts.mayBeBlocked > 0 }
        columns = ["devices", "share", "cannot obey"] + (isUnknown ? ["may be blocked"] : [])
    }

    private static let shownRows = 5

    private var more: String? { left > 0 ? "and \(left.grouped) more" : nil }

    private var cells: [[String]] { rows.map { Array($0.cells.prefix(columns.count)) } }

    /// Tables for a terminal, with their columns below each other.
    static func lines(of tables: [ImpactTable]) -> [String] {
        let all = tables.flatMap(\.labelled)
        let width = all.filter { !$0.cells.isEmpty }.map(\.label.count).max() ?? 0
        let widths = (0..<(all.map(\.cells.count).max() ?? 0)).map { (column: Int) -> Int in
            all.map { column < $0.cells.count ? $0.cells[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            guard !row.cells.isEmpty else { return row.label }
            let cells = zip(row.cells, widths).map { (cell: String, width: Int) -> String in
                String(repeating: " ", count: width - cell.count) + cell
            }
            let label = row.label + String(repeating: " ", count: width - row.label.count)
            return ([label] + cells).joined(separator: "  ")
        }
    }

    /// The lines, of which some have no cells.
    private var labelled: [(label: String, cells: [String])] {
        var lines = [(label: title, cells: columns)]
        for (row, cells) in zip(rows, cells) {
            lines.append(("  \(row.text)", cells))
            if !row.documents.isEmpty { lines.append(("      \(ImpactOutput.few(row.documents))", [])) }
        }
        return lines + (more.map { [("  \($0)", [])] } ?? [])
    }

    var markdown: [String] {
        var lines = [
            "| \(title) | " + columns.joined(separator: " | ") + " |", "|---|" + columns.map { _ in "--:|" }.joined(),
        ]
        for (row, cells) in zip(rows, cells) {
            let documents =
                row.documents.isEmpty ? "" : " (\(ImpactOutput.few(row.documents.map(\.markdownCode))))"
            let value = row.value.isEmpty ? "" : row.short.markdownCode
            let label = [row.label.markdown, value].filter { !$0.isEmpty }.joined(separator: " ")
            lines.append("| \(label)\(documents) | " + cells.map(\.markdown).joined(separator: " | ") + " |")
        }
        return lines + (more.map { ["", $0] } ?? [])
    }
}

extension ImpactTable.Row {
    /// Those that are, or may be, newly blocked.
    fileprivate var count: Int { counts.newlyBlocked + counts.mayBeBlocked }

    /// The value as it fits into a line.
    fileprivate var short: String {
        let text = value.printable
        return text.count > Self.shownCharacters ? text.prefix(Self.shownCharacters) + "…" : text
    }

    private static let shownCharacters = 40

    fileprivate var text: String { [label, short].filter { !$0.isEmpty }.joined(separator: " ") }

    fileprivate var cells: [String] {
        [
            counts.newlyBlocked.grouped, "\(DeviceShare(counts.newlyBlocked, of: whole))", counts.cannotObey.grouped,
            counts.mayBeBlocked.grouped,
        ]
    }
}

extension Impact.Cause {
    fileprivate var label: String {
        switch (kind, platform) {
        case (.maintenance, _): "\(platform.displayName): maintenance"
        case (.rule, _): "\(platform.displayName): rule"
        case (.system, .ios): "iOS: iOS below"
        case (.system, .android): "Android: SDK level below"
        case (.app, .android) where isBuild: "Android: version code below"
        case (.app, _): "\(platform.displayName): \(isBuild ? "build" : "app") below"
        }
    }
}

extension Impact.Dimension {
    fileprivate var title: String {
        switch self {
        case .platform: "by platform"
        case .system: "by system"
        case .version: "by version of the app"
        case .language: "by language"
        }
    }

    fileprivate func label(_ platform: Platform?) -> String {
        switch (self, platform) {
        case (.platform, let platform?): platform.displayName
        case (_, nil): ""
        case (.system, .android): "Android, SDK level"
        case (_, let platform?): "\(platform.displayName)\(self == .version ? " app" : "")"
        }
    }

    fileprivate func text(of row: Impact.Row) -> String {
        self == .platform ? "" : row.value ?? "(others)"
    }
}
