import ManifestVerifier

/// The version or the build of an installed app as the device reports it: `3.2.0`, `1.1.0.3`, `1.1.0-rc1`, `1.1.0+47`.
///
/// It is compared by the numbers that it begins with, by all of them: `1.1.0.3` is above `1.1.0` and below `1.1.1`. What
/// follows the numbers is not compared, so that `1.1.0-rc1` passes wherever `1.1.0` does. A text that does not begin with a
/// digit has no numbers and is below nothing. What documents say is read strictly, as a `NumericVersion`.
public struct InstalledVersion: Hashable, Sendable, CustomStringConvertible {
    /// The text as the device reports it.
    public let spelling: String
    /// One that no document can name, of 19 digits or more, counts as the largest integer.
    private let numbers: [Int]

    /// What a device reports, whatever it is.
    public init(_ spelling: String) {
        self.spelling = spelling
        var numbers: [Int] = []
        for part in spelling.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            let digits = part.prefix { $0.isASCIIDigit }
            guard !digits.isEmpty else { break }
            numbers.append(Int(String(decoding: digits, as: UTF8.self)) ?? .max)
            guard digits.count == part.count else { break }
        }
        self.numbers = numbers
    }

    /// Whether the text begins with a number, so that it can be compared.
    public var isReadable: Bool { !numbers.isEmpty }

    public var description: String { spelling }

    /// Whether the version is below a bound; equality passes, and what cannot be read is below nothing.
    func isBelow(_ bound: NumericVersion) -> Bool { isBelow(bound.components) }

    /// Whether the build is below a bound; equality passes, and what cannot be read is below nothing.
    func isBelow(_ bound: Int) -> Bool { isBelow([bound]) }

    private func isBelow(_ bound: [Int]) -> Bool {
        guard isReadable else { return false }
        func padded(_ numbers: [Int], to count: Int) -> [Int] {
            numbers + [Int](repeating: 0, count: max(0, count - numbers.count))
        }
        return padded(numbers, to: bound.count).lexicographicallyPrecedes(padded(bound, to: numbers.count))
    }
}
