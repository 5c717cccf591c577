import ManifestVerifier

/// The version or the build of an installed app as the device reports it: `3.2.0`, `1.1.0.3`, `1.1.0-rc1`, `1.1.0+47`.
///
/// It is compared by all the numbers that it begins with: `1.1.0.3` is above `1.1.0` and below `1.1.1`. What follows the
/// numbers is not compared, so `1.1.0-rc1` passes wherever `1.1.0` does. A text that does not begin with a digit has no
/// numbers and is below nothing. Versions in documents are read strictly, as a `NumericVersion`.
public struct InstalledVersion: Hashable, Sendable, CustomStringConvertible {
    /// The text as the device reports it.
    public let spelling: String
    /// A number of 19 or more digits, which no document can name, counts as the largest integer.
    package let numbers: [Int]

    /// Any text that a device reports.
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

    /// Whether the version is below a bound; equality passes, and what is unreadable is below nothing.
    package func isBelow(_ bound: NumericVersion) -> Bool { isBelow(bound.components) }

    /// Whether the build is below a bound; equality passes, and what is unreadable is below nothing.
    func isBelow(_ bound: Int) -> Bool { isBelow([bound]) }

    private func isBelow(_ bound: [Int]) -> Bool {
        isReadable && VersionNumbers(numbers).order(VersionNumbers(bound)) < 0
    }
}

/// A version or build that a document decides by, but that the device does not report as beginning with a number.
public enum UnreadableApp: Equatable, Sendable {
    /// The version of the app, as reported; nil when none is.
    case version(String?)
    /// The build of the app, as reported; nil when none is.
    case build(String?)

    /// What is wrong, as a phrase.
    public var message: String {
        switch self {
        case .version(let text?): "the app's version \"\(text)\" does not begin with a number: it was not compared"
        case .version(nil): "the app's version is unknown: it was not compared"
        case .build(let text?): "the app's build \"\(text)\" does not begin with a number: it was not compared"
        case .build(nil): "the app's build is unknown: it was not compared"
        }
    }
}
