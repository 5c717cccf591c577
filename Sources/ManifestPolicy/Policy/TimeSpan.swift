/// A span of time as people write it in a policy and on a command line: `90s`, `30m`, `12h` or `2d`.
package struct TimeSpan: Equatable, Sendable, CustomStringConvertible {
    /// How long it is, more than zero.
    package let seconds: Int64
    /// The text as it was written.
    package let description: String

    /// Fails for anything but one to six digits and a unit, and for zero.
    package init?(_ text: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }), (1...6).contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(digits), number > 0
        else { return nil }
        seconds = number * unit
        description = text
    }
}
