import ManifestVerifier

/// How many devices of a population may be concerned: `2%`, `0.05%`, `1200`. Compared exactly, as whole numbers.
package struct DeviceLimit: Equatable, Sendable, CustomStringConvertible {
    package let description: String
    private let number: UInt
    /// What `number` is a part of; nil when it is devices.
    private let whole: UInt?

    /// Fails unless `text` is a whole number of devices, or a percentage from 0 to 100 with at most 12 decimals.
    package init?(_ text: String) {
        description = text
        guard text.hasSuffix("%") else {
            guard let number = Self.number(text[...], digits: Limits.versionDigits) else { return nil }
            (self.number, whole) = (number, nil)
            return
        }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let percent = parts.first.flatMap({ Self.number($0, digits: 3) }) else { return nil }
        var (number, whole) = (percent, UInt(100))
        if parts.count == 2 {
            guard let decimals = Self.number(parts[1], digits: Self.decimals) else { return nil }
            for _ in 0..<parts[1].utf8.count { (number, whole) = (number * 10, whole * 10) }
            number += decimals
        }
        guard number <= whole else { return nil }
        (self.number, self.whole) = (number, whole)
    }

    /// Whether it allows more than another one; also where one counts devices and the other a share of them, since nobody
    /// knows which is more.
    package func allowsMore(than other: DeviceLimit) -> Bool {
        guard (whole == nil) == (other.whole == nil) else { return true }
        let (mine, theirs) = (
            number.multipliedFullWidth(by: other.whole ?? 1), other.number.multipliedFullWidth(by: whole ?? 1)
        )
        return (mine.high, mine.low) > (theirs.high, theirs.low)
    }

    package func devices(of total: Int) -> Int {
        guard let whole else { return Int(number) }
        let product = number.multipliedFullWidth(by: UInt(max(0, total)))
        return Int(whole.dividingFullWidth(product).quotient)
    }

    private static let decimals = 12

    private static func number(_ text: Substring, digits: Int) -> UInt? {
        guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return UInt(text)
    }
}

extension DeviceLimit {
    package init(_ value: JSONValue) throws(JSONShapeError) {
        self = try value.parsed(or: "neither a number of devices, like 1200, nor a share of them, like 2%") {
            DeviceLimit($0)
        }
    }
}
