import Diagnostics
import ManifestVerifier

extension PageEnvironment {
    /// What a reviewer should know first: the verdict, what stands in its way, and what becomes of devices over time.
    var verdictSection: HTML {
        HTML([
            .element("p", ["class": "verdict \(plan.verdict.rawValue)"], plan.verdictWords.asSentence),
            .element("ul", ["class": "state"], states.map { .element("li", $0) }),
            plan.count.flatMap { MomentChart($0.impact)?.html } ?? .empty,
        ])
    }

    private var states: [[HTML]] {
        var states: [[HTML]] = []
        let (needed, limits) = (plan.needed.count, plan.refusals.count)
        let errors = plan.findings.count { $0.severity == .error }
        if errors > 0 { states.append([badge("error", "\(errors.counted("error"))"), HTML(" must be ended first")]) }
        if needed > 0 {
            states.append([badge("needed", needed.counted("acknowledgement")), HTML(" needed before it is published")])
        }
        if limits > 0 { states.append([badge("needed", limits.counted("limit")), HTML(" exceeded")]) }
        if errors + needed + limits == 0 { states.append([badge("acknowledged", "nothing needs acknowledgement")]) }
        if let tree {
            states.append(
                tree.note.map { [badge("warning", "signatures"), HTML(" "), .quoted($0)] }
                    ?? [
                        badge("acknowledged", "signed"), HTML(" \(documents.count.counted("document")), checked below"),
                    ])
        }
        switch plan.old {
        case .none: states.append([HTML("There was nothing to compare with.")])
        case .nothing(let place): states.append([HTML("Nothing is published at "), .code(place)])
        case .tree(let place): states.append([HTML("Compared with "), .code(place)])
        }
        if let population = plan.count?.population { states.append([HTML("Devices from "), .code(population)]) }
        return states
    }

    private func badge(_ kind: String, _ words: String) -> HTML {
        .element("span", ["class": "badge \(kind)"], words)
    }
}

/// Two lines over time: how many devices are newly blocked, and how many run again. The times have equal distances: what
/// counts is what follows what.
private struct MomentChart {
    private let moments: [Impact.Moment]
    private let devices: Int
    /// Those that are not shown.
    private let left: Int

    private static let (width, height, foot, shown) = (360, 120, 18, 6)

    /// nil where nothing changes over time.
    init?(_ impact: Impact) {
        let told = impact.moments.filter { moment in
            moment == impact.moments[0] || moment.blocked > 0 || moment.counts.runAgain > 0
        }
        guard told.count > 1 else { return nil }
        devices = impact.total.devices
        let first = Array(told.prefix(Self.shown))
        // The worst moment is never among those that are left out.
        let isWorstLater = !first.contains(impact.worst) && told.contains(impact.worst)
        moments = isWorstLater ? first.dropLast() + [impact.worst] : first
        left = told.count - moments.count
    }

    var html: HTML {
        let most = max(1, moments.map { max($0.blocked, $0.counts.runAgain) }.max() ?? 1)
        let step = Self.width / moments.count
        func y(_ count: Int) -> Int { Self.height - Int(Double(Self.height - 16) * Double(count) / Double(most)) }
        func line(_ name: StaticString, _ field: (Impact.Moment) -> Int) -> HTML {
            guard moments.contains(where: { field($0) > 0 }) else { return .empty }
            let path = moments.enumerated().map { index, moment in
                "\(index == 0 ? "M" : "V")\(index == 0 ? "0 " : "")\(y(field(moment))) H\((index + 1) * step)"
            }
            return .element("path", ["class": "\(name)", "d": path.joined(separator: " ")], [])
        }
        let rows = moments.map { moment in
            let time = moment == moments[0] ? "now" : moment.time.words
            return "\(time): \(moment.blocked.grouped) newly blocked, \(moment.counts.runAgain.grouped) run again"
        }
        let labels = moments.enumerated().flatMap { index, moment -> [HTML] in
            let (x, count) = (String(index * step + 4), max(moment.blocked, moment.counts.runAgain))
            return [
                .element("text", ["x": x, "y": String(y(count) - 4)], count.grouped),
                .element("text", ["x": x, "y": String(Self.height + 14)], index == 0 ? "now" : moment.time.day),
            ]
        }
        return .element(
            "figure", ["class": "chart"],
            [
                .element(
                    "figcaption",
                    "Devices over time, of \(devices.grouped)"
                        + (left > 0 ? "; \(left) other times are in the table" : "")),
                .element(
                    "svg",
                    ["class": "moments", "role": "img", "viewBox": "0 0 \(Self.width) \(Self.height + Self.foot)"],
                    [
                        .element("title", "Devices over time"), .element("desc", rows.joined(separator: "; ")),
                        .element(
                            "path", ["class": "ground", "d": "M0 \(Self.height) H\(Self.width)"], []),
                        line("new", \.blocked), line("freed", \.counts.runAgain),
                    ] + labels),
                .element(
                    "ul", ["class": "legend"],
                    [
                        moments.contains { $0.blocked > 0 }
                            ? .element("li", ["class": "blocks"], "newly blocked, in red") : .empty,
                        moments.contains { $0.counts.runAgain > 0 }
                            ? .element("li", ["class": "frees"], "run again, dashed in blue") : .empty,
                    ]),
            ])
    }
}

extension Instant {
    /// `1 Dec 2026`
    fileprivate var day: String {
        let parts = words.split(separator: " ")
        return "\(parts[0]) \(parts[1].prefix(3)) \(parts[2])"
    }
}
