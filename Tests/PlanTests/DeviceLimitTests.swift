import Plan
import PublicationTree
import Testing

@Suite struct DeviceLimitTests {
    @Test(arguments: [
        ("0", 100, 0), ("7", 3, 7), ("999999999999999999", 1, 999_999_999_999_999_999), ("0%", 1_000, 0),
        ("2%", 50, 1), ("2%", 49, 0), ("2%", 99, 1), ("2%", 100, 2), ("100%", 12, 12), ("100.000%", 12, 12),
        ("0.05%", 2_000, 1), ("0.05%", 1_999, 0), ("33.3%", 1_000, 333), ("007%", 100, 7), ("2%", 0, 0),
        ("100%", Int.max, Int.max), ("50%", Int.max, Int.max / 2),
        ("99.999999999999%", Int.max, 9_223_372_036_854_683_573),
        ("0.000000000001%", Int.max, 92_233),
    ])
    func `a limit is the whole number of devices that do not exceed it`(text: String, total: Int, devices: Int) throws {
        let limit = try #require(DeviceLimit(text))
        #expect(limit.devices(of: total) == devices)
        #expect(limit.description == text)
    }

    @Test(arguments: [
        "", "%", "-1", "+1", "1.5", "1e3", "0x1", " 1", "1 ", "1%%", "100.1%", "101%", "1000%", "1.%", ".1%", "1,5%",
        "٣",
        "1.0000000000001%", "1000000000000000000", "1.2.3%", "x", "100.000000000001%", "٢%", "2 %",
    ])
    func `what is not a number or a percentage is no limit`(text: String) {
        #expect(DeviceLimit(text) == nil)
    }

    @Test(arguments: [
        ("2%", "2%", false), ("2.0%", "2%", false), ("2.1%", "2%", true), ("2%", "2.1%", false), ("100%", "0%", true),
        ("10", "9", true), ("9", "10", false), ("9", "9", false), ("1", "100%", true), ("0%", "1", true),
        ("0.000000000001%", "0%", true), ("99.999999999999%", "100%", false),
    ])
    func `a limit allows more than another one, or nobody knows`(text: String, other: String, isMore: Bool) throws {
        #expect(try #require(DeviceLimit(text)).allowsMore(than: try #require(DeviceLimit(other))) == isMore)
    }

    @Test(arguments: [
        (0, 0, "0%"), (0, 10, "0%"), (10, 10, "100%"), (1, 2, "50.0%"), (1, 3, "33.3%"), (2, 3, "66.7%"),
        (1, 1_000, "0.1%"), (1, 2_000, "0.1%"), (1, 2_001, "<0.1%"), (1, Int.max, "<0.1%"),
        (1_999, 2_000, ">99.9%"), (9_994, 10_000, "99.9%"), (Int.max - 1, Int.max, ">99.9%"),
        (Int.max / 2, Int.max, "50.0%"), (Int.max, Int.max, "100%"), (1, 1_000_000, "<0.1%"), (1, 1_999, "0.1%"),
        (999_999, 1_000_000, ">99.9%"), (9_996, 10_000, ">99.9%"), (23, 1_000, "2.3%"), (2, 100, "2.0%"),
    ])
    func `a share rounds nothing away`(part: Int, whole: Int, text: String) {
        #expect(DeviceShare(part, of: whole).description == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678"), (-1_000, "-1,000")])
    func `numbers are grouped by thousands`(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
