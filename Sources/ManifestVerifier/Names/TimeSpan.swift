/// A duration as documents, policies and command lines write it: `90s`, `30m`, `12h` or `2d`.
public struct TimeSpan: Equatable, Sendable, CustomStringConvertible {
    /// The length, more than zero.
    public let seconds: Int64
    /// The text as it was written.
    public let description: String

    /// Fails for anything but one to six digits and a unit, and for zero.
    public init?(_ text: String) {
        guard let last = text.utf8.last, let unit = Self.units[last] else { return nil }
        let digits = text.utf8.dropLast()
        guard (1...6).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        guard number > 0 else { return nil }
        seconds = number * unit
        description = text
    }

    private static let units: [UInt8: Int64] = [
        UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600, UInt8(ascii: "d"): 86_400,
    ]
}
