import AppGate
import Diagnostics
import ManifestVerifier

/// What a change means for the devices with each value: platforms, systems, versions of the app, languages.
///
/// No more values of a kind than `Limits.impactValues` are kept apart, those that come first; the others are counted
/// together.
struct ImpactParts {
    /// One value; nil for all that are not kept apart.
    struct Key: Hashable {
        let dimension: Impact.Dimension
        /// nil where the value is of all.
        let platform: Platform?
        let value: String?
    }

    private(set) var counts: [Key: Impact.Counts] = [:]
    /// How many values of each kind have counts of their own.
    private var sizes: [Key: Int] = [:]

    /// The language of users whose language is not known (RFC 5646 §4.1).
    private static let unknownLanguage = "und"
    private static let unknownVersion = "unknown"

    mutating func add(_ device: Device, _ verdict: DeviceVerdict, _ count: Int) {
        let platform = device.platform
        let system =
            switch device.system {
            case .ios(let version): version.spelling
            case .android(let sdk): String(sdk)
            }
        for (dimension, platform, value) in [
            (Impact.Dimension.platform, platform, platform.rawValue), (.system, platform, system),
            (.version, platform, device.version?.spelling ?? Self.unknownVersion),
            (.language, nil, device.languages.first ?? Self.unknownLanguage),
        ] as [(Impact.Dimension, Platform?, String)] {
            let key = Key(dimension: dimension, platform: platform, value: value)
            if counts[key]?.add(verdict, count) != nil { continue }
            let others = Key(dimension: dimension, platform: platform, value: nil)
            let isFull = sizes[others, default: 0] >= Limits.impactValues
            if !isFull { sizes[others, default: 0] += 1 }
            counts[isFull ? others : key, default: .init()].add(verdict, count)
        }
    }

    mutating func add(_ counts: Impact.Counts, at key: Key) { self.counts[key, default: .init()].add(counts) }

    var rows: [Impact.Dimension: [Impact.Row]] {
        var rows: [Impact.Dimension: [Impact.Row]] = [:]
        let groups = Dictionary(grouping: counts.keys) {
            Key(dimension: $0.dimension, platform: $0.platform, value: nil)
        }
        for dimension in Impact.Dimension.allCases {
            let isBefore = dimension == .language ? Self.isBytesBefore : Self.isNumberBefore
            for platform in Platform.allCases.map(Optional.init) + [nil] {
                let keys = groups[Key(dimension: dimension, platform: platform, value: nil)] ?? []
                let named = keys.compactMap(\.value).sorted(by: isBefore).map(Optional.init)
                rows[dimension, default: []] += (named + (keys.contains { $0.value == nil } ? [nil] : [])).map {
                    value in
                    let key = Key(dimension: dimension, platform: platform, value: value)
                    return Impact.Row(platform: platform, value: value, counts: counts[key] ?? .init())
                }
            }
        }
        if rows[.language]?.map(\.value) == [Self.unknownLanguage] { rows[.language] = [] }
        return rows
    }

    private static func isBytesBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

    /// Orders versions by their numbers, those that begin with none last.
    private static func isNumberBefore(_ a: String, _ b: String) -> Bool {
        let (x, y) = (InstalledVersion(a).numbers, InstalledVersion(b).numbers)
        guard x.isEmpty == y.isEmpty else { return y.isEmpty }
        let order = VersionNumbers(x).order(VersionNumbers(y))
        guard order == 0 else { return order < 0 }
        let (m, n) = (x.dropFirst(3), y.dropFirst(3))
        return m == n ? isBytesBefore(a, b) : m.lexicographicallyPrecedes(n)
    }
}
