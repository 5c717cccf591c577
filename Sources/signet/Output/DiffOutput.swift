import Diagnostics
import ManifestVerifier
import Plan

/// How the changes between two trees are shown.
struct DiffOutput {
    enum Style {
        /// `[-old-]` and `{+new+}`.
        case plain
        /// Red and green.
        case colour
        /// Struck through and bold.
        case markdown
    }

    let environment: EnvironmentName
    /// What is acknowledged in the policy.
    let allowed: [String]
    let changes: [Change]

    init(_ comparison: TreeComparison) {
        environment = comparison.environment
        allowed = comparison.allowed
        changes = comparison.changes
    }

    // MARK: Short

    /// Says in a few lines what changes for people; nothing when nothing changes, or there was nothing to compare with.
    static func showShort(_ changes: [Change]?, of environment: EnvironmentName, _ terminal: Terminal) {
        guard let changes, !changes.isEmpty else { return }
        let decisions = changes.filter(\.isDecision).prefix(shownChanges)
        for change in decisions { terminal.summary("changes  \(change.line)") }
        let left = changes.count - decisions.count
        guard left > 0 else { return }
        let (noun, them) = left == 1 ? ("change", "it") : ("changes", "them")
        let count = decisions.isEmpty ? "\(left) \(noun) that no app is told" : "\(left) more \(noun)"
        terminal.summary("\(environment): \(count): signet diff shows \(them)")
    }

    /// Says that an environment is compared with nothing.
    ///
    /// - Parameter place: where nothing is; nil when no place was named.
    static func noteNothing(_ environment: EnvironmentName, _ place: String?, _ terminal: Terminal) {
        terminal.note(
            place.map { "\(environment): nothing is published at \($0): nothing to compare with" }
                ?? "\(environment): compared with nothing; --previous live says what changes for people")
    }

    private static let shownChanges = 20

    // MARK: Whole

    /// All changes as lines for a terminal, in which nothing but our own colours is more than text.
    func lines(_ style: Style) -> [String] {
        var lines = allowed.map { "\(environment): allowed by the policy: \($0.printable)" }
        guard !changes.isEmpty else { return lines + ["\(environment): nothing changes for people"] }
        let decisions = changes.filter(\.isDecision)
        if !decisions.isEmpty {
            lines.append("\(environment): what changes for people")
            lines += decisions.flatMap { Self.lines($0, style) }
        }
        let others = changes.filter { !$0.isDecision }
        if !others.isEmpty {
            lines.append("\(environment): what no app is told")
            lines += others.flatMap { Self.lines($0, style) }
        }
        return lines
    }

    private static func lines(_ change: Change, _ style: Style) -> [String] {
        var lines = ["  \(change.line.printable)"]
        if change.isText { lines.append("      \(words(change, style))") }
        let places = change.documents.filter { $0 != change.at }
        if !places.isEmpty { lines.append("      \(places.joined(separator: ", "))") }
        return lines
    }

    private static func words(_ change: Change, _ style: Style) -> String {
        WordDifference(from: change.from ?? "", to: change.to ?? "").parts.map { part in
            switch (part, style) {
            case (.kept(let text), .markdown): text.markdown
            case (.kept(let text), _): text.printable
            case (.removed(let text), .plain): marked(text.printable, "[-", "-]")
            case (.added(let text), .plain): marked(text.printable, "{+", "+}")
            case (.removed(let text), .colour): marked(text.printable, "\u{1B}[31m", "\u{1B}[m")
            case (.added(let text), .colour): marked(text.printable, "\u{1B}[32m", "\u{1B}[m")
            case (.removed(let text), .markdown): marked(text.markdown, "<del>", "</del>")
            case (.added(let text), .markdown): marked(text.markdown, "<b>", "</b>")
            }
        }.joined()
    }

    /// A text between marks, which do not enclose the white space behind it.
    private static func marked(_ text: String, _ start: String, _ end: String) -> String {
        let trimmed = String(text.reversed().drop { $0.isWhitespace }.reversed())
        return trimmed.isEmpty ? text : start + trimmed + end + String(text.dropFirst(trimmed.count))
    }

    /// All changes for a pull request.
    var markdown: [String] {
        var lines = ["### \(environment)", ""]
        for entry in allowed { lines += ["**Allowed by the policy:** \(entry.markdown)", ""] }
        guard !changes.isEmpty else { return lines + ["Nothing changes for people.", ""] }
        for (title, part) in [
            ("What changes for people", changes.filter(\.isDecision)),
            ("What no app is told", changes.filter { !$0.isDecision }),
        ] where !part.isEmpty {
            lines += ["**\(title)**", ""]
            for change in part {
                let places = change.documents.filter { $0 != change.at }.map(\.markdownCode)
                lines.append(
                    "- \(change.line.markdown)"
                        + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))"))
                if change.isText { lines.append("  > \(Self.words(change, .markdown))") }
            }
            lines.append("")
        }
        return lines
    }
}
