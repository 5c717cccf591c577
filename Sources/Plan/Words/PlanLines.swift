import Diagnostics
import ManifestVerifier
import Policy

extension EnvironmentPlan {
    /// The first lines of every command that changes something: the verdict, then what changes, what blocks first.
    ///
    /// No more lines than people read; what is left out is counted.
    ///
    /// - Parameter width: of the names of environments.
    package func lines(nameWidth width: Int = 0) -> [String] {
        let changes = ShownChange.all(of: self)
        let shown = changes.count > Self.shownChanges ? Array(changes.prefix(Self.shownChanges - 1)) : changes
        let hidden = changes.dropFirst(shown.count)
        let left = hidden.reduce(0) { $0 + $1.count }
        let hosts = ShownChange.words(ofHosts: hidden.reduce(0) { $0 + $1.hosts })
        return ["\(name.rawValue.padded(to: width))   \(verdictWords)"]
            + shown.map { "  \($0.place.padded(to: 7))  \($0.line)" }
            + (left > 0 ? ["  and \(left.counted("more change"))\(hosts): signet plan --json has all"] : [])
    }

    private static let shownChanges = 16
}

/// A change as one line, or several that say the same of a text in several languages.
struct ShownChange {
    /// `ios`, `android`, `all` for what all devices are told, or `other` for what none is.
    let place: String
    let weight: Change.Weight
    /// What it is and does; text from others is not escaped.
    let words: String
    /// The texts before and after, by language; none for another change.
    let texts: [(language: String, from: String, to: String)]
    /// How many changes it stands for.
    let count: Int
    /// How many of these are of another host.
    let hosts: Int
    let documents: [String]

    private static let shownLanguages = 12
    private static let shownDocuments = 3

    static func all(of plan: EnvironmentPlan) -> [ShownChange] {
        var groups: [[Change]] = []
        var places: [[String]: Int] = [:]
        for change in plan.changes {
            // What texts that change alike in several languages have in common.
            let place =
                change.namesOtherHost
                ? nil
                : change.textWords.map {
                    [change.kind.rawValue, change.platform?.rawValue ?? "", $0, "\(change.isDecision)"]
                }
            if let index = place.flatMap({ places[$0] }) {
                groups[index].append(change)
            } else {
                if let place { places[place] = groups.count }
                groups.append([change])
            }
        }
        // What each document has of its own is told apart by it.
        let subjects = Dictionary(grouping: groups) { $0[0].subjectLine }
        return groups.map { group in
            let isOfDocument = [.updateURL, .cacheControl, .header].contains(group[0].kind)
            let namesDocuments = isOfDocument && (subjects[group[0].subjectLine]?.count ?? 0) > 1
            return ShownChange(group, in: plan, namesDocuments: namesDocuments)
        }
    }

    /// `, 4 of them of other hosts`; nothing for none.
    static func words(ofHosts hosts: Int) -> String { hosts > 0 ? ", \(hosts.grouped) of them of other hosts" : "" }

    private init(_ changes: [Change], in plan: EnvironmentPlan, namesDocuments: Bool) {
        let first = changes[0]
        place = first.platform?.rawValue ?? (first.isDecision ? "all" : "other")
        (weight, count, hosts) = (first.weight, changes.count, changes.count(where: \.namesOtherHost))
        var seen: Set<String> = [first.at]
        documents = changes.flatMap(\.documents).filter { seen.insert($0).inserted }
        let languages = changes.compactMap(\.language?.rawValue)
        texts = changes.filter { $0.isText && ($0.from ?? $0.to) != nil }.map { change in
            (change.language?.rawValue ?? "", change.from ?? "", change.to ?? "")
        }
        guard changes.count > 1, let text = first.textWords else {
            let counted = plan.countWords(of: first).map { " (\($0))" } ?? ""
            let named = documents.prefix(Self.shownDocuments).joined(separator: ", ")
            let more = documents.count - min(documents.count, Self.shownDocuments)
            let place =
                namesDocuments && !documents.isEmpty
                ? " (in \(named)\(more > 0 ? " and \(more.grouped) more" : ""))" : ""
            words = first.shownWords + place + (first.consequence.map { ": \($0)" } ?? "") + counted
            return
        }
        let named = languages.listed(upTo: Self.shownLanguages)
        words = "\(text) in \(languages.count.grouped) languages: \(named)"
    }

    /// One line for a terminal, shortened if too long; of several texts it names the languages only.
    var line: String {
        let only = texts.count == 1 ? texts.first : nil
        let text =
            only.map { only in
                let parts = WordDifference(from: only.from, to: only.to).parts.map { part in
                    switch part {
                    case .kept(let text): text.printable
                    case .removed(let text): text.printable.marked("[-", "-]")
                    case .added(let text): text.printable.marked("{+", "+}")
                    }
                }
                return "\(words.printable): \(parts.joined())"
            } ?? words.printable
        return text.shortened(to: Self.lineLength)
    }

    /// Two values as long as they are shown, a place, and what it does to devices.
    private static let lineLength = 2_000
}

extension Change {
    /// The words, but of long values only the part in which they differ: what it does to devices follows, and must fit.
    fileprivate var shownWords: String {
        guard words.count > 2 * Self.shownCharacters else { return words }
        let differing = String.differing(from, to, upTo: Self.shownCharacters)
        let step = stepParts.map { part in
            switch part {
            case .words(let text): text
            case .value(let text): text.shortened(to: Self.shownCharacters)
            case .removed: differing.from ?? ""
            case .added: differing.to ?? ""
            }
        }
        return subject.shortened(to: Self.shownCharacters) + step.joined()
    }

    /// Of a value that differs in more characters, only the first are shown.
    static let shownCharacters = 400
}

extension String {
    /// The text, or its beginning and the number of characters left out.
    func shortened(to limit: Int) -> String {
        let left = count - limit
        return left > limit / 4 ? "\(prefix(limit))… and \(left.grouped) more characters" : self
    }

    /// The text between marks, without the one space at its end; other white space may be what differs.
    func marked(_ start: String, _ end: String) -> String {
        guard hasSuffix(" "), count > 1, dropLast().last?.isWhitespace == false else { return start + self + end }
        return start + dropLast() + end + " "
    }
}
