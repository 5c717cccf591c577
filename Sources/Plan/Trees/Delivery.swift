import Classic
import ManifestVerifier
import Policy
import PublicationTree

/// How documents reach devices: where they are, in what their signatures travel, how long they are kept on the way, and by
/// which names they are read.
struct Delivery: Equatable, Sendable {
    private let origin: String
    private let envelopes: Envelopes
    /// The age at which signatures are renewed, in seconds.
    let resignAfter: Int64
    /// What a change may block without an acknowledgement.
    let maximumBlocked: DeviceLimit?
    /// The response headers of each document by its path and their names, without signatures, and those of the index.
    private let headers: [String: [String: String]]
    /// What readers of each document know besides, by its path.
    private let knowledge: [String: ReaderKnowledge]
    /// The paths whose documents change, and decide what apps do.
    private let deciding: Set<String>
    /// The SHA-256 of the archives of web bundles by their paths; nil where they are not known.
    private let archives: [String: String]?

    init(_ publication: Publication) {
        (origin, envelopes) = (publication.origin, publication.envelopes)
        (resignAfter, maximumBlocked) = (publication.resignAfter, publication.maximumBlocked)
        let documents = publication.documents
        headers = Self.headers(documents.map { ($0.path, $0.headers) }, index: publication.cacheControl)
        knowledge = Self.byPath(documents.map { ($0.path, $0.knowledge) })
        archives = Self.byPath(documents.map { ($0.path, $0.format == .webBundle ? $0.sha256 : nil) })
        deciding = Self.deciding(documents.map { ($0.path, $0.format) })
    }

    init(_ environment: RenderedEnvironment) {
        let policy = environment.policy
        let documents = environment.documents + (environment.bundles?.unsignedDocuments ?? [])
        (origin, envelopes) = (policy.origin, policy.envelopes.value)
        (resignAfter, maximumBlocked, archives) = (policy.resignAfter, policy.maximumBlocked?.value, nil)
        headers = Self.headers(documents.map { ($0.path, $0.unsignedFields) }, index: policy.cacheControl.standard)
        knowledge = Self.byPath(documents.map { ($0.path, $0.knowledge) })
        deciding = Self.deciding(documents.map { ($0.path, $0.format) })
    }

    private static func deciding(_ documents: [(path: DocumentPath, format: DocumentFormat)]) -> Set<String> {
        Set(documents.filter { ![.file, .webBundle].contains($0.format) }.map(\.path.rawValue))
    }

    private static func byPath<Value>(_ values: [(DocumentPath, Value?)]) -> [String: Value] {
        Dictionary(values.compactMap { path, value in value.map { (path.rawValue, $0) } }) { first, _ in first }
    }

    private static func headers(
        _ documents: [(DocumentPath, [HeaderField])], index cacheControl: CacheControl
    ) -> [String: [String: String]] {
        byPath(documents.map { ($0, headers($1)) })
            .merging([DocumentPath.publication.file: [HeaderField.cacheControl: cacheControl.value]]) { own, _ in own }
    }

    private static func headers(_ fields: [HeaderField]) -> [String: String] {
        let fields = fields.filter { !$0.name.asciiLowercased.hasPrefix("x-amz-meta-signature") }
        return Dictionary(fields.map { ($0.name.asciiLowercased, $0.value) }) { first, _ in first }
    }

    static func changes(from old: Self, to new: Self) -> [Change] {
        let removed = old.envelopes.names.filter { !new.envelopes.names.contains($0) }
        let isOlder = old.resignAfter < new.resignAfter
        let isMore = old.maximumBlocked.map { new.maximumBlocked?.allowsMore(than: $0) ?? true } ?? false
        var changes: [Change] = []
        func compare(_ kind: Change.Kind, _ name: String, _ from: String?, _ to: String?, _ consequence: String?) {
            guard !from.hasSameBytes(as: to) else { return }
            changes.append(Change(kind, at: name, from: from, to: to, documents: [], consequence: consequence))
        }
        compare(
            .envelopes, envelopesName, old.envelopes.text, new.envelopes.text,
            removed.isEmpty ? nil : "what is configured for \(removed.joined(separator: " or ")) accepts nothing new")
        compare(.origin, "origin", old.origin, new.origin, nil)
        compare(
            .resignAfter, "resignAfter", "\(old.resignAfter)s", "\(new.resignAfter)s",
            isOlder ? "signatures become older; apps with a maximum age may take them for frozen" : nil)
        compare(
            .limit, EnvironmentPolicy.maximumBlockedName, old.maximumBlocked?.description,
            new.maximumBlocked?.description,
            isMore ? "a change may block more devices without an acknowledgement" : nil)
        func isNew(_ path: String) -> Bool { new.deciding.contains(path) && !old.deciding.contains(path) }
        for path in Set(old.headers.keys).intersection(new.headers.keys).sorted() {
            let (before, after) = (old.headers[path] ?? [:], new.headers[path] ?? [:])
            for name in Set(before.keys).union(after.keys).sorted() {
                let (from, to) = (before[name], after[name])
                guard !from.hasSameBytes(as: to) else { continue }
                changes.append(header(name, at: path, from: from, to: to, decides: new.decides(path) && !isNew(path)))
            }
        }
        // A mistake in a new document lasts as long as caches keep it.
        for path in new.deciding.filter(isNew).sorted() {
            let value = new.headers[path]?[HeaderField.cacheControl]
            if keepsLonger(nil, value) {
                changes.append(header(HeaderField.cacheControl, at: path, from: nil, to: value, decides: true))
            }
        }
        for path in Set(old.knowledge.keys).intersection(new.knowledge.keys).sorted() {
            changes += Self.changes(from: old.knowledge[path], to: new.knowledge[path], path)
        }
        if let before = old.archives, let after = new.archives {
            for path in before.keys.sorted() where before[path] != after[path] {
                changes.append(Change(.file, at: path, from: before[path], to: after[path], documents: [path]))
            }
        }
        return changes
    }

    private static func changes(from old: ReaderKnowledge?, to new: ReaderKnowledge?, _ path: String) -> [Change] {
        switch (old, new) {
        case (.parameters(let from)?, .parameters(let to)?) where from != to:
            return [
                Change(
                    .parameters, at: path, from: from.text, to: to.text, documents: [path], isDecision: true,
                    consequence: "apps that read the former names find others, or none")
            ]
        case (.environments(let from)?, .environments(let to)?) where from != to:
            return [
                Change(
                    .member, at: "\(path): environments", from: from.joined(separator: ", "),
                    to: to.joined(separator: ", "), documents: [path],
                    consequence: "others of its environments count as this one")
            ]
        case (.urlPrefix(let from)?, .urlPrefix(let to)?) where !from.hasSameBytes(as: to):
            return [Change(.updateURL, at: "web-bundles.urlPrefix", from: from, to: to, documents: [path])]
        default: return []
        }
    }

    /// Whether a block is in what is kept of a path; it is in the index as well.
    private func decides(_ path: String) -> Bool { deciding.contains(path) || path == DocumentPath.publication.file }

    private static func header(
        _ name: String, at path: String, from: String?, to: String?, decides: Bool
    ) -> Change {
        let isCache = name == HeaderField.cacheControl
        var change = Change(
            isCache ? .cacheControl : .header, at: isCache ? "cacheControl" : "\(path): \(name)", from: from, to: to,
            documents: [path],
            consequence: isCache && decides && keepsLonger(from, to)
                ? "caches may keep what is published now for longer, and with it a block or its end" : nil)
        // Of these documents alone: others can have the same values.
        if isCache { change.digests.new = [String(SHA256.hash(Array(path.utf8)).hexadecimal.prefix(8))] }
        return change
    }

    /// A value that does not say how long may be kept for as long as caches guess.
    private static func keepsLonger(_ from: String?, _ to: String?) -> Bool {
        func lifetime(_ text: String?) -> Int? { text.flatMap { CacheControl($0) }?.longestLifetime }
        let before = lifetime(from)
        guard let after = lifetime(to) else { return before != nil || from == nil && to != nil }
        return before ?? 0 < after && after > shortLifetime
    }

    /// Within this time, in seconds, a block reaches every device.
    private static let shortLifetime = 3_600

    /// The values of these settings, by the names that policies and changes use.
    var values: [String: Set<String>] {
        var values: [String: Set<String>] = [
            Self.envelopesName: [envelopes.text], "origin": [origin], "resignAfter": ["\(resignAfter)s"],
            EnvironmentPolicy.maximumBlockedName: Set([maximumBlocked?.description].compactMap(\.self)),
            "cacheControl": Set(headers.values.compactMap { $0[HeaderField.cacheControl] }),
        ]
        for (path, known) in knowledge {
            switch known {
            case .parameters(let names): values[path] = [names.text]
            case .urlPrefix(let prefix): values["web-bundles.urlPrefix"] = [prefix]
            case .environments: break
            }
        }
        return values
    }

    private static let envelopesName = "envelopes"
}

extension Envelopes {
    /// `headers, jws`
    fileprivate var text: String { names.joined(separator: ", ") }
}

extension RemoteConfigNames {
    /// `force_update_version, optional_update_version`
    fileprivate var text: String { "\(force), \(optional)" }
}
