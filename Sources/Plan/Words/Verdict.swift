import Diagnostics
import ManifestVerifier

extension EnvironmentPlan {
    /// What the plan comes to. The raw value is stable: programs filter by it.
    package enum Verdict: String, Sendable, CaseIterable {
        /// Devices that may run now are blocked, now or later.
        case blocks
        /// No device is blocked, and some that are blocked run again.
        case frees
        /// What is live could not be compared whole, and nothing that was compared blocks or frees a device.
        case unknown
        /// Devices are told something else, and none is blocked or freed.
        case tells
        /// Devices are told the same; something else differs.
        case changes
        case nothing
        case alone

        /// How early it is shown: what blocks people first.
        package var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package var verdict: Verdict {
        guard old != .none else { return .alone }
        if blocks { return .blocks }
        if frees { return .frees }
        if !unknownWords.isEmpty { return .unknown }
        return changes.isEmpty ? .nothing : changes.contains(where: \.isDecision) ? .tells : .changes
    }

    /// What is published of which it is not known what it says, or who has put it there.
    private var unknownWords: [String] {
        guard let old = comparison?.old else { return [] }
        let (problems, unproven) = (old.problems.count, old.unproven)
        let more = unproven.count > 1 ? " and \((unproven.count - 1).grouped) more are" : " is"
        return
            (problems == 0
            ? []
            : ["\(problems.counted("document")) that \(problems == 1 ? "is" : "are") published could not be compared"])
            + unproven.prefix(1).map { "\($0)\(more) there with a body that nothing proves" }
    }

    /// Whether a device that may run now is blocked at some time, as far as the population says, or without one at all.
    private var blocks: Bool { count.map { $0.impact.worst.blocked > 0 } ?? changes.contains(where: \.blocks) }

    private var frees: Bool { count.map { $0.impact.mostFreed > 0 } ?? changes.contains(where: \.lifts) }

    /// The verdict in words: `BLOCKS 41,200 of 160,000 devices now; 1,310 of them cannot obey`.
    package var verdictWords: String {
        switch old {
        case .none: "compared with nothing"
        case .nothing: "first publication: \(effectWords)"
        case .tree: effectWords
        }
    }

    private var effectWords: String {
        let unknown = unknownWords
        return ((unknown.isEmpty || !changes.isEmpty ? [comparedWords] : []) + unknown).joined(separator: "; ")
    }

    private var comparedWords: String {
        let others = changes.count { !$0.isDecision }
        switch verdict {
        case .blocks, .frees: return [blockingWords, freeingWords].compactMap(\.self).joined(separator: "; ")
        case .unknown: return changes.count.counted("change")
        case .tells:
            let deciding = changes.count - others
            let offers = changes.contains { $0.kind == .bundle } ? " or offered" : ""
            return "\(deciding.counted("change")) of what devices are told\(offers); \(noneWords)"
        case .changes:
            return "no device is blocked, freed or advised otherwise; \(others.counted("other change"))"
        case .nothing, .alone: return "nothing changes: no byte differs but dates and signatures"
        }
    }

    private var noneWords: String {
        if changes.contains(where: \.leavesNone) { return "apps that ship no other web bundle insist on an update" }
        guard let count else { return "none blocks a device or lets one run again" }
        let unknown = count.impact.moments.map(\.counts.unknown).max() ?? 0
        let others =
            unknown > 0
            ? ", but \(unknown.grouped) of which the population says too little may run again or be told something else"
            : changes.contains { $0.blocks || $0.lifts } ? ", but others would be" : ""
        return "none of \(count.impact.total.devices.counted("device")) is blocked or runs again\(others)"
    }

    private var blockingWords: String? {
        guard blocks else { return nil }
        guard let impact = count?.impact else {
            let strands = changes.contains { $0.effect?.strands != nil }
            // Those that are closed out now may be blocked behind that.
            guard changes.contains(where: { $0.effect?.blocks != nil || $0.kind == .notCompared }) else {
                return "leaves devices blocked that can install nothing to run again"
            }
            return "BLOCKS devices that may run now"
                + (strands ? ", some of which can install nothing to run again" : "")
        }
        let (now, worst) = (impact.moments[0], impact.worst)
        let devices = impact.total.devices.counted("device")
        var words =
            now.blocked > 0
            ? "BLOCKS \(now.blocked.grouped) of \(devices) now"
            : "BLOCKS \(worst.blocked.grouped) of \(devices) from \(worst.time.words) on"
        if now.blocked > 0, worst.blocked > now.blocked {
            words += ", \(worst.blocked.grouped) from \(worst.time.words) on"
        }
        let (stuck, isSure) = (impact.mostStuck, impact.moments.allSatisfy { $0.counts.mayBeBlocked == 0 })
        return words
            + (stuck == 0
                ? "; all of them can obey" : "; \(isSure ? "" : "up to ")\(stuck.grouped) of them cannot obey")
            + (worst.counts.mayBeBlocked > 0
                ? ", with \(worst.counts.mayBeBlocked.grouped) of which the population says too little" : "")
    }

    private var freeingWords: String? {
        guard frees else { return nil }
        guard let impact = count?.impact else { return "lets devices run again that are blocked now" }
        return "lets \(impact.mostFreed.grouped) of \(impact.total.devices.counted("device")) run again"
    }

    /// How many devices a change blocks or frees, in a few words: `41,200 devices now, 118,000 from 1 December 2026 …`.
    package func countWords(of change: Change) -> String? {
        guard let counts = count?.impact.counts(of: change) else { return nil }
        func words(_ name: String, _ field: (Impact.Counts) -> Int) -> String? {
            let numbers = counts.map { field($0.counts) }
            guard let most = numbers.max(), most > 0 else { return nil }
            var parts = numbers[0] > 0 ? ["\(numbers[0].counted("device")) now"] : []
            if most > numbers[0], let index = numbers.firstIndex(of: most) {
                parts.append("\(most.counted("device")) from \(counts[index].time.words) on")
            }
            return "\(name) \(parts.joined(separator: ", "))"
        }
        return [words("blocks") { $0.newlyBlocked }, words("frees") { $0.runAgain }].compactMap(\.self)
            .joined(separator: "; ")
    }
}

extension Impact {
    /// What a change does to devices, moment by moment; nil where no device is concerned.
    package func counts(of change: Change) -> [(time: Instant, counts: Counts)]? {
        let counts = moments.map { moment in
            let counts = moment.changes.filter { change.subjects.contains($0.key) }.values.reduce(into: Counts()) {
                $0.add($1)
            }
            return (moment.time, counts)
        }
        return counts.contains { $0.1.newlyBlocked + $0.1.runAgain > 0 } ? counts : nil
    }
}

extension Int {
    /// The number with a noun: `1 change`, `1,200 changes`.
    package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
