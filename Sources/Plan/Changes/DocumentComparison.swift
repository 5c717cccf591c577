import AppGate
import ManifestVerifier
import Policy
import PublicationTree

/// What changes from one document to another one at the same path.
package struct DocumentComparison {
    private let path: String
    /// What changes.
    package private(set) var changes: [Change] = []

    /// - Parameters:
    ///   - platforms: the platforms that a document serves which does not say so itself.
    ///   - start: only what rules decide from then on counts.
    package init(
        _ old: ComparedTree.Document, _ new: ComparedTree.Document, platforms: [Platform],
        since start: Instant = .earliest
    ) {
        self.init(path: new.path.rawValue)
        guard old.format == new.format, let before = DocumentReading.all(old, platforms: platforms),
            let after = DocumentReading.all(new, platforms: platforms)
        else {
            changes = [
                Change(
                    .document, at: path, from: old.format.rawValue, to: new.format.rawValue, documents: [path],
                    consequence: "apps that fetch it could not read it")
            ]
            return
        }
        compare(before, after)
        if let was = old.gate, let becomes = new.gate {
            changes += GateComparison(from: was, to: becomes, path: path, since: start).changes
        }
        // What the body says beside all that: a team's own members, or the bytes of a file.
        if let was = old.body, let becomes = new.body, was != becomes {
            let names = new.knowledge?.parameters ?? old.knowledge?.parameters ?? .usual
            changes += MemberDifference.all(was, becomes, new.format, names).map {
                Change(.member, at: path + $0.pointer, from: $0.from, to: $0.to, documents: [path])
            }
        }
        guard changes.isEmpty, let was = old.sha256, let becomes = new.sha256, was != becomes else { return }
        changes = [Change(.file, at: path, from: was, to: becomes, documents: [path])]
    }

    /// A document that comes or goes: devices do without it on the other side.
    init(only document: ComparedTree.Document, isNew: Bool, platforms: [Platform], since start: Instant) {
        self.init(path: document.path.rawValue)
        changes = [
            Change(.document, at: path, from: isNew ? nil : path, to: isNew ? path : nil, documents: [path])
        ]
        let readings = DocumentReading.all(document, platforms: platforms) ?? []
        compare(isNew ? [] : readings, isNew ? readings : [])
        if let gate = document.gate {
            let nothing = Reading.nothing(on: gate.platform).document
            changes +=
                GateComparison(from: isNew ? nothing : gate, to: isNew ? gate : nothing, path: path, since: start)
                .changes
        }
        if !isNew { for index in changes.indices.dropFirst() { changes[index].goesWithDocument = true } }
    }

    private init(path: String) { self.path = path }

    private mutating func compare(_ before: [DocumentReading], _ after: [DocumentReading]) {
        for reading in after { compare(before.first { $0.place == reading.place }, reading) }
        for reading in before where !after.contains(where: { $0.place == reading.place }) { compare(reading, nil) }
    }

    /// A missing reading requires nothing, which is what apps take it for.
    private mutating func compare(_ before: DocumentReading?, _ after: DocumentReading?) {
        guard let reading = after ?? before else { return }
        let (old, new) = (before?.requirements ?? Requirements(), after?.requirements ?? Requirements())
        let platform = reading.place.platform
        func differ(_ old: Requirements, _ new: Requirements) -> Bool {
            !DecisionEffects(
                from: Reading(old, on: platform), to: Reading(new, on: platform), since: .earliest
            ).isEmpty
        }
        let isDifferent = differ(old, new)
        var found: [Change] = []
        for attribute in RequirementAttribute.allCases {
            let changed = self.changes(of: attribute, from: old, to: new, reading)
            guard !changed.isEmpty else { continue }
            // It decides if taking it back, or doing it alone, makes a difference.
            let decides =
                isDifferent
                && (differ(old, attribute.copied(from: new, into: old))
                    || differ(new, attribute.copied(from: old, into: new)))
            found += changed.map { change in
                var change = change
                change.isDecision = decides
                return change
            }
        }
        // Changes that only together make a difference.
        if isDifferent, !found.contains(where: \.isDecision) {
            for index in found.indices { found[index].isDecision = true }
        }
        changes += found.map(\.withoutFalsePromise)
    }

    private func changes(
        of attribute: RequirementAttribute, from old: Requirements, to new: Requirements, _ reading: DocumentReading
    ) -> [Change] {
        let member = reading.member(attribute)
        let platform: Platform? =
            attribute == .maintenance || reading.hasCommonURL && attribute == .updateURL
            ? nil : reading.place.platform
        guard let kind = attribute.changeKind else {
            // A text that comes or goes with what it explains is not told apart from that.
            guard let explained = attribute.explained, explained.value(in: old) != nil, explained.value(in: new) != nil
            else { return [] }
            let (before, after) = (attribute.texts(in: old), attribute.texts(in: new))
            return Change.texts(.title, before.title, after.title, member, platform, path)
                + Change.texts(.description, before.description, after.description, member, platform, path)
        }
        let (from, to) = (attribute.value(in: old), attribute.value(in: new))
        guard from?.description != to?.description else { return [] }
        let consequence = Consequence(reading: reading, attribute: attribute).phrase(from: from, to: to)
        var change = Change(
            kind, platform, at: member, from: from?.description, to: to?.description, documents: [path],
            consequence: consequence)
        (change.oldValue, change.newValue) = (from, to)
        return [change]
    }

}

extension Change {
    /// What changes in a text, language by language.
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
            let isSame = was.flatMap { was in
                becomes.map { was.text.hasSameBytes(as: $0.text) && was.language == $0.language }
            }
            guard isSame != true, let language = becomes?.language ?? was?.language else { return nil }
            return Change(
                kind, platform, at: "\(member).\(kind.member).\(canonical)", from: was?.text, to: becomes?.text,
                language: language, documents: [path],
                consequence: becomes == nil ? "users who read it get another language" : nil)
        }
    }
}

extension Change.Kind {
    /// The member of a rule or a requirement that has the text.
    fileprivate var member: String { self == .orElse ? "orElse" : rawValue }
}

extension ComparedTree.Document {
    /// Its rules; nil unless it is a gate document.
    var gate: GateDocument? {
        guard let body, case .gate(let document)? = try? DocumentContent(format, body: body) else { return nil }
        return document
    }
}

extension RequirementAttribute {
    /// The kind of a change of a value; nil for texts.
    fileprivate var changeKind: Change.Kind? {
        switch self {
        case .maintenance: .maintenance
        case .minimumSystem: .minimumSystem
        case .minimumApp: .minimumApp
        case .shownVersion: .shownVersion
        case .recommendedSystem: .recommendedSystem
        case .recommendedApp: .recommendedApp
        case .updateURL: .updateURL
        case .minimumSystemTexts, .minimumAppTexts, .recommendedSystemTexts, .recommendedAppTexts: nil
        }
    }
}

extension Change {
    /// The change without a consequence that no device has.
    fileprivate var withoutFalsePromise: Change {
        guard !isDecision, consequence != nil, !isText, oldValue != newValue else { return self }
        var change = self
        change.consequence = "no device is told anything else"
        return change
    }
}
