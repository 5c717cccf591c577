import Diagnostics
import PublicationTree
import Testing

@Test(arguments: [
    ("https://example.com", "https://example.com/a/b"), ("https://example.com/", "https://example.com/a/b"),
    ("https://example.com/trees/production//", "https://example.com/trees/production/a/b"),
    ("https://127.0.0.1:8443", "https://127.0.0.1:8443/a/b"), ("https://[::1]:8443/x", "https://[::1]:8443/x/a/b"),
    ("https://xn--bcher-kva.example/%20(a)'$&", "https://xn--bcher-kva.example/%20(a)'$&/a/b"),
])
func `the URL of a file is the address, a slash and the path`(address: String, url: String) throws {
    #expect(try TreeAddress(address).url(of: "a/b") == url)
}

private let notHTTPS = "is not an https:// address"
private let noHost = "names no host"
private let badPort = "has a port that is not a number from 1 to 65535"
private let credentials = "must not hold credentials"
private let query = "has a query or a fragment, after which no path can be added"
private let character = "has a character that a URL must escape"
private let tooLong = "is longer than 2048 bytes"

@Test(arguments: [
    ("http://example.com", notHTTPS), ("file:///etc", notHTTPS),
    ("HTTPS://example.com", notHTTPS),
    ("example.com", notHTTPS), ("", notHTTPS), ("https://", noHost), ("https:///path", noHost), ("https://:80", noHost),
    ("https://-o.example.com", noHost), ("https://exa mple.com", noHost), ("https://bücher.example", noHost),
    ("https://a\nb", noHost), ("https://a\"b", noHost), ("https://[]", noHost), ("https://[::1", noHost),
    ("https://[x]", noHost), ("https://{a,b}.example.com", noHost), ("https://a:", badPort), ("https://a:0", badPort),
    ("https://a:65536", badPort), ("https://a:1a", badPort), ("https://[::1]1", badPort),
    ("https://user:secret@example.com", credentials), ("https://user@example.com", credentials),
    ("https://example.com?x", query), ("https://example.com/a?x", query),
    ("https://example.com#x", query), ("https://example.com/a b", character),
    ("https://example.com/\"", character), ("https://example.com/\\", character),
    ("https://example.com/\n", character), ("https://example.com/é", character),
    ("https://example.com/%2", character), ("https://example.com/%zz", character),
    ("https://example.com/[1-9]", character),
    ("https://example.com/\(String(repeating: "a", count: 2_048))", tooLong),
])
func `what is no plain https address is refused with its reason`(text: String, reason: String) throws {
    let error = try #require(throws: ErrorReport.self) { try TreeAddress(text) }
    // A password would end up in a log.
    #expect(error.message == (reason == credentials ? "the address \(reason)" : "\"\(text)\" \(reason)"))
    #expect(error.kind == .usage)
}

@Test func `a word with a scheme is meant as an address, a path is not`() {
    #expect(TreeAddress.isMeant(by: "https://example.com"))
    #expect(TreeAddress.isMeant(by: "http://example.com"))
    #expect(!TreeAddress.isMeant(by: "output/production"))
    #expect(!TreeAddress.isMeant(by: "/tmp/https:"))
}
