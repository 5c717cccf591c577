import ManifestVerifier

/// The versions that some patterns are for, as intervals in order with gaps between them.
struct VersionSet {
    /// A place between two versions: just before one, or just after it.
    private struct Cut: Comparable {
        let version: NumericVersion
        let isAfter: Bool

        static func < (a: Cut, b: Cut) -> Bool {
            a.version == b.version ? !a.isAfter && b.isAfter : a.version < b.version
        }

        /// Before every version.
        static let start = Cut(version: NumericVersion(major: 0, minor: 0, patch: 0), isAfter: false)
    }

    private struct Interval {
        let start: Cut
        var end: Cut?

        init?(_ pattern: VersionPattern) {
            func before(_ version: NumericVersion) -> Cut { Cut(version: version, isAfter: false) }
            func after(_ version: NumericVersion) -> Cut { Cut(version: version, isAfter: true) }
            switch pattern {
            case .exactly(let version): (start, end) = (before(version), after(version))
            case .below(let version): (start, end) = (.start, before(version))
            case .atMost(let version): (start, end) = (.start, after(version))
            case .atLeast(let version): (start, end) = (before(version), nil)
            case .above(let version): (start, end) = (after(version), nil)
            case .range(let first, let last): (start, end) = (before(first), after(last))
            }
            if let end, end <= start { return nil }
        }

        func contains(_ other: Interval) -> Bool {
            guard start <= other.start else { return false }
            guard let end else { return true }
            return other.end.map { $0 <= end } ?? false
        }
    }

    private let intervals: [Interval]

    init(_ patterns: [VersionPattern]) {
        var merged: [Interval] = []
        for interval in patterns.compactMap(Interval.init).sorted(by: { $0.start < $1.start }) {
            guard let last = merged.last, last.end.map({ interval.start <= $0 }) ?? true else {
                merged.append(interval)
                continue
            }
            guard let end = last.end else { break }
            merged[merged.count - 1].end = interval.end.map { max($0, end) }
        }
        intervals = merged
    }

    func isSubset(of other: VersionSet) -> Bool {
        var place = 0
        for interval in intervals {
            while place < other.intervals.count, !other.intervals[place].contains(interval) { place += 1 }
            guard place < other.intervals.count else { return false }
        }
        return true
    }
}

extension VersionPattern {
    package var bounds: [NumericVersion] {
        switch self {
        case .exactly(let version), .below(let version), .atMost(let version), .atLeast(let version),
            .above(let version):
            [version]
        case .range(let first, let last): [first, last]
        }
    }
}

extension NumericVersion {
    /// The next version of three numbers.
    package var next: NumericVersion {
        NumericVersion(major: components[0], minor: components[1], patch: components[2] + 1)
    }
}
