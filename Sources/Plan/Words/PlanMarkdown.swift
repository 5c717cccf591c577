import Diagnostics
import ManifestVerifier
import Policy

extension Plan {
    /// The plan as a comment of a pull request: never more than a host takes, what blocks first; what does not fit is
    /// counted.
    package var markdown: String {
        var left = Limits.planMarkdownBytes - Self.sectionBytes * 3
        var sections: [(title: String, pieces: [Piece])] = []
        var hidden = 0
        for environment in environments.sorted(by: { $0.verdict.weight < $1.verdict.weight }) {
            let words = "\(environment.name): \(environment.verdictWords)".shortened(to: Self.titleLength)
            let (title, pieces) = ("### \(words.markdown)", pieces(of: environment))
            let size = title.utf8.count + Self.sectionBytes * (1 + Set(pieces.map(\.part)).count)
            guard size <= left else {
                hidden += 1
                continue
            }
            sections.append((title, pieces))
            left -= size
        }
        var pieces = sections.flatMap(\.pieces) + findingPieces
        // Of equal weight the order that they have.
        for index in pieces.indices.sorted(by: { (pieces[$0].part, $0) < (pieces[$1].part, $1) }) {
            let size = pieces[index].text.utf8.count + 1
            pieces[index].fits = size <= left
            if pieces[index].fits { left -= size }
        }
        var lines: [String] = []
        for section in sections {
            lines += [section.title, ""] + self.lines(Array(pieces.prefix(section.pieces.count)))
            pieces.removeFirst(section.pieces.count)
        }
        lines += self.lines(pieces)
        if hidden > 0 { lines += ["…and \(hidden.counted("more environment")) that do not fit here.", ""] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let titleLength = 300
    /// What a heading, and the count of what is left, take at most.
    private static let sectionBytes = 160

    private func lines(_ pieces: [Piece]) -> [String] {
        Part.allCases.flatMap { part -> [String] in
            let own = pieces.filter { $0.part == part }
            guard !own.isEmpty else { return [] }
            let shown = own.filter(\.fits)
            let left = own.filter { !$0.fits }.reduce(0) { $0 + $1.count }
            let more = left == 0 ? [] : ["", "…and \(left.grouped) more that do not fit here."]
            let body = shown.map(\.text) + more + [""]
            guard let title = part.foldedTitle else { return (part.title.map { ["**\($0)**", ""] } ?? []) + body }
            let count = own.reduce(0) { $0 + $1.count }
            return ["<details><summary>\(count.grouped) \(count == 1 ? title.one : title.many)</summary>", ""] + body
                + ["</details>", ""]
        }
    }

    // MARK: Pieces

    /// The parts of what is said of an environment, in the order of what fits first.
    private enum Part: Int, Comparable, CaseIterable {
        case blocking
        case refusals
        case freeing
        case moments
        case deciding
        case findings
        case others

        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }

        var title: String? { self == .refusals ? "Refused" : nil }

        var foldedTitle: (one: String, many: String)? {
            switch self {
            case .others: ("other change", "other changes")
            case .findings: ("finding", "findings")
            default: nil
            }
        }
    }

    /// Some lines that are shown whole or not at all.
    private struct Piece {
        let part: Part
        let text: String
        var count = 1
        var fits = false
    }

    private func pieces(of environment: EnvironmentPlan) -> [Piece] {
        let changes = ShownChange.all(of: environment).map { change in
            let part: Part =
                change.blocks ? .blocking : change.lifts ? .freeing : change.isDecision ? .deciding : .others
            return Piece(part: part, text: change.markdown, count: change.count)
        }
        let refusals = environment.refusals.map { "- \($0.message.markdown)" } + environment.needed.map(\.markdownEntry)
        return changes + refusals.map { Piece(part: .refusals, text: $0) }
            + (environment.count?.impact.markdown.map { [Piece(part: .moments, text: $0)] } ?? [])
    }

    private var findingPieces: [Piece] {
        allFindings.filter { !$0.needsAcknowledgement && $0.severity != .note }.map { finding in
            Piece(
                part: finding.severity == .error ? .refusals : .findings,
                text: "- \(finding.place.markdownCode) \(finding.severity.rawValue): \(finding.message.markdown) "
                    + "[\(finding.code.rawValue)]")
        }
    }
}

extension ShownChange {
    fileprivate var markdown: String {
        let places = documents.prefix(Self.shownDocuments).map(\.markdownCode)
        let left = documents.count - places.count
        let more = left > 0 ? " and \(left.grouped) more" : ""
        let marks = blocks ? "**blocks** " : lifts ? "**frees** " : ""
        let line =
            "- \(marks)\(place == "other" ? "" : "\(place): ")\(words.shortened(to: Self.valueLength).markdown)"
            + (places.isEmpty ? "" : " (\(places.joined(separator: ", "))\(more))")
        var (lines, size) = ([line], 0)
        for (index, (language, words)) in differences.enumerated() {
            let name = textCount > 1 ? "\(language.markdown): " : ""
            let text = "  > \(name)\(words.markdown(Self.valueLength))"
            size += text.utf8.count
            guard size <= Self.textBytes || index == 0 else {
                lines.append("  > and \((textCount - index).counted("more language"))")
                break
            }
            lines.append(text)
        }
        // Each in a paragraph of its own.
        return lines.joined(separator: textCount > 1 ? "\n  >\n" : "\n")
    }

    /// What the texts of one change take at most, beside the first.
    private static let textBytes = 8_000

    private static let shownDocuments = 5
    private static let valueLength = 1_000
}

extension WordDifference {
    fileprivate func markdown(_ limit: Int) -> String {
        parts.map { part in
            switch part {
            case .kept(let text): text.shortened(to: limit).markdown
            case .removed(let text): text.shortened(to: limit).markdown.marked("<del>", "</del>")
            case .added(let text): text.shortened(to: limit).markdown.marked("<b>", "</b>")
            }
        }.joined()
    }
}

extension Finding {
    /// What it says, and the entry of `allow` that acknowledges it.
    fileprivate var markdownEntry: String {
        let entry = allowEntry.map { "\n  into `allow`: \($0.markdownCode)" } ?? ""
        return "- \(message.markdown) [\(code.rawValue)]\(entry)"
    }
}

extension Impact {
    /// A table of what is so from when on; nil where nothing changes for anybody.
    fileprivate var markdown: String? {
        guard moments.contains(where: { $0.blocked + $0.counts.runAgain + $0.counts.newlyRecommended > 0 }) else {
            return nil
        }
        func part(_ count: Int) -> String { "\(count.grouped) (\(DeviceShare(count, of: total.devices)))".markdown }
        let rows = moments.map { moment in
            let numbers = [
                moment.blocked, moment.stuck, moment.counts.runAgain, moment.counts.required, moment.counts.recommended,
            ].map(part)
            let time = moment == moments[0] ? "now" : moment.time.words.markdown
            return "| \(([time] + numbers).joined(separator: " | ")) |"
        }
        let shown = rows.prefix(Self.shownMoments)
        let left = rows.count - shown.count
        let header = [
            "| from | newly blocked | cannot obey | run again | required | advised |", "|---|--:|--:|--:|--:|--:|",
        ]
        return (header + shown + (left > 0 ? ["", "and \(left.grouped) more moments"] : [])).joined(separator: "\n")
    }

    private static let shownMoments = 24
}
