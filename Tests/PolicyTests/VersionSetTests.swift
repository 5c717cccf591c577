import ManifestVerifier
import TestSupport
import Testing
@testable import Policy

private func set(_ patterns: [String]) throws -> VersionSet {
    VersionSet(try patterns.map { try #require(VersionPattern($0)) })
}

@Test(arguments: [
    // Two ranges that touch leave nothing between them.
    ([">=1"], ["<=3.2", ">3.2"], true), ([">=1"], ["<3.2", ">=3.2"], true), ([">=1"], ["<3.2", ">3.2"], false),
    (["3.2"], ["<3.2", ">3.2"], false), (["1...3"], ["1...2", "2...3"], true), (["1...3"], ["1...2", ">2"], true),
    (["1...3"], ["1...2", ">=2.0.1"], false), (["<2", ">4"], ["<=2", ">=4"], true), (["<2", ">4"], ["<2"], false),
])
func `versions are within others only where every one of them is`(
    inner: [String], outer: [String], isSubset: Bool
) throws {
    #expect(try set(inner).isSubset(of: set(outer)) == isSubset)
}

@Test func `eight times as many versions take about eight times as long`() throws {
    func seconds(_ count: Int) throws -> Double {
        let ranges = try (0..<count).map { try #require(VersionPattern("\($0)...\($0 + 1)")) }
        let all = try #require(VersionPattern("0...\(count)"))
        return threadSeconds { #expect(VersionSet([all]).isSubset(of: VersionSet(ranges))) }
    }
    _ = try seconds(100)
    let (few, many) = (try seconds(250), try seconds(2_000))
    #expect(many < few * 24, "\(few) s and \(many) s")
}
