import Foundation
import Testing
import URLSessionTransport

@Test(arguments: [
    ("https://a.example.com/x", "https://a.example.com/y", true),
    ("https://a.example.com/x", "https://A.EXAMPLE.com/y", true),
    ("https://a.example.com/x", "http://a.example.com/y", false),
    ("https://a.example.com/x", "https://b.example.com/y", false),
    ("https://a.example.com/x", "https://example.com/y", false),
    ("https://a.example.com/x", "https://a.example.com.evil.com/y", false),
    ("https://a.example.com/x", "https://user:password@a.example.com/y", false),
    ("https://a.example.com/x", "file:///etc/passwd", false),
    ("https://localhost/x", "http://localhost/y", false),
    ("http://127.0.0.1:1/x", "http://127.0.0.1:1/y", true),
    ("http://127.0.0.1:1/x", "http://localhost:1/y", false),
    ("http://127.0.0.1:1/x", "https://127.0.0.1/y", true),
])
func `a redirect leads to the same host and never away from https`(from: String, to: String, isFollowed: Bool) throws {
    let (from, to) = (try #require(URL(string: from)), try #require(URL(string: to)))
    #expect(from.redirects(to: to) == isFollowed)
}
