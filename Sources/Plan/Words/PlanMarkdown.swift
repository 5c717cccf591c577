import Diagnostics
import ManifestVerifier
import Policy

extension Plan {
    /// The plan as a comment of a pull request: never more than a host takes, what blocks first; what does not fit is
    /// counted.
    package var markdown: String {
        let sorted = environments.sorted { $0.verdict.weight < $1.verdict.weight }
        var lines = sorted.flatMap { environment in
            ["### \("\(environment.name): \(environment.verdictWords)".markdown)", ""]
        }
        let pieces = sorted.flatMap(pieces(of:)) + findingPieces
        var left = Limits.planMarkdownBytes - lines.reduce(0) { $0 + $1.utf8.count + 1 }
        left -= Self.parts.count * Self.partBytes
        for part in Self.parts {
            let own = pieces.filter { $0.part == part }
            guard !own.isEmpty else { continue }
            var (body, hidden): ([String], [Piece]) = ([], [])
            for piece in own {
                let size = piece.text.utf8.count + 1
                if size <= left {
                    body.append(piece.text)
                    left -= size
                } else {
                    hidden.append(piece)
                }
            }
            if !hidden.isEmpty {
                let hosts = ShownChange.words(ofHosts: hidden.reduce(0) { $0 + $1.hosts })
                body += ["", "…and \(hidden.reduce(0) { $0 + $1.count }.grouped) more that do not fit here\(hosts)."]
            }
            lines += part.framed(body, count: own.reduce(0) { $0 + $1.count })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the heading of a part, and the count of what is left, take at most.
    private static let partBytes = 160

    /// In the order in which they are printed, and fit.
    private static let parts: [Part] = [
        .changes(.blocks), .refusals, .changes(.frees), .moments, .changes(.decides), .findings, .changes(.other),
    ]

    private enum Part: Equatable {
        case changes(Change.Weight)
        case refusals, moments, findings

        /// The part with its title, folded where a reviewer may pass over it.
        func framed(_ body: [String], count: Int) -> [String] {
            func folded(_ noun: String) -> [String] {
                ["<details><summary>\(count.counted(noun))</summary>", ""] + body + ["", "</details>", ""]
            }
            return switch self {
            case .changes(.other): folded("other change")
            case .findings: folded("finding")
            case .refusals: ["**Refused**", ""] + body + [""]
            case .changes, .moments: body + [""]
            }
        }
    }

    /// Some lines that are shown whole or not at all.
    private struct Piece {
        let part: Part
        let text: String
        var count = 1
        var hosts = 0
    }

    private func pieces(of environment: EnvironmentPlan) -> [Piece] {
        let name = environments.count > 1 ? "\(environment.name): " : ""
        let changes = ShownChange.all(of: environment).map { change in
            Piece(part: .changes(change.weight), text: change.markdown(name), count: change.count, hosts: change.hosts)
        }
        let needed = environment.needed.map { finding in
            let entry = finding.allowEntry.map { "\n  into `allow`: \($0.markdownCode)" } ?? ""
            return "- \(finding.message.markdown) [\(finding.code.rawValue)]\(entry)"
        }
        let refusals = environment.refusals.map { "- \(name)\($0.message.markdown)" } + needed
        let moments = environment.count?.impact.markdown.map { name.isEmpty ? $0 : "\(environment.name):\n\n\($0)\n" }
        return changes + refusals.map { Piece(part: .refusals, text: $0) }
            + [moments].compactMap(\.self).map { Piece(part: .moments, text: $0) }
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
    /// - Parameter name: the environment, where there are several.
    fileprivate func markdown(_ name: String) -> String {
        let places = documents.prefix(Self.shownDocuments).map(\.markdownCode)
        let left = documents.count - places.count
        let more = left > 0 ? " and \(left.grouped) more" : ""
        let marks = [.blocks, .frees].contains(weight) ? "**\(weight.rawValue)** " : ""
        let line =
            "- \(name)\(marks)\(place == "other" ? "" : "\(place): ")\(words.shortened(to: Self.valueLength).markdown)"
            + (places.isEmpty ? "" : " (\(places.joined(separator: ", "))\(more))")
        var (lines, size) = ([line], 0)
        for (index, (language, from, to)) in texts.enumerated() {
            let name = texts.count > 1 ? "\(language.markdown): " : ""
            let text = "  > \(name)\(WordDifference(from: from, to: to).markdown(Self.valueLength))"
            size += text.utf8.count
            guard size <= Self.textBytes || index == 0 else {
                lines.append("  > and \((texts.count - index).counted("more language"))")
                break
            }
            lines.append(text)
        }
        // Each in a paragraph of its own.
        return lines.joined(separator: texts.count > 1 ? "\n  >\n" : "\n")
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
}
