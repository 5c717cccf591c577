import Classic
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

// Other spellings have their vectors (verification-headers.json).
@Test func `refuses a date in any other spelling, at every byte`() throws {
    let date = "Mon, 03 Aug 2020 22:59:35 UTC"
    let others = Array("0123456789aAuUgGmM ,:-+\t\0０٣")
    for index in 0...date.count {
        let (head, tail) = (date.prefix(index), date.dropFirst(index))
        let texts = others.flatMap { ["\(head)\($0)\(tail)", "\(head)\($0)\(tail.dropFirst())"] }
        for text in texts + ["\(head)\(tail.dropFirst())", "\(head)"] {
            // Another time is a date as well.
            guard let read = SignedDate(headerValue: text) else { continue }
            #expect(Array(read.headerValue.utf8) == Array(text.utf8))
        }
    }
}

@Test(arguments: [
    "Fri, 31 Apr 2020 00:00:00 UTC", "Mon, 29 Feb 2100 00:00:00 UTC", "Tue, 03 Aug 2020 24:00:00 UTC",
    "Sat, 01 Jan 0000 00:00:00 UTC", "Llu, 03 Aws 2020 22:59:35 UTC", "Mon, 03 Aug 2020 22:59:35 +00",
])
func `refuses what is no date of the calendar, though its weekday may be right`(text: String) {
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
