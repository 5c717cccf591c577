import ManifestVerifier
import Testing

@Test(
    arguments: [
        ("https://example.com", "example.com", nil, "", false),
        ("https://Example.com:8443/a%20b/", "Example.com", "8443", "/a%20b/", false),
        ("https://my_host.example:?x", "my_host.example", "", "", true),
        ("https://[2001:db8::1]:1/x#y", "2001:db8::1", "1", "/x", true),
        ("https://a/b?filter[x]=1&c=/d?#e", "a", nil, "/b", true),
    ] as [(String, String, String?, String, Bool)])
func `an https address is taken apart`(text: String, host: String, port: String?, path: String, more: Bool) throws {
    let address = try WebAddress(text)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.path == path)
    #expect(address.hasQueryOrFragment == more)
}

@Test(arguments: [
    ("", WebAddress.Failure.notHTTPS), ("example.com", .notHTTPS), ("http://example.com", .notHTTPS),
    ("http://localhost", .notHTTPS), ("HTTPS://example.com", .notHTTPS), ("https:example.com", .notHTTPS),
    ("https://", .host), ("https:///a", .host), ("https://:1", .host), ("https://?a", .host), ("https://[]", .host),
    ("https://[::1", .host), ("https://[g::1]", .host), ("https://a b", .host), ("https://b\u{FC}cher.example", .host),
    ("https://a%2", .host), ("https://a\\b", .host), ("https://{a}", .host), ("https://a:b", .port),
    ("https://[::1]1", .port), ("https://a:1:2", .port), ("https://me@example.com", .credentials),
    ("https://me:secret@example.com/a", .credentials), ("https://a/b c", .character), ("https://a/\u{E9}", .character),
    ("https://a/\n", .character), ("https://a?\"", .character), ("https://a/#{}", .character),
    ("https://a/\u{7F}", .character), ("https://a/" + String(repeating: "a", count: WebAddress.byteLimit), .tooLong),
])
func `what is not an https address without credentials is refused with its reason`(
    text: String, failure: WebAddress.Failure
) {
    #expect(throws: failure) { try WebAddress(text) }
}

@Test func `http is allowed for this very machine only, and only on demand`() throws {
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        #expect(try WebAddress("http://\(host):8080/a", allowsLocalHTTP: true).path == "/a")
    }
    for host in ["example.com", "127.0.0.1.example.com", "localhost.", "[::2]", "127.0.0.1@example.com"] {
        #expect(throws: WebAddress.Failure.self) { try WebAddress("http://\(host)/a", allowsLocalHTTP: true) }
    }
    #expect(throws: WebAddress.Failure.notHTTPS) { try WebAddress("ftp://localhost", allowsLocalHTTP: true) }
}

@Test(arguments: [
    ("", [] as [UInt8]?), ("a b", [0x61, 0x20, 0x62]), ("%41%fF%00", [0x41, 0xFF, 0]), ("%2541", [0x25, 0x34, 0x31]),
    ("%", nil), ("%4", nil), ("a%4g", nil), ("%%41", nil), ("%+1", nil),
])
func `percent-encoding is decoded once and strictly`(text: String, bytes: [UInt8]?) {
    #expect(text.utf8.percentDecoded == bytes)
}
