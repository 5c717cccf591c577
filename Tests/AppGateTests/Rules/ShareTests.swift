import Foundation
import ManifestVerifier
import TestSupport
import Testing

/// What the script counts: a million ids under two salts.
private struct Counted {
    let shares: [[Int]]
    let places: [UInt32]

    init() throws {
        let script = serversFolder.appending(path: "gate-interpreter.py").path
        let value = try JSONParser.parse(Array(try check("python3", ["-B", script, "shares"]).utf8))
        shares = try #require(value["shares"]).asArray().map { try $0.asArray().map { try $0.asInteger() } }
        places = try #require(value["places"]).asArray().map { UInt32(try $0.asInteger()) }
    }

    /// The id of that index, by the script's rule.
    static func installID(_ index: Int) throws -> InstallID {
        let factor = (high: UInt64(0x9E37_79B9_7F4A_7C15), low: UInt64(0xF39C_C060_5CED_C835))
        let product = UInt64(index).multipliedFullWidth(by: factor.low)
        let (low, carried) = product.low.addingReportingOverflow(1)
        let high = product.high &+ UInt64(index) &* factor.high &+ (carried ? 1 : 0)
        let digits = [high, low].map { part in
            let text = String(part, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return try #require(InstallID(digits.joined()))
    }
}

@Test(.peers(.python3))
func `of a million devices each step has its share, and another salt another one`() throws {
    let counted = try Counted()
    #expect(counted.shares.count == 10)
    for counts in counted.shares {
        let (hundredths, one, other, both) = (counts[0], counts[1], counts[2], counts[3])
        let expected = hundredths * 100
        // 0.2 points.
        #expect(abs(one - expected) <= 2_000 && abs(other - expected) <= 2_000, "\(counts)")
        // Who is in both is so by chance.
        #expect(abs(both - hundredths * hundredths / 100) <= 2_000, "\(counts)")
        if hundredths == 0 || hundredths == 10_000 { #expect(one == expected && other == expected && both == expected) }
    }
    // The library puts every device where the script does.
    #expect(counted.places.count == 1_000)
    for (index, place) in counted.places.enumerated() {
        #expect(RolloutShare.place(of: try Counted.installID(index), salt: "3.3.0") == place)
    }
}

@Test func `a device that is in stays in as the share grows, and the limit is exact`() throws {
    let starts = try (1...5).map { try #require(Instant("2026-12-0\($0)T00:00:00Z")) }
    let share = RolloutShare(
        salt: "3.3.0",
        steps: zip(starts, [0, 1, 1_000, 5_000, 10_000]).map { RolloutShare.Step(from: $0, hundredths: $1) })
    var counts = [0, 0, 0, 0, 0]
    for index in 0..<2_000 {
        let device = try Counted.installID(index)
        let isIn = starts.map { share.includes(device, at: $0) }
        #expect(isIn == isIn.sorted { !$0 && $1 })
        for (step, isIn) in isIn.enumerated() where isIn { counts[step] += 1 }
    }
    #expect(counts[0] == 0 && counts[4] == 2_000)
    #expect((150...250).contains(counts[2]) && (900...1_100).contains(counts[3]), "\(counts)")
    #expect(!share.includes(try Counted.installID(0), at: try #require(Instant("2026-11-30T23:59:59Z"))))
    // 2^32 / 10,000 is 429,496.7296.
    #expect(RolloutShare.includes(place: 429_496, hundredths: 1))
    #expect(!RolloutShare.includes(place: 429_497, hundredths: 1))
    #expect(RolloutShare.includes(place: .max, hundredths: 10_000))
    #expect(!RolloutShare.includes(place: 0, hundredths: 0))
    #expect(!RolloutShare.includes(place: .max, hundredths: 9_999))
}
