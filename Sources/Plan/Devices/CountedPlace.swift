import AppGate
import ManifestVerifier
import Policy
import PublicationTree

/// What a document tells the devices of a platform before and after; documents that tell the same are one.
struct CountedPlace {
    /// nil for no document, which blocks nothing.
    let old: Reading?
    /// Where there is no document any more, the last one: apps keep it, and believe no maintenance of it.
    let new: Reading
    let isFetched: Bool
    /// The path; of documents that tell the same, that of the first.
    let document: String
    /// The bounds of the app that differ: both values of each.
    private let changedBounds: [RequirementValue]
    let changed: ChangedSubjects

    var platform: Platform { new.place.platform }

    /// Fails where neither side has a document.
    init?(_ old: Reading?, _ new: Reading?, document: String) {
        guard let last = new ?? old else { return nil }
        (self.old, self.new, isFetched, self.document) = (old, last, new != nil, document)
        changed = ChangedSubjects(
            from: ListedRules(old ?? .nothing(like: last)), to: ListedRules(new ?? .nothing(like: last)))
        func bounds(_ reading: Reading?, _ kind: Change.Kind) -> [RequirementValue] {
            (reading?.origins ?? [:]).values.filter { $0.kind == kind }.compactMap(\.value)
        }
        changedBounds = [Change.Kind.minimumApp, .recommendedApp].flatMap { kind in
            let (before, after) = (bounds(old, kind), bounds(last, kind))
            return before == after ? [] : before + after
        }
    }

    private init(_ place: CountedPlace, _ old: Reading?, _ new: Reading) {
        (self.old, self.new, isFetched) = (old, new, place.isFetched)
        (document, changedBounds, changed) = (place.document, place.changedBounds, place.changed)
    }

    /// The place as it is at a time for devices at a place of the roll-outs.
    func state(at time: Instant, since start: Instant, place: (String) -> UInt32) -> CountedPlace {
        CountedPlace(
            self, old.map { Reading($0, $0.document.state(at: time, since: start, place: place)) },
            Reading(new, new.document.state(at: time, since: start, place: place)))
    }

    /// What it decides by, as bytes; equal for places that tell the same.
    var key: [UInt8] {
        [old, new].flatMap { ($0?.bytes ?? []) + [0] } + [isFetched ? 1 : 0]
    }

    /// Whether a changed bound compares what the device does not say.
    func compares(unknownOf device: Device) -> Bool {
        changedBounds.contains { bound in
            switch bound {
            case .version: device.version?.numbers.isEmpty ?? true
            case .number: device.build?.numbers.isEmpty ?? true
            case .text: false
            }
        }
    }
}

extension CountedPlace {
    /// The places of two trees, as far as they concern the devices of one population.
    ///
    /// Of environment configs, those environments count that are of this one, and where no index says which, all.
    static func all(of comparison: TreeComparison) -> [CountedPlace] {
        let (old, new) = (comparison.old, comparison.new)
        var all: [CountedPlace] = []
        var known: Set<[UInt8]> = []
        for (path, platforms) in TreeComparison.paths(old, new) {
            let ids = (new.documents[path] ?? old.documents[path])?.knowledge?.environments
            for (before, after) in Reading.pairs(old.documents[path], new.documents[path], platforms: platforms) {
                if let id = (after ?? before)?.place.configEnvironment {
                    guard ids?.contains(where: { $0.hasSameBytes(as: id) }) ?? true else { continue }
                }
                guard let place = CountedPlace(before, after, document: path) else { continue }
                // Rules are told of document by document.
                let key =
                    place.new.isGate ? Array(path.utf8) : place.state(at: .earliest, since: .earliest) { _ in 0 }.key
                if known.insert(key).inserted { all.append(place) }
            }
        }
        return all
    }
}
