import ManifestVerifier
import Policy
import PublicationTree

/// How documents reach devices: where they are, in what their signatures travel, how long they are kept on the way, and by
/// which names they are read.
struct Delivery: Equatable, Sendable {
    private let origin: String
    private let envelopes: Envelopes
    /// The age at which signatures are renewed, in seconds.
    private let resignAfter: Int64
    /// The cache-control of each document by its path, and that of the index.
    private let caches: [String: String]
    /// The parameters of remote configuration by the paths of documents.
    private let parameters: [String: RemoteConfigNames]

    init(_ publication: Publication) {
        (origin, envelopes) = (publication.origin, publication.envelopes)
        resignAfter = publication.resignAfter
        var caches = [DocumentPath.publication.file: publication.cacheControl.value]
        var parameters: [String: RemoteConfigNames] = [:]
        for document in publication.documents {
            caches[document.path.rawValue] = document.headers.first { $0.name == "cache-control" }?.value
            parameters[document.path.rawValue] = document.knowledge?.parameters
        }
        (self.caches, self.parameters) = (caches, parameters)
    }

    init(_ environment: RenderedEnvironment) {
        let policy = environment.policy
        (origin, envelopes) = (policy.origin, policy.envelopes.value)
        resignAfter = policy.resignAfter
        var caches = [DocumentPath.publication.file: policy.cacheControl.standard.value]
        var parameters: [String: RemoteConfigNames] = [:]
        for document in environment.documents {
            caches[document.path.rawValue] = document.cacheControl.value
            parameters[document.path.rawValue] = document.knowledge?.parameters
        }
        (self.caches, self.parameters) = (caches, parameters)
    }

    /// What changes from one to another.
    static func changes(from old: Self, to new: Self) -> [Change] {
        var changes: [Change] = []
        if old.envelopes != new.envelopes {
            let removed = old.envelopes.names.filter { !new.envelopes.names.contains($0) }
            changes.append(
                Change(
                    .envelopes, at: envelopesName, from: old.envelopes.text, to: new.envelopes.text, documents: [],
                    consequence: removed.isEmpty
                        ? nil : "what is configured for \(removed.joined(separator: " or ")) accepts nothing new"))
        }
        if !old.origin.hasSameBytes(as: new.origin) {
            changes.append(Change(.origin, at: "origin", from: old.origin, to: new.origin, documents: []))
        }
        if old.resignAfter != new.resignAfter {
            changes.append(
                Change(
                    .resignAfter, at: "resignAfter", from: "\(old.resignAfter)s", to: "\(new.resignAfter)s",
                    documents: [],
                    consequence: old.resignAfter < new.resignAfter
                        ? "signatures become older; apps with a maximum age may take them for frozen" : nil))
        }
        for path in Set(old.caches.keys).intersection(new.caches.keys).sorted() {
            guard let from = old.caches[path], let to = new.caches[path], !from.hasSameBytes(as: to) else { continue }
            changes.append(
                Change(
                    .cacheControl, at: "cacheControl", from: from, to: to, documents: [path],
                    consequence: keepsLonger(from, to)
                        ? "caches may keep what is published now for longer, and with it a block or its end" : nil))
        }
        for path in Set(old.parameters.keys).intersection(new.parameters.keys).sorted() {
            guard let from = old.parameters[path], let to = new.parameters[path], from != to else { continue }
            var change = Change(
                .parameters, at: path, from: from.text, to: to.text, documents: [path],
                consequence: "apps that read the former names find others, or none")
            change.isDecision = true
            changes.append(change)
        }
        return changes
    }

    private static func keepsLonger(_ from: String, _ to: String) -> Bool {
        func lifetime(_ text: String) -> Int { CacheControl(text)?.sharedLifetime ?? .max }
        return lifetime(from) < lifetime(to) && lifetime(to) > shortLifetime
    }

    /// A block arrives within it at the latest, in seconds.
    private static let shortLifetime = 3_600

    /// What this says, by where a policy or a change says it.
    var values: [String: Set<String>] { [Self.envelopesName: [envelopes.text]] }

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
