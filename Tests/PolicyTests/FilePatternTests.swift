import Policy
import Testing
import TestSupport

@Test(arguments: [
    ("*", "a", true), ("*", "a/b", false), ("*.json", "a.json", true), ("*.json", ".json", true),
    ("*.json", "a.jsonx", false), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false), ("a*b", "abab", true),
    ("?", "a", true), ("?", "ab", false), ("a?c", "abc", true), ("a?c", "ac", false), ("a?*", "ab", true),
    ("**/*", "a", true), ("**/*", "a/b/c", true), ("**/b", "a/b", true), ("**/b", "b", true), ("**/b", "a/c", false),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "x/b", false), ("*/b", "a/b", true),
    ("*/b", "b", false), ("**/a/**/b", "x/a/a/y/b", true), ("***", "abc", true), ("A", "a", false),
])
func `a pattern matches the paths that it describes`(pattern: String, path: String, isMatch: Bool) throws {
    #expect(try #require(FilePattern(pattern)).matches(path) == isMatch)
}

@Test(arguments: ["", "/", "a/", "/a", "a//b", ".*", "a/.*", "**", "a/**", "[a]", "a b", "a\u{E9}*", "..", "../*"])
func `an invalid pattern is refused`(pattern: String) {
    #expect(FilePattern(pattern) == nil)
}

@Test(.unlessHung) func `no pattern takes long`() throws {
    let stars = try #require(FilePattern(String(repeating: "a*", count: 100)))
    let folders = try #require(FilePattern(String(repeating: "**/", count: 31) + "x"))
    let seconds = threadSeconds {
        for _ in 0..<100 {
            #expect(!stars.matches(String(repeating: "a", count: 99) + "b"))
            #expect(!folders.matches(Array(repeating: "a", count: 32).joined(separator: "/")))
        }
    }
    // Trying every way would be years.
    #expect(seconds < 2)
}
