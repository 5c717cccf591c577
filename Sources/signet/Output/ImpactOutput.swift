import Diagnostics
import ManifestVerifier
import Plan

struct ImpactOutput {
    let side: ComparedSides
    let impact: Impact
    let gates: [ImpactGate]
    let population: String

    /// - Parameter population: the path of its file.
    init(_ side: ComparedSides, _ impact: Impact, _ gates: [ImpactGate], population: String) {
        (self.side, self.impact, self.gates, self.population) = (side, impact, gates, population)
    }

    var environment: String { side.comparison.environment.rawValue }

    /// What is to be known beside the numbers.
    var notes: [String] {
        var notes: [String] = []
        if side.isOldNothing {
            notes.append(
                "\(environment): nothing is published at \(side.oldPlace): all that the new side blocks is newly blocked"
            )
        }
        if impact.configEnvironments.count > 1 {
            notes.append(
                "\(environment): each of \(Self.few(impact.configEnvironments)) of the environment configs blocks here; "
                    + "--config-environment ID chooses one")
        }
        if impact.total.devices == 0 { notes.append("\(population): the population has no devices") }
        return notes
    }

    // MARK: For people

    private var headline: String {
        let total = impact.total
        if let worst = timeline?.headline { return worst }
        guard total.newlyBlocked > 0 else { return "none of \(total.devices.grouped) devices is newly blocked" }
        let obey = total.cannotObey == 0 ? "all of them can obey" : "\(part(total.cannotObey)) cannot obey"
        let verb = total.newlyBlocked == 1 ? "is" : "are"
        return "\(part(total.newlyBlocked)) of \(total.devices.grouped) devices \(verb) newly blocked, \(obey)"
    }

    /// What rules mean over time; nil where there are none.
    private var timeline: TimelineOutput? {
        impact.timeline.map { TimelineOutput($0, of: impact.total.devices) }
    }

    /// `1,200 (<0.1%)`
    private func part(_ count: Int) -> String {
        "\(count.grouped) (\(DeviceShare(count, of: impact.total.devices)))"
    }

    /// What else there is to count, with its number.
    private var others: [(name: String, count: Int)] {
        let total = impact.total
        return [
            ("may be newly blocked: the population does not say their version or build", total.mayBeBlocked),
            ("unknown otherwise: it does not say what a changed bound compares", total.unknown - total.mayBeBlocked),
            ("still blocked", total.stillBlocked), ("run again", total.runAgain),
            ("newly advised to update", total.newlyRecommended),
        ].filter { $0.1 > 0 }
    }

    private var tables: [ImpactTable] {
        let tables =
            [ImpactTable(causes: impact.causes, of: impact.total.devices)]
            + Impact.Dimension.shown.map { ImpactTable($0, rows: impact.parts[$0] ?? []) }
        return tables.filter { !$0.rows.isEmpty }
    }

    var lines: [String] {
        var lines = ["\(environment): \(headline)"]
        lines += others.map { "  \(part($0.count)) \($0.name)" }
        return lines + (timeline?.lines ?? []) + ImpactTable.lines(of: tables)
    }

    /// Everything for a pull request.
    var markdown: [String] {
        var lines = ["### Impact on \(environment)", "", "**\(headline.markdown)**", ""]
        if !others.isEmpty { lines += others.map { "- \(part($0.count).markdown) \($0.name)" } + [""] }
        for note in notes { lines += [note.markdown, ""] }
        for refusal in gates.compactMap({ $0.refusal(of: impact) }) {
            lines += ["**Too many:** \(refusal.message.markdown)", ""]
        }
        if let timeline { lines += timeline.markdown + [""] }
        for table in tables { lines += table.markdown + [""] }
        return lines
    }

    /// Some names: `a, b, c and 4 more`.
    static func few(_ names: [String]) -> String {
        let left = names.count - shownNames
        return names.prefix(shownNames).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    }

    private static let shownNames = 3
}

extension Impact.Dimension {
    /// What people ask first.
    fileprivate static let shown: [Impact.Dimension] = [.platform, .version, .system, .language]
}
