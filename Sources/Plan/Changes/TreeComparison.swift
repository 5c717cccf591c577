import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

package final class TreeComparison: Sendable {
    /// What was, or is live.
    let old: ComparedTree
    /// What is to be.
    let new: ComparedTree
    /// What changes: decisions first, then what decides nothing.
    package let changes: [Change]
    let oldStatements: Statements
    let newStatements: Statements

    package var environment: EnvironmentName { new.environment }

    package var allowed: [String] { new.policy?.allow.filter(\.isForChange).map(\.phrase) ?? [] }

    /// Compares all documents that both sides have, and names those that only one of them has.
    ///
    /// What rules decide counts from when the old side was signed, and from a day before the clock at the earliest, since
    /// clocks differ; what was before is over for every device.
    package init(from old: ComparedTree, to new: ComparedTree, since clock: Instant = .earliest) {
        let start = clock == .earliest ? clock : max(old.signed ?? .earliest, clock.advanced(by: -Self.slowClock))
        let new = new.read(asReadersOf: old)
        let old = old.read(asReadersOf: new)
        (self.old, self.new) = (old, new)
        var found: [Change] = []
        let paths = Self.paths(old, new)
        var oldStatements = Statements(old, paths)
        newStatements = Statements(new, paths)
        let newest = oldStatements.newest
        for (path, platforms) in paths {
            let (before, after) = (old.documents[path], new.documents[path])
            // What cannot be read on the other side is not new; what failed to render is not gone.
            if before == nil, old.problems.contains(where: { $0.path == path }) { continue }
            if after == nil, !new.isComplete { continue }
            found += DocumentComparison(before, after, platforms: platforms, newest: newest, since: start).changes
            if let after, let signed = old.signed {
                found += Self.resumed(before, after, platforms: platforms, signed: signed, at: clock)
            }
        }
        let bundles = new.isComplete ? ComparedBundles.changes(from: old.bundles, to: new.bundles, since: start) : []
        found += bundles
        if let after = new.signing {
            let former = Set([old.signing?.keyName].compactMap(\.self)).union(old.otherKeys.keys)
            found += former.subtracting([after.keyName]).sorted().map { name in
                Change(.key, at: "key", from: name, to: after.keyName, documents: [])
            }
        }
        if !old.ring.isEmpty, !new.ring.isEmpty, old.ring != new.ring {
            found.append(Change(.ring, at: "keys", from: old.ring.words, to: new.ring.words, documents: []))
        }
        if let before = old.signing?.profile, let after = new.signing?.profile, before != after {
            found.append(
                Change(
                    .profile, at: "profile", from: before.rawValue, to: after.rawValue, documents: [], isDecision: true,
                    consequence: "apps that expect the other profile refuse every document"))
        }
        if let before = old.delivery, let after = new.delivery, new.isComplete {
            // That a bundle is gone is said of it, and not of its archive again.
            let told = Set(bundles.filter { $0.kind == .bundle }.map { "\(DocumentPath.webBundleFolder)/\($0.at).zip" })
            found += Delivery.changes(from: before, to: after).filter { $0.to != nil || !told.contains($0.at) }
        }
        oldStatements.addRest(of: old)
        self.oldStatements = oldStatements
        changes = Self.inOrder(found)
    }

    /// What begins with whatever is published: on devices the time of rules stands still a week after a document was signed, and
    /// they believe no maintenance of it any more.
    private static func resumed(
        _ old: ComparedTree.Document?, _ new: ComparedTree.Document, platforms: [Platform], signed: Instant,
        at clock: Instant
    ) -> [Change] {
        let end = signed.advanced(by: Int64(Limits.gateClockLead))
        guard end < clock else { return [] }
        return Reading.pairs(old, new, platforms: platforms).compactMap { before, after in
            guard let before, let after else { return nil }
            let ids = after.document.rules.map(\.id)
            let rules = before.document.rules.filter { ids.contains($0.id) && $0.resumes(after: end, until: clock) }
            guard !rules.isEmpty else { return nil }
            let path = new.path.rawValue
            var change = Change(
                .notCompared, before.place.platform, at: path, from: nil, to: nil, documents: [path], isDecision: true,
                consequence: "what is live was signed \(signed.words), and rules have stood still on devices since "
                    + "\(end.words): whatever is published, \(rules.map(\.id.quotedName).listed(upTo: 3)) may block or free "
                    + "devices with it")
            change.digests = ([before.digest], [after.digest])
            return change
        }
    }

    /// How far clocks of devices may be behind, in seconds.
    private static let slowClock: Int64 = 86_400

    /// The paths of both sides in order, each with the platforms that it serves if the document does not say so itself: those
    /// of either side, since a platform that goes has apps as well.
    static func paths(_ old: ComparedTree, _ new: ComparedTree) -> [(path: String, platforms: [Platform])] {
        let documents = old.documents.merging(new.documents) { $1 }
        let configs = Set(documents.filter { $1.format == .appConfig }.keys)
        let former = old.policy == nil ? old.saidPlatforms : old.platforms
        let all = Platform.allCases.filter { former.contains($0) || new.platforms.contains($0) }
        return documents.sorted { $0.key < $1.key }.map { path, document in
            switch document.format {
            case .appConfig: (path, Platform(ofPath: path, among: configs).map { [$0] } ?? all)
            // Its standard values are for all others.
            case .firebaseTemplate: (path, Platform.allCases)
            default: (path, all)
            }
        }
    }

    /// The same change of several documents becomes one.
    private static func inOrder(_ found: [Change]) -> [Change] {
        var merged: [Change] = []
        var places: [Change.Identity: Int] = [:]
        for change in found {
            if let index = places[change.identity] {
                merged[index].documents += change.documents
                merged[index].digests.old += change.digests.old
                merged[index].digests.new += change.digests.new
                merged[index].isDecision = merged[index].isDecision || change.isDecision
                merged[index].subjects.formUnion(change.subjects)
                merged[index].goesWithDocument = merged[index].goesWithDocument && change.goesWithDocument
                merged[index].effect =
                    merged[index].effect.map { $0.merged(with: change.effect ?? .init()) }
                    ?? change.effect
            } else {
                places[change.identity] = merged.count
                merged.append(change)
            }
        }
        func key(_ index: Int) -> (Int, Int, Int) { (merged[index].isDecision ? 0 : 1, merged[index].rank, index) }
        return merged.indices.sorted { key($0) < key($1) }.map { merged[$0].ofItsReaders }
    }
}

extension [Publication.Key] {
    /// Each key by the beginning of its SHA-256, after its id where that is another, with its state:
    /// `5f0c7a9e1b2c3d4e5f0c7a9e1b2c3d4e active, eu 91ab00ff0011223391ab00ff00112233 next`
    package var words: String {
        map { key in
            let id = key.id.rawValue == key.sha256 ? "" : "\(key.id) "
            return "\(id)\(key.sha256.prefix(32)) \(key.state.rawValue)"
        }.joined(separator: ", ")
    }
}

/// What the documents of one side say, by where a policy says it.
struct Statements: Sendable {
    /// The values, as they are shown; several where documents differ.
    private(set) var values: [String: Set<String>] = [:]
    /// The newest versions that are recommended or called the latest, or that a store has, by platform.
    private(set) var newest: [Platform: [RequirementValue]] = [:]
    /// Those of them that are called the latest, or that a store has.
    private(set) var latest: [Platform: [RequirementValue]] = [:]

    fileprivate init(_ tree: ComparedTree, _ paths: [(path: String, platforms: [Platform])]) {
        for (path, platforms) in paths {
            guard let document = tree.documents[path] else { continue }
            for value in [path, document.format.rawValue, document.sha256] { add(path, value) }
            for reading in Reading.all(document, platforms: platforms) ?? [] {
                add(path, reading.digest)
                add(reading)
            }
        }
    }

    /// Adds what a side says beside its documents: of its keys, of web bundles and of the delivery.
    fileprivate mutating func addRest(of tree: ComparedTree) {
        add("key", tree.signing?.keyName)
        add("profile", tree.signing?.profile.rawValue)
        add("keys", tree.ring.isEmpty ? nil : tree.ring.words)
        for said in [tree.bundles.values, tree.delivery?.values ?? [:]] { values.merge(said) { $0.union($1) } }
    }

    private mutating func add(_ place: String, _ value: String?) {
        if let value { values[place, default: []].insert(value) }
    }

    private mutating func add(_ reading: Reading) {
        let (platform, document) = (reading.place.platform, reading.document)
        for rule in document.rules {
            // What becomes of other devices by a rule is told of it by its id.
            add("\(reading.place.prefix)rules.\(rule.id)", rule.words(on: platform))
            add("\(reading.place.prefix)rules.\(rule.id).url", rule.url)
            add("\(reading.place.prefix)rules.url", rule.url)
            if let origin = reading.origins[rule.id], let value = origin.value {
                add(origin.member, value.description)
                if origin.kind == .recommendedApp {
                    newest[platform, default: []].append(value)
                    if reading.format == .appConfig { latest[platform, default: []].append(value) }
                }
            }
            let member = reading.member(explaining: rule.id)
            for (kind, text) in rule.texts.all {
                for entry in text?.entries ?? [] {
                    add("\(member).\(kind.member).\(entry.language.canonical)", entry.text)
                }
            }
            if let shown = reading.shownVersion(of: rule.id) { add(shown.member, shown.value?.description) }
        }
        if let address = reading.address { add(address.member, address.value?.description) }
        guard reading.isGate else { return }
        for app in document.latest ?? [] {
            newest[platform, default: []] += app.values
            latest[platform, default: []] += app.values
        }
        add("\(reading.place.prefix)rules", document.rules.map(\.id).joined(separator: ", "))
        add("\(reading.place.prefix)latest", document.latest?.words(on: platform))
    }
}

extension LatestApp {
    /// Its version, and its build.
    var values: [RequirementValue] { [.version(app)] + (build.map { [.number($0)] } ?? []) }
}

extension GateRule {
    /// Whether a device whose time has stood still decides otherwise by it once that goes on.
    fileprivate func resumes(after end: Instant, until clock: Instant) -> Bool {
        let times = conditions.flatMap { condition -> [Instant] in
            switch condition {
            case .from(let time), .until(let time): [time]
            case .share(let share): share.steps.map(\.from)
            default: []
            }
        }
        let deadline = [self.deadline.requiredFrom, self.deadline.requiredBy].compactMap(\.self)
        return outcome == .maintenance || self.deadline.grace != nil
            || (times + deadline).contains { end < $0 && $0 <= clock }
    }
}
