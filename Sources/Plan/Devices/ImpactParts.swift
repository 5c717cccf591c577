import AppGate
import Diagnostics
import ManifestVerifier

/// What a change means for the devices with each value: platforms, systems, versions of the app, languages.
///
/// No more values of a kind than `Limits.impactValues` are kept apart, those that come first; the others are counted
/// together.
struct ImpactParts {
    private var platforms: [Platform: Impact.Counts] = [:]
    private var systems: [Platform: Values] = [:]
    private var versions: [Platform: Values] = [:]
    private var languages = Values()

    /// What stands for the language of users of whom it is not known (RFC 5646 §4.1).
    private static let unknownLanguage = "und"
    /// What stands for the version of apps of which it is not known.
    private static let unknownVersion = "unknown"

    mutating func add(_ device: Device, _ verdict: ImpactVerdict, _ count: Int) {
        let platform = device.platform
        platforms[platform, default: .init()].add(verdict, count)
        let system =
            switch device.system {
            case .ios(let version): version.spelling
            case .android(let sdk): String(sdk)
            }
        systems[platform, default: .init()].add(system, verdict, count)
        versions[platform, default: .init()].add(device.version?.spelling ?? Self.unknownVersion, verdict, count)
        languages.add(device.languages.first ?? Self.unknownLanguage, verdict, count)
    }

    var rows: [Impact.Dimension: [Impact.Row]] {
        var rows: [Impact.Dimension: [Impact.Row]] = [:]
        for platform in Platform.allCases {
            rows[.platform, default: []] +=
                platforms[platform].map {
                    [Impact.Row(platform: platform, value: platform.rawValue, counts: $0)]
                } ?? []
            for (dimension, values) in [(Impact.Dimension.system, systems), (.version, versions)] {
                rows[dimension, default: []] += values[platform]?.rows(of: platform, Self.isNumberBefore) ?? []
            }
        }
        let spoken = languages.rows(of: nil, Self.isBytesBefore)
        rows[.language] = spoken.map(\.value) == [Self.unknownLanguage] ? [] : spoken
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

    private struct Values {
        private var counts: [String: Impact.Counts] = [:]
        private var others = Impact.Counts()

        mutating func add(_ value: String, _ verdict: ImpactVerdict, _ count: Int) {
            if counts[value]?.add(verdict, count) != nil { return }
            guard counts.count < Limits.impactValues else { return others.add(verdict, count) }
            counts[value, default: .init()].add(verdict, count)
        }

        func rows(of platform: Platform?, _ isBefore: (String, String) -> Bool) -> [Impact.Row] {
            let rows = counts.keys.sorted(by: isBefore).map {
                Impact.Row(platform: platform, value: $0, counts: counts[$0] ?? .init())
            }
            return others.devices == 0 ? rows : rows + [Impact.Row(platform: platform, value: nil, counts: others)]
        }
    }
}
