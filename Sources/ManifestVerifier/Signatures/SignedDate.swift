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
        let (days, time) = (Int(seconds / 86_400), Int(seconds % 86_400))
        let (year, month, day) = Self.civilDate(daysSince1970: days)
        // 1970-01-01 was a Thursday.
        let weekday = Self.weekdays[(days + 4) % 7]
        secondsSince1970 = seconds
        headerValue =
            "\(weekday), \(Self.padded(day)) \(Self.months[month - 1]) \(Self.padded(year, to: 4)) "
            + "\(Self.clock(time)) UTC"
    }

    /// The same moment as RFC 3339 writes it, for programs: `2020-08-03T22:59:35Z`.
    package var rfc3339: String {
        let (days, time) = (Int(secondsSince1970 / 86_400), Int(secondsSince1970 % 86_400))
        let (year, month, day) = Self.civilDate(daysSince1970: days)
        return "\(Self.padded(year, to: 4))-\(Self.padded(month))-\(Self.padded(day))T\(Self.clock(time))Z"
    }

    /// Fails unless `headerValue` is exactly 29 bytes that this type would write again.
    public init?(headerValue: String) {
        let bytes = Array(headerValue.utf8)
        guard bytes.count == Self.byteCount, Self.hasForm(bytes[...]) else { return nil }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)) else { return nil }
        let days = Self.daysSince1970(year: number(12..<16), month: month + 1, day: number(5..<7))
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

    /// `22:59:35`
    private static func clock(_ secondsOfDay: Int) -> String {
        "\(padded(secondsOfDay / 3_600)):\(padded(secondsOfDay / 60 % 60)):\(padded(secondsOfDay % 60))"
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// 9999-12-31T23:59:59Z.
    private static let lastSecond: Int64 = 253_402_300_799
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    // MARK: The Gregorian calendar, in eras of 400 years that begin on a 1st of March

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysBefore1970
    }

    private static func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + daysBefore1970
        let (era, day) = (days / daysOfEra, days % daysOfEra)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        // March is 0.
        let month = (5 * dayOfYear + 2) / 153
        return (
            era * 400 + yearOfEra + (month < 10 ? 0 : 1), (month + 2) % 12 + 1, dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static let daysOfEra = 146_097
    /// From 0000-03-01.
    private static let daysBefore1970 = 719_468
}
