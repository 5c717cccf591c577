#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A point in time as the date header carries it: `Mon, 03 Aug 2020 22:59:35 UTC`, to the second, from 1970 to 9999.
///
/// This is the form of RFC 9110 §5.6.7 with `UTC` in place of `GMT`, as the deployed clients of the contract check it.
public struct SignedDate: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Int64
    /// The 29 ASCII bytes of the header's value.
    public let headerValue: String

    /// Fails outside the years 1970 to 9999.
    public init?(secondsSince1970 seconds: Int64) {
        guard (0...Self.lastSecond).contains(seconds) else { return nil }
        let date = Date(timeIntervalSince1970: Double(seconds))
        let parts = Self.calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
            let minute = parts.minute, let second = parts.second, let weekday = parts.weekday
        else { return nil }
        secondsSince1970 = seconds
        headerValue =
            "\(Self.weekdays[weekday - 1]), \(Self.padded(day)) \(Self.months[month - 1]) \(Self.padded(year, to: 4)) "
            + "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second)) UTC"
    }

    /// Fails unless `headerValue` is exactly 29 bytes that this type would write again.
    public init?(headerValue: String) {
        let bytes = Array(headerValue.utf8)
        guard bytes.count == Self.byteCount, Self.hasForm(bytes[...]) else { return nil }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)) else { return nil }
        let parts = DateComponents(
            year: number(12..<16), month: month + 1, day: number(5..<7), hour: number(17..<19),
            minute: number(20..<22), second: number(23..<25))
        guard let date = Self.calendar.date(from: parts),
            let rendered = SignedDate(secondsSince1970: Int64(date.timeIntervalSince1970)),
            rendered.headerValue.hasSameBytes(as: headerValue)
        else { return nil }
        self = rendered
    }

    public var description: String { headerValue }

    public static func < (a: SignedDate, b: SignedDate) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

    /// Whether `body` begins with something of this form and a `:`.
    ///
    /// A signature over such bytes alone could be served as a `dated` signature over what follows. Only the shape is
    /// looked at, in any case of letters: a client that reads dates less strictly must not be open to it either.
    public static func isPrefix(of body: [UInt8]) -> Bool {
        body.count > byteCount && body[byteCount] == UInt8(ascii: ":") && hasForm(body[..<byteCount])
    }

    // MARK: Form

    /// Bytes of a header value.
    package static let byteCount = 29
    private static let shape = Array("aaa, dd aaa dddd dd:dd:dd aaa".utf8)

    private static func hasForm(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, shape).allSatisfy { byte, form in
            switch form {
            case UInt8(ascii: "a"): byte.isASCIILetter
            case UInt8(ascii: "d"): byte.isASCIIDigit
            default: byte == form
            }
        }
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// 9999-12-31T23:59:59Z.
    private static let lastSecond: Int64 = 253_402_300_799
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
