import ManifestVerifier
import Testing
@testable import Policy

private func patterns(_ texts: [String]) throws -> [VersionPattern] {
    try texts.map { try #require(VersionPattern($0)) }
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
    #expect(try patterns(inner).areWithin(patterns(outer)) == isSubset)
}
