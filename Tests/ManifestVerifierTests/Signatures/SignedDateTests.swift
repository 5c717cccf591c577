import Foundation
import ManifestVerifier
import Testing
import TestSupport

@Test(
    arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 UTC"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 UTC"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 UTC"),
        (1_596_495_575, "Mon, 03 Aug 2020 22:59:35 UTC"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 UTC"),
        (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 UTC"),
        (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 UTC"),
        (2_147_483_647, "Tue, 19 Jan 2038 03:14:07 UTC"),
        (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 UTC"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 UTC"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 UTC"),
    ] as [(Int64, String)])
func `writes and reads a date`(seconds: Int64, text: String) throws {
    let date = try #require(SignedDate(secondsSince1970: seconds))
    #expect(date.headerValue == text)
    #expect(date.description == text)
    #expect(SignedDate(headerValue: text) == date)
    #expect(SignedDate(headerValue: text)?.secondsSince1970 == seconds)
}

@Test(arguments: [-1, .min, 253_402_300_800, .max] as [Int64])
func `has no date outside of the years 1970 to 9999`(seconds: Int64) {
    #expect(SignedDate(secondsSince1970: seconds) == nil)
}

@Test func `dates that are written are read again, in every leap year and month`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
        let seconds = Int64.random(in: 0...253_402_300_799, using: &generator)
        let date = try #require(SignedDate(secondsSince1970: seconds))
        #expect(date.headerValue.utf8.count == 29)
        #expect(SignedDate(headerValue: date.headerValue) == date)
        #expect(date.rfc3339 == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
    }
}

@Test(arguments: [
    ("GMT", "Mon, 03 Aug 2020 22:59:35 GMT"),
    ("lowercase zone", "Mon, 03 Aug 2020 22:59:35 utc"),
    ("a wrong weekday", "Tue, 03 Aug 2020 22:59:35 UTC"),
    ("a lowercase weekday", "mon, 03 Aug 2020 22:59:35 UTC"),
    ("a lowercase month", "Mon, 03 aug 2020 22:59:35 UTC"),
    ("no such weekday", "Abc, 03 Aug 2020 22:59:35 UTC"),
    ("no such month", "Mon, 03 Abc 2020 22:59:35 UTC"),
    ("a Welsh month", "Llu, 03 Aws 2020 22:59:35 UTC"),
    ("day 0", "Fri, 00 Aug 2020 22:59:35 UTC"),
    ("day 31 of April", "Fri, 31 Apr 2020 22:59:35 UTC"),
    ("day 31 of April with the weekday of 1 May", "Fri, 31 Apr 2020 00:00:00 UTC"),
    ("29 February 2021", "Mon, 29 Feb 2021 00:00:00 UTC"),
    ("29 February 2100", "Mon, 29 Feb 2100 00:00:00 UTC"),
    ("30 February 2020", "Sun, 30 Feb 2020 00:00:00 UTC"),
    ("hour 24", "Mon, 03 Aug 2020 24:00:00 UTC"),
    ("hour 24 with the next weekday", "Tue, 03 Aug 2020 24:00:00 UTC"),
    ("minute 60", "Mon, 03 Aug 2020 22:60:00 UTC"),
    ("second 60", "Sat, 31 Dec 2016 23:59:60 UTC"),
    ("the year 1969", "Wed, 31 Dec 1969 23:59:59 UTC"),
    ("the year 0000", "Sat, 01 Jan 0000 00:00:00 UTC"),
    ("a day without zero", "Mon, 3 Aug 2020 22:59:35 UTC"),
    ("a day with a space", "Mon,  3 Aug 2020 22:59:35 UTC"),
    ("an hour without zero", "Mon, 03 Aug 2020 2:59:35 UTC"),
    ("a signed number", "Mon, 03 Aug 2020 22:59:+5 UTC"),
    ("28 bytes", "Mon, 03 Aug 2020 22:59:35 UT"),
    ("30 bytes", "Mon, 03 Aug 2020 22:59:35 UTC "),
    ("a space before it", " Mon, 03 Aug 2020 22:59:35 UTC"),
    ("a colon behind it", "Mon, 03 Aug 2020 22:59:35 UTC:"),
    ("no comma", "Mon  03 Aug 2020 22:59:35 UTC"),
    ("a hyphen in the date", "Mon, 03-Aug-2020 22:59:35 UTC"),
    ("a tab", "Mon,\t03 Aug 2020 22:59:35 UTC"),
    ("a zero byte", "Mon,\u{0}03 Aug 2020 22:59:35 UTC"),
    ("full-width digits", "Mon, ０３ Aug ２０２０ 22:59:35 UTC"),
    ("29 bytes with a full-width digit", "Mon, ０ Aug 2020 22:59:35 UTC"),
    ("Arabic digits", "Mon, ٠٣ Aug 2020 22:59:35 UTC"),
    ("an offset", "Mon, 03 Aug 2020 22:59:35 +00"),
    ("RFC 3339", "2020-08-03T22:59:35.00000000Z"),
    ("the other forms of HTTP", "Monday, 03-Aug-20 22:59:35 UT"),
    ("no date", "aaa, dd aaa dddd dd:dd:dd aaa"),
    ("nothing", ""),
])
func `refuses a date in any other spelling`(name: String, text: String) {
    #expect(SignedDate(headerValue: text) == nil)
}

@Test func `dates are ordered by time`() throws {
    let dates = try ["Fri, 31 Dec 1999 23:59:59 UTC", "Sat, 01 Jan 2000 00:00:00 UTC", "Mon, 03 Aug 2020 22:59:35 UTC"]
        .map { try #require(SignedDate(headerValue: $0)) }
    #expect(dates.reversed().sorted() == dates)
}

@Test(arguments: [
    ("Mon, 03 Aug 2020 22:59:35 UTC:", true),
    ("Mon, 03 Aug 2020 22:59:35 UTC:{}", true),
    ("tUE, 99 xYZ 0000 99:99:99 gmt:{}", true),
    ("Mon, 03 Aug 2020 22:59:35 UTC", false),
    ("Mon, 03 Aug 2020 22:59:35 UTC {}", false),
    ("Mon, 03 Aug 2020 22:59:35 UTC :", false),
    (" Mon, 03 Aug 2020 22:59:35 UTC:", false),
    ("Mon, 3 Aug 2020 22:59:35 UTC:::", false),
    ("Mon, 03 Aug 2020 22:59:35 +00:", false),
    (":", false),
    ("", false),
])
func `sees whether a body begins with a date and a colon`(body: String, isPrefix: Bool) {
    #expect(SignedDate.isPrefix(of: Array(body.utf8)) == isPrefix)
    #expect(SignedDate.isPrefix(of: Array(body.utf8.prefix(30))) == isPrefix)
}

@Test func `every signed date is seen at the beginning of a body`() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<500 {
        let seconds = Int64.random(in: 0...253_402_300_799, using: &generator)
        let date = try #require(SignedDate(secondsSince1970: seconds))
        #expect(SignedDate.isPrefix(of: SignatureProfile.prefix(date: date)))
    }
}

@Test(.peers(.python3))
func `writes dates as Python does, with UTC for GMT`() throws {
    var generator = SeededGenerator(seed: 9)
    let seconds = (0..<200).map { _ in Int64.random(in: 0...253_402_300_799, using: &generator) }
    let program = """
        import sys
        from datetime import datetime, timedelta, timezone
        from email.utils import format_datetime, parsedate_to_datetime
        start = datetime(1970, 1, 1, tzinfo=timezone.utc)
        for line in sys.stdin:
            date = start + timedelta(seconds=int(line))
            text = format_datetime(date, usegmt=True)
            assert parsedate_to_datetime(text) == date
            print(text.replace("GMT", "UTC"))
        """
    let lines = try check("python3", ["-c", program], input: Array(seconds.map { "\($0)\n" }.joined().utf8))
        .split(separator: "\n").map(String.init)
    #expect(lines == seconds.compactMap { SignedDate(secondsSince1970: $0)?.headerValue })
    #expect(lines.compactMap { SignedDate(headerValue: $0)?.secondsSince1970 } == seconds)
}
