#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A point in time as documents write it: `2026-12-01T00:00:00Z`, to the second, from 1970 to 9999 (RFC 3339, in UTC).
public struct Instant: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Int64

    /// Fails outside the years 1970 to 9999.
    public init?(secondsSince1970 seconds: Int64) {
        guard (0...Self.lastSecond).contains(seconds) else { return nil }
        secondsSince1970 = seconds
    }

    /// Fails unless `text` is exactly 20 bytes that this type would write again.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.shape.count else { return nil }
        for (byte, form) in zip(bytes, Self.shape) {
            guard form == UInt8(ascii: "d") ? byte.isASCIIDigit : byte == form else { return nil }
        }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        let days = GregorianCalendar.daysSince1970(year: number(0..<4), month: number(5..<7), day: number(8..<10))
        let time = (number(11..<13) * 60 + number(14..<16)) * 60 + number(17..<19)
        guard let instant = Instant(secondsSince1970: Int64(days * 86_400 + time)),
            instant.description.hasSameBytes(as: text)
        else { return nil }
        self = instant
    }

    /// The second that a clock shows; nil when it shows no moment of the years 1970 to 9999.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard (0...Double(Self.lastSecond)).contains(seconds) else { return nil }
        secondsSince1970 = Int64(seconds)
    }

    init(_ date: SignedDate) { secondsSince1970 = date.secondsSince1970 }

    private init(clamping seconds: Int64) { secondsSince1970 = min(max(0, seconds), Self.lastSecond) }

    /// The moment that many seconds later, or the last one of the year 9999.
    package func advanced(by seconds: Int64) -> Instant { Instant(clamping: secondsSince1970 + seconds) }

    /// The text of 20 bytes.
    public var description: String {
        let (days, time) = (Int(secondsSince1970 / 86_400), Int(secondsSince1970 % 86_400))
        let (year, month, day) = GregorianCalendar.date(daysSince1970: days)
        return "\(year.padded(to: 4))-\(month.padded())-\(day.padded())T\(GregorianCalendar.clock(time))Z"
    }

    public static func < (a: Instant, b: Instant) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

    /// 9999-12-31T23:59:59Z.
    static let lastSecond: Int64 = 253_402_300_799
    private static let shape = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
}

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
