import ManifestVerifier
import Testing
import WebBundles

/// The versions that the specification's suggested regular expression accepts (https://regex101.com/r/vkijKf/1/).
private let valid = [
    "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.1.2+meta-valid", "1.0.0-alpha",
    "1.0.0-beta", "1.0.0-alpha.beta", "1.0.0-alpha.beta.1", "1.0.0-alpha.1", "1.0.0-alpha0.valid",
    "1.0.0-alpha.0valid", "1.0.0-rc.1+build.1", "2.0.0-rc.1+build.123", "1.2.3-beta", "10.2.3-DEV-SNAPSHOT",
    "1.2.3-SNAPSHOT-123", "1.0.0", "2.0.0", "1.1.7", "2.0.0+build.1848", "2.0.1-alpha.1227", "1.0.0-alpha+beta",
    "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.2.3----R-S.12.9.1--.12+meta", "1.2.3----RC-SNAPSHOT.12.9.1--.12",
    "1.0.0+0.build.1-rc.10000aaa-kk-0.1", "1.0.0-0A.is.legal",
]

/// The versions that it refuses.
private let invalid = [
    "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "-invalid+invalid",
    "-invalid.01", "alpha", "alpha.beta", "alpha.beta.1", "alpha.1", "alpha+beta", "alpha_beta", "alpha.", "alpha..",
    "beta", "1.0.0-alpha_beta", "-alpha.", "1.0.0-alpha..", "1.0.0-alpha..1", "1.0.0-alpha...1", "1.0.0-alpha....1",
    "1.0.0-alpha.....1", "1.0.0-alpha......1", "1.0.0-alpha.......1", "01.1.1", "1.01.1", "1.1.01", "1.2",
    "1.2.3.DEV", "1.2-SNAPSHOT", "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788", "1.2-RC-SNAPSHOT",
    "-1.0.3-gamma+b7718", "+justmeta", "9.8.7+meta+meta", "9.8.7-whatever+meta+meta",
    "99999999999999999999999.999999999999999999.99999999999999999----RC-SNAPSHOT.12.09.1"
        + "--------------------------------..12",
]

@Suite struct SemanticVersionTests {
    @Test(arguments: valid) func `a version of the specification is accepted as it is spelled`(text: String) throws {
        let version = try #require(SemanticVersion(text))
        #expect(version.spelling == text)
        #expect(version.description == text)
        #expect(version.hasBuildMetadata == text.contains("+"))
    }

    @Test(arguments: Set(invalid).sorted()) func `what is no version by the specification is refused`(text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    @Test(arguments: [
        "", " ", "1.2.3 ", " 1.2.3", "1.2.3\n", "v1.2.3", "1.2.3-", "1.2.3+", "1.2.3-+", "1.2.3-ä", "1.2.3+ä", "１.2.3",
        "1..3", ".2.3", "1.2.", "1.2.3/..", "1.2.3-a/b", "1.2.3\0", "+1.2.3", "1.2.3-a b", "0x1.2.3",
    ])
    func `other text is refused`(text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    @Test func `numbers and the whole have their limits`() throws {
        let digits = String(repeating: "9", count: 18)
        #expect(SemanticVersion("\(digits).\(digits).\(digits)") != nil)
        #expect(SemanticVersion("1\(digits).0.0") == nil)
        #expect(SemanticVersion("0.0.1\(digits)") == nil)
        #expect(SemanticVersion("1.0.0-\(digits)") != nil)
        #expect(SemanticVersion("1.0.0-1\(digits)") == nil)
        // Build metadata is never a number.
        #expect(SemanticVersion("1.0.0+01\(digits)") != nil)
        let longest = "1.0.0-" + String(repeating: "a", count: 58)
        #expect(SemanticVersion(longest)?.spelling.utf8.count == 64)
        #expect(SemanticVersion(longest + "a") == nil)
    }

    /// In the order of their precedence: the lists of SemVer §11.2 and §11.4.4, and what its rules say beyond.
    @Test func `versions are ordered by precedence`() throws {
        let ordered = [
            "0.0.0-0", "0.0.0", "0.9.9",
            "1.0.0--", "1.0.0-A", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.1.0", "1.0.0-alpha.beta", "1.0.0-alpha0",
            "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-beta.a", "1.0.0-rc.1", "1.0.0",
            "1.9.0", "1.10.0", "1.11.0", "2.0.0-9", "2.0.0-10", "2.0.0-0a", "2.0.0", "2.1.0", "2.1.1",
            "10.0.0-999999999999999999", "10.0.0",
        ]
        let versions = try ordered.map { try #require(SemanticVersion($0)) }
        for (i, a) in versions.enumerated() {
            for (j, b) in versions.enumerated() {
                #expect((a < b) == (i < j), "\(a) and \(b)")
                #expect((a == b) == (i == j), "\(a) and \(b)")
            }
        }
        #expect(versions.shuffled().sorted() == versions)
    }

    @Test(arguments: [("1.0.0+a", "1.0.0+b"), ("1.0.0", "1.0.0+a"), ("1.0.0-rc.1+5", "1.0.0-rc.1")])
    func `build metadata says nothing of precedence`(first: String, second: String) throws {
        let (a, b) = (try #require(SemanticVersion(first)), try #require(SemanticVersion(second)))
        #expect(a == b)
        #expect(!(a < b) && !(b < a))
        #expect(Set([a, b]).count == 1)
        #expect(a.spelling != b.spelling)
    }
}
