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

@Test(arguments: [
    ("http://example.com", TreeAddress.Failure.notHTTPS), ("file:///etc", .notHTTPS),
    ("HTTPS://example.com", .notHTTPS),
    ("example.com", .notHTTPS), ("", .notHTTPS), ("https://", .host), ("https:///path", .host), ("https://:80", .host),
    ("https://-o.example.com", .host), ("https://exa mple.com", .host), ("https://bücher.example", .host),
    ("https://a\nb", .host), ("https://a\"b", .host), ("https://[]", .host), ("https://[::1", .host),
    ("https://[x]", .host), ("https://{a,b}.example.com", .host), ("https://a:", .port), ("https://a:0", .port),
    ("https://a:65536", .port), ("https://a:1a", .port), ("https://[::1]1", .port),
    ("https://user:secret@example.com", .credentials), ("https://user@example.com", .credentials),
    ("https://example.com?x", .queryOrFragment), ("https://example.com/a?x", .queryOrFragment),
    ("https://example.com#x", .queryOrFragment), ("https://example.com/a b", .character),
    ("https://example.com/\"", .character), ("https://example.com/\\", .character),
    ("https://example.com/\n", .character), ("https://example.com/é", .character),
    ("https://example.com/%2", .character), ("https://example.com/%zz", .character),
    ("https://example.com/[1-9]", .character),
    ("https://example.com/\(String(repeating: "a", count: 2_048))", .tooLong),
])
func `what is no plain https address is refused with its reason`(text: String, failure: TreeAddress.Failure) {
    #expect(throws: TreeAddressError(text: text, failure: failure)) { try TreeAddress(text) }
    #expect(TreeAddressError(text: text, failure: failure).report.kind == .usage)
}

@Test func `a password in an address is not repeated`() throws {
    let error = try #require(throws: TreeAddressError.self) { try TreeAddress("https://me:secret@example.com") }
    #expect(!error.report.message.contains("secret"))
}

@Test func `a word with a scheme is meant as an address, a path is not`() {
    #expect(TreeAddress.isMeant(by: "https://example.com"))
    #expect(TreeAddress.isMeant(by: "http://example.com"))
    #expect(!TreeAddress.isMeant(by: "output/production"))
    #expect(!TreeAddress.isMeant(by: "/tmp/https:"))
}
