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
        guard (0...Instant.lastSecond).contains(seconds) else { return nil }
        let (days, time) = (Int(seconds / 86_400), Int(seconds % 86_400))
        let (year, month, day) = GregorianCalendar.date(daysSince1970: days)
        // 1970-01-01 was a Thursday.
        let weekday = Self.weekdays[(days + 4) % 7]
        secondsSince1970 = seconds
        headerValue =
            "\(weekday), \(day.padded()) \(Self.months[month - 1]) \(year.padded(to: 4)) "
            + "\(GregorianCalendar.clock(time)) UTC"
    }

    /// The same moment as documents write it.
    public var instant: Instant { Instant(self) }

    /// The same moment as RFC 3339 writes it, for programs: `2020-08-03T22:59:35Z`.
    package var rfc3339: String { instant.description }

    /// Fails unless `headerValue` is exactly 29 bytes that this type would write again.
    public init?(headerValue: String) {
        let bytes = Array(headerValue.utf8)
        guard bytes.count == Self.byteCount, Self.hasForm(bytes[...]) else { return nil }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)) else { return nil }
        let days = GregorianCalendar.daysSince1970(year: number(12..<16), month: month + 1, day: number(5..<7))
        let time = (number(17..<19) * 60 + number(20..<22)) * 60 + number(23..<25)
        guard let rendered = SignedDate(secondsSince1970: Int64(days * 86_400 + time)),
            rendered.headerValue.hasSameBytes(as: headerValue)
        else { return nil }
        self = rendered
    }

    public var description: String { headerValue }

    public static func < (a: SignedDate, b: SignedDate) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

    /// Whether `body` begins with something of this form and a `:`.
    ///
    /// A signature over such bytes alone could be served as a `dated` signature over what follows. Only the shape
    /// counts, in any case of letters, to protect clients that read dates less strictly as well.
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

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
