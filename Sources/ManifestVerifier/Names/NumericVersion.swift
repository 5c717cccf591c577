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
