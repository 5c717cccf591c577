/// The numbers of a version, of which documents name three at most: the one order of versions and builds.
package struct VersionNumbers: Hashable, Sendable {
    /// Whether there are any.
    package let isKnown: Bool
    private let major: Int
    private let minor: Int
    private let patch: Int
    /// Whether one that follows them is not 0.
    private let hasMore: Bool

    /// - Parameter numbers: missing ones are 0; none at all is a version that is not known.
    package init(_ numbers: [Int]) {
        isKnown = !numbers.isEmpty
        major = numbers.isEmpty ? 0 : numbers[0]
        minor = numbers.count > 1 ? numbers[1] : 0
        patch = numbers.count > 2 ? numbers[2] : 0
        hasMore = numbers.dropFirst(3).contains { $0 > 0 }
    }

    var firstThree: [Int] { [major, minor, patch] }

    /// Where they come in relation to others: -1 below, 0 the same, 1 above. Of what follows the third number it is only
    /// seen whether it is there.
    package func order(_ others: VersionNumbers) -> Int {
        if major != others.major { return major < others.major ? -1 : 1 }
        if minor != others.minor { return minor < others.minor ? -1 : 1 }
        if patch != others.patch { return patch < others.patch ? -1 : 1 }
        return hasMore == others.hasMore ? 0 : hasMore ? 1 : -1
    }
}
