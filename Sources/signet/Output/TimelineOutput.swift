import Diagnostics
import ManifestVerifier
import Plan

/// How what rules mean over time is shown.
struct TimelineOutput {
    private let timeline: RuleTimeline
    private let devices: Int

    /// - Parameter devices: all devices of the population.
    init(_ timeline: RuleTimeline, of devices: Int) { (self.timeline, self.devices) = (timeline, devices) }

    /// `1,200 (12.0%)`
    private func part(_ count: Int) -> String { "\(count.grouped) (\(DeviceShare(count, of: devices)))" }

    var headline: String? {
        guard let worst = timeline.worst, worst.blocked > 0 else { return nil }
        let when = worst.time == timeline.moments.first?.time ? "now" : "on \(worst.time.words)"
        let stuck = worst.stuck == 0 ? "all of them can obey" : "\(part(worst.stuck)) cannot obey"
        return "at worst, \(when), \(part(worst.blocked)) of \(devices.grouped) devices are newly blocked, \(stuck)"
    }

    private func words(_ counts: RuleTimeline.Counts) -> String {
        var words: [String] = []
        if counts.required > 0 {
            let stuck =
                counts.cannotObey == 0
                ? "" : ", of these \(DeviceShare(counts.cannotObey, of: counts.required)) cannot obey"
            words.append("\(part(counts.required)) required\(stuck)")
        }
        for (count, name) in [
            (counts.maintenance, "maintenance"), (counts.recommended, "recommended"),
            (counts.newlyBlocked, "newly blocked"), (counts.runAgain, "run again"),
            (counts.mayBeBlocked, "may be newly blocked: the population does not say what a rule compares"),
        ] where count > 0 { words.append("\(part(count)) \(name)") }
        return words.isEmpty ? "all run" : words.joined(separator: "; ")
    }

    private func name(_ moment: RuleTimeline.Moment) -> String {
        moment.time == timeline.moments.first?.time ? "now" : moment.time.words
    }

    var lines: [String] {
        ["by rules, over time"]
            + timeline.moments.flatMap { moment in
                ["  \(name(moment)): \(words(moment.counts))"]
                    + moment.rules.filter { $0.devices > 0 }.map { rule in
                        "      \(rule.document) \(rule.id): \(part(rule.devices)) \(rule.outcome.rawValue)"
                    }
            }
    }

    /// Everything for a pull request.
    var markdown: [String] {
        var lines = [
            "| by rules, over time | required | cannot obey | maintenance | recommended | newly blocked | rules |",
            "|---|--:|--:|--:|--:|--:|---|",
        ]
        for moment in timeline.moments {
            let counts = moment.counts
            let numbers = [
                counts.required, counts.cannotObey, counts.maintenance, counts.recommended,
                counts.newlyBlocked + counts.mayBeBlocked,
            ].map { part($0).markdown }
            let rules = moment.rules.filter { $0.devices > 0 }.map { "\($0.id.markdownCode) \($0.devices.grouped)" }
            lines.append("| \(([name(moment)] + numbers + [rules.joined(separator: ", ")]).joined(separator: " | ")) |")
        }
        return lines
    }
}
