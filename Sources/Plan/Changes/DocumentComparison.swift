import AppGate
import Classic
import ManifestVerifier
import Policy
import PublicationTree

package struct DocumentComparison {
    private let path: String
    private let start: Instant
    private let still: Instant?
    private let newest: [Platform: [RequirementValue]]
    package private(set) var changes: [Change] = []

    /// - Parameters:
    ///   - old: nil for a document that comes: devices do without it so far.
    ///   - new: nil for one that goes.
    ///   - still: since when the old one stands still on devices; nil while it does not.
    package init(
        _ old: ComparedTree.Document?, _ new: ComparedTree.Document?, platforms: [Platform],
        newest: [Platform: [RequirementValue]] = [:], since start: Instant = .earliest, still: Instant? = nil
    ) {
        (path, self.newest, self.start) = ((new ?? old)?.path.rawValue ?? "", newest, start)
        self.still = still
        guard let old, let new else {
            let (from, to) = (old.map { _ in path }, new.map { _ in path })
            changes = [Change(.document, at: path, from: from, to: to, documents: [path])]
            // That exactly this goes is acknowledged.
            changes[0].digests.old = [old?.sha256].compactMap { $0.map { String($0.prefix(8)) } }
            compare(Reading.pairs(old, new, platforms: platforms))
            if new == nil { for index in changes.indices.dropFirst() { changes[index].goesWithDocument = true } }
            return
        }
        guard old.format == new.format, Reading.isReadable(old), Reading.isReadable(new) else {
            changes = [
                Change(
                    .document, at: path, from: old.format.rawValue, to: new.format.rawValue, documents: [path],
                    isDecision: true, consequence: "apps that fetch it could not read it")
            ]
            compare(Reading.pairs(old, new, platforms: platforms))
            return
        }
        compare(Reading.pairs(old, new, platforms: platforms))
        // What the body says beside all that: a team's own members, or the bytes of a file.
        var isWhole = !changes.isEmpty
        if old.body != new.body, let rest = MemberDifferences(from: old, to: new, platforms: platforms) {
            changes += rest.shown.map {
                Change(.member, at: path + $0.pointer, from: $0.from, to: $0.to, documents: [path])
            }
            isWhole = rest.isWhole && !changes.isEmpty
        }
        guard !isWhole, let was = old.sha256, let becomes = new.sha256, was != becomes else { return }
        changes.append(
            Change(new.format == .file ? .file : .unnamed, at: path, from: was, to: becomes, documents: [path]))
    }

    /// A missing reading requires nothing, which is what apps take it for.
    private mutating func compare(_ pairs: [(old: Reading?, new: Reading?)]) {
        for (before, after) in pairs {
            guard let known = after ?? before else { continue }
            let comparison = ReadingComparison(
                from: before ?? .nothing(like: known), to: after ?? .nothing(like: known), path: path,
                newest: newest[known.place.platform] ?? [], since: start, still: still)
            changes += comparison.changes
        }
    }
}

extension Change {
    static func texts(
        _ kind: Kind, _ old: LocalizedText?, _ new: LocalizedText?, _ member: String, _ platform: Platform?,
        _ path: String
    ) -> [Change] {
        func byLanguage(_ text: LocalizedText?) -> [String: (language: LanguageTag, text: String)] {
            Dictionary((text?.entries ?? []).map { ($0.language.canonical, $0) }) { first, _ in first }
        }
        let (before, after) = (byLanguage(old), byLanguage(new))
        return Set(before.keys).union(after.keys).sorted().compactMap { canonical in
            let (was, becomes) = (before[canonical], after[canonical])
            let isSame = was?.language == becomes?.language && (was?.text).hasSameBytes(as: becomes?.text)
            guard !isSame, let language = becomes?.language ?? was?.language else { return nil }
            return Change(
                kind, platform, at: "\(member).\(kind.member).\(canonical)", from: was?.text, to: becomes?.text,
                language: language, documents: [path],
                consequence: becomes == nil ? "users who read it get another language" : nil)
        }
    }
}

extension Change.Kind {
    /// The member of a rule or a requirement that has the text.
    var member: String { self == .orElse ? "orElse" : rawValue }
}

extension RuleTexts {
    var all: [(kind: Change.Kind, text: LocalizedText?)] {
        [(.title, title), (.description, description), (.message, message), (.orElse, orElse)]
    }
}
