import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// Ids that are spread over all of them.
private func installID(_ index: Int) throws -> InstallID {
    var random = SeededGenerator(seed: UInt64(index))
    let digits = (0..<16).map { _ in
        let text = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
        return text.count == 1 ? "0\(text)" : text
    }
    return try #require(InstallID(digits.joined()))
}

@Test func `a device that is in stays in as the share grows, and the limit is exact`() throws {
    let starts = try (1...5).map { try #require(Instant("2026-12-0\($0)T00:00:00Z")) }
    let share = RolloutShare(
        salt: "3.3.0",
        steps: zip(starts, [0, 1, 1_000, 5_000, 10_000]).map { RolloutShare.Step(from: $0, hundredths: $1) })
    var counts = [0, 0, 0, 0, 0]
    for index in 0..<2_000 {
        let device = try installID(index)
        let isIn = starts.map { share.includes(device, at: $0) }
        #expect(isIn == isIn.sorted { !$0 && $1 })
        for (step, isIn) in isIn.enumerated() where isIn { counts[step] += 1 }
    }
    #expect(counts[0] == 0 && counts[4] == 2_000)
    #expect((150...250).contains(counts[2]) && (900...1_100).contains(counts[3]), "\(counts)")
    #expect(!share.includes(try installID(0), at: try #require(Instant("2026-11-30T23:59:59Z"))))
    // 2^32 / 10,000 is 429,496.7296.
    #expect(RolloutShare.includes(place: 429_496, hundredths: 1))
    #expect(!RolloutShare.includes(place: 429_497, hundredths: 1))
    #expect(RolloutShare.includes(place: .max, hundredths: 10_000))
    #expect(!RolloutShare.includes(place: 0, hundredths: 0))
    #expect(!RolloutShare.includes(place: .max, hundredths: 9_999))
}
