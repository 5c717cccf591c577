import AppGate
import ManifestVerifier
import Policy
import Population
import PublicationTree

/// What documents tell the apps on one platform before and after; several documents that tell the same are one.
struct ImpactPlace {
    let platform: Platform
    /// What they required; nothing where a document is new.
    let old: Requirements
    let new: Requirements
    /// Where `new` is from: apps keep the last document that they verified when there is none any more, and no maintenance
    /// is believed of that.
    let source: Decision.Source
    var documents: [String]
    /// The changed bounds of the app, each as requirements of its own.
    private let changed: [Requirements]
    /// A minimum of the app that goes up, as requirements of its own.
    private let raised: Requirements?

    init(_ platform: Platform, from old: Requirements, to new: Requirements?, document: String) {
        self.platform = platform
        self.old = old.deciding
        self.new = (new ?? old).deciding
        source = new == nil ? .stored : .fetched
        documents = [document]
        let (before, after) = (self.old, self.new)
        func changes(_ old: Requirement<AppBound>?, _ new: Requirement<AppBound>?) -> [Requirements] {
            guard old.map({ RequirementValue($0.bound) }) != new.map({ RequirementValue($0.bound) })
            else { return [] }
            return [old, new].compactMap { $0.map { Requirements(minimumApp: $0) } }
        }
        changed =
            changes(before.minimumApp, after.minimumApp) + changes(before.recommendedApp, after.recommendedApp)
        raised = after.minimumApp.flatMap { minimum in
            let becomes = RequirementValue(minimum.bound)
            let was = before.minimumApp.map { RequirementValue($0.bound) }
            return was == becomes || was.map(becomes.isBelow) == true ? nil : Requirements(minimumApp: minimum)
        }
    }

    func tellsTheSame(as other: ImpactPlace) -> Bool {
        platform == other.platform && source == other.source && old == other.old && new == other.new
    }

    func outcomes(for kind: PopulationDevice) -> (before: Decision, after: Decision) {
        let before = decide(old, for: kind.device, store: kind.store, source: .fetched)
        guard source != .fetched || old != new else { return (before, before) }
        return (before, decide(new, for: kind.device, store: kind.store, source: source))
    }

    /// Whether a changed bound compares what the device does not say.
    func compares(unknownOf device: Device) -> Bool { changed.contains { $0.unreadableApp(on: device) != nil } }

    /// Whether a minimum that goes up compares what the device does not say.
    func mayBlock(_ device: Device) -> Bool { raised?.unreadableApp(on: device) != nil }
}

extension Requirements {
    /// The requirements without what decides nothing: texts, and where to get the app.
    fileprivate var deciding: Requirements {
        Requirements(
            maintenance: maintenance.map { _ in Maintenance(message: nil) },
            minimumSystem: minimumSystem.map { Requirement($0.bound) },
            minimumApp: minimumApp.map { Requirement($0.bound) },
            recommendedSystem: recommendedSystem.map { Requirement($0.bound) },
            recommendedApp: recommendedApp.map { Requirement($0.bound) })
    }
}

// MARK: Places of two trees

/// The places of two trees, as far as they concern the devices of one population.
struct ImpactPlaces {
    /// The places; those that tell the same are one.
    private(set) var all: [ImpactPlace] = []
    /// The ids of the environments of environment configs that are looked at, in order.
    private(set) var configEnvironments: [String] = []

    /// - Parameter chosen: the id of the only environment of an environment config to look at; nil for those that are of
    ///   this environment, and where no index says which, all.
    init(_ comparison: TreeComparison, configEnvironment chosen: String?) {
        let (old, new) = (comparison.old, comparison.new)
        var seen: Set<String> = []
        for (path, platforms) in TreeComparison.paths(old, new) {
            let before = old.documents[path].map { ReadDocument($0, platforms) }
            let after = new.documents[path].map { ReadDocument($0, platforms) }
            let ids = chosen.map { [$0] } ?? (new.documents[path] ?? old.documents[path])?.knowledge?.environments
            var places = before?.places ?? []
            places += (after?.places ?? []).filter { before?.readings[$0] == nil }
            for place in places {
                if let id = place.configEnvironment {
                    guard ids?.contains(where: { $0.hasSameBytes(as: id) }) ?? true else { continue }
                    seen.insert(id)
                }
                add(
                    ImpactPlace(
                        place.platform, from: before?.requirements(at: place, readAs: after) ?? Requirements(),
                        to: after?.requirements(at: place, readAs: before), document: path))
            }
        }
        configEnvironments = seen.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private mutating func add(_ place: ImpactPlace) {
        guard let index = all.firstIndex(where: place.tellsTheSame) else { return all.append(place) }
        if all[index].documents.last != place.documents[0] { all[index].documents += place.documents }
    }
}

private struct ReadDocument {
    let format: DocumentFormat
    /// The places, in the order of the document.
    let places: [Reading.Place]
    let readings: [Reading.Place: Requirements]
    private let content: DocumentContent?

    init(_ document: ComparedTree.Document, _ platforms: [Platform]) {
        format = document.format
        let all = Reading.all(document, platforms: platforms) ?? []
        places = all.filter { !$0.isGate }.map(\.place)
        readings = Dictionary(all.compactMap { reading in reading.requirements.map { (reading.place, $0) } }) { first, _ in first }
        content = document.body.flatMap { try? DocumentContent(document.format, body: $0) }
    }

    /// What it tells apps at a place, whether it names that or the other side does; nil when it cannot be read there.
    func requirements(at place: Reading.Place, readAs other: ReadDocument?) -> Requirements? {
        if let named = readings[place] { return named }
        // Apps read one format: the document of another one tells them nothing.
        guard let content, format == other?.format else { return nil }
        if case .firebaseTemplate = content { return Requirements() }
        return try? Requirements(
            content, platform: place.platform, selecting: .init(configEnvironment: place.configEnvironment))
    }
}
