/// A version of one to three numeric components, kept as authored and compared as numbers.
///
/// `6.00`, `6.0` and `6.0.0` are the same version; `1.9.1` is below `1.10.0`.
public struct NumericVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The version as authored.
    public let spelling: String
    /// The three numbers; those that were not written are 0.
    package let numbers: VersionNumbers

    /// Fails unless `spelling` is one to three runs of 1 to 18 ASCII digits joined by dots.
    public init?(_ spelling: String) {
        let parts = spelling.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var numbers = [0, 0, 0]
        for (index, part) in parts.enumerated() {
            guard !part.isEmpty, part.count <= Limits.versionDigits, part.allSatisfy(\.isASCIIDigit) else { return nil }
            numbers[index] = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        self.spelling = spelling
        self.numbers = VersionNumbers(numbers)
    }

    /// A version of three components; each counts as the nearest number from 0 to 10^18 − 1.
    public init(major: Int, minor: Int, patch: Int) {
        func clamped(_ number: Int) -> Int { min(max(0, number), 999_999_999_999_999_999) }
        let numbers = [clamped(major), clamped(minor), clamped(patch)]
        self.numbers = VersionNumbers(numbers)
        spelling = numbers.map(String.init).joined(separator: ".")
    }

    /// The three numbers; those that were not written are 0.
    package var components: [Int] { numbers.firstThree }

    /// Where any numbers come in relation to this version: -1 below, 0 the same, 1 above; missing ones are 0.
    package func order(of numbers: [Int]) -> Int { VersionNumbers(numbers).order(self.numbers) }

    /// How many components were written.
    public var componentCount: Int { spelling.utf8.count { $0 == UInt8(ascii: ".") } + 1 }

    public var description: String { spelling }

    public static func == (a: NumericVersion, b: NumericVersion) -> Bool { a.numbers == b.numbers }

    public static func < (a: NumericVersion, b: NumericVersion) -> Bool { a.numbers.order(b.numbers) < 0 }

    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

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

// How documents spell versions: a string on iOS, an integer for SDK levels and builds.

extension NumericVersion {
    package init(versionJSON value: JSONValue) throws(JSONShapeError) {
        let spelling = try value.asString()
        guard let version = NumericVersion(spelling) else {
            throw value.unacceptable("\"\(spelling)\" is not a version of 1 to 3 numbers joined by dots")
        }
        self = version
    }

    package var versionJSON: JSONValue { .string(spelling) }
}

extension Int {
    package init(versionJSON value: JSONValue) throws(JSONShapeError) {
        self = try value.asInteger()
        guard self > 0 else { throw value.unacceptable("\(self) is not a positive integer") }
    }

    package var versionJSON: JSONValue { .integer(self) }
}
