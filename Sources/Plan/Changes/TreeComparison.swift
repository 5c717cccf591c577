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
    /// Since when what is live stands still on devices, by the paths of documents.
    let still: [String: Instant]

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
        var (found, stills): ([Change], [String: Instant]) = ([], [:])
        let paths = Self.paths(old, new)
        var (oldStatements, newStatements) = (Statements(old, paths), Statements(new, paths))
        let newest = oldStatements.newest
        for (path, platforms) in paths {
            let (before, after) = (old.documents[path], new.documents[path])
            // What cannot be read on the other side is not new, and is compared with what devices do without it; what failed to
            // render is not gone.
            let isUnread = before == nil && old.problems.contains { $0.path == path }
            if after == nil, !new.isComplete { continue }
            let still = Self.standstill(
                (before?.signed, after?.signed), after: Int64(Limits.gateClockLead),
                isSame: before?.sha256 == after?.sha256, in: new, at: clock)
            stills[path] = still
            var changes = DocumentComparison(
                before, after, platforms: platforms, newest: newest, since: start, still: still
            ).changes
            if isUnread {
                changes.removeAll { $0.kind == .document }
                for index in changes.indices { changes[index].goesWithDocument = true }
            }
            found += changes
        }
        let steps = Self.standstill(
            (old.bundles.signed, new.bundles.signed), after: Int64(Limits.bundleStepAge),
            isSame: old.bundles.index == new.bundles.index, in: new, at: clock)
        let bundles =
            new.isComplete
            ? ComparedBundles.changes(
                from: old.bundles, to: new.bundles, since: clock, still: steps.flatMap { _ in old.bundles.signed }) : []
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
        newStatements.addRest(of: new)
        (self.oldStatements, self.newStatements, still) = (oldStatements, newStatements, stills)
        changes = Self.inOrder(found)
    }

    /// Since when what is live stands still on devices, some seconds after it was signed; nil while it does not, and where it
    /// stays as it is signed.
    private static func standstill(
        _ signed: (old: Instant?, new: Instant?), after seconds: Int64, isSame: Bool, in new: ComparedTree,
        at clock: Instant
    ) -> Instant? {
        guard let former = signed.old else { return nil }
        let end = former.advanced(by: seconds)
        let isKept =
            signed.new.map { $0 == former } ?? (clock < former.advanced(by: new.delivery?.resignAfter ?? 0))
        return end < clock && !(isSame && isKept) ? end : nil
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
        let config = new.policy?.documents.appConfig
        func platform(_ path: String) -> Platform? {
            guard let config, config.isPerPlatform else { return Platform(ofPath: path, among: configs) }
            return Platform.allCases.first { config.path.value.replacing("{platform}", with: $0.rawValue) == path }
                ?? Platform(ofPath: path, among: configs)
        }
        return documents.sorted { $0.key < $1.key }.map { path, document in
            switch document.format {
            case .appConfig: (path, platform(path).map { [$0] } ?? all)
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
