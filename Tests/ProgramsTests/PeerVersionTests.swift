import Testing
import TestSupport

@Test(
    arguments: [
        ("OpenSSL 3.0.19 27 Jan 2026 (Library: OpenSSL 3.0.19 27 Jan 2026)", "3.0.19"), ("javac 21", "21"),
        ("version 8000GB 4.48 pypi linux amd64", "4.48"), ("nginx version: nginx/1.22.1", "1.22.1"),
        ("aws-cli/2.9.19 Python/3.11.2 Linux/6.1 source", "2.9.19"), ("go version go1.19.8 linux/amd64", "1.19.8"),
        ("v20.20.2\n", "20.20.2"), ("usage: jose COMMAND", nil),
    ] as [(String, String?)])
func `the version of a peer is read from what it says`(text: String, version: String?) {
    #expect(Peer.version(in: text) == version)
}

@Test(
    arguments: [
        ("3.2.0", "4.0", "jsonschema 3.2.0 is older than 4.0"), ("4.0.0", "4.0", nil), ("4", "4.0", nil),
        ("4.10", "4.9", nil),
        ("4.9", "4.10", "jsonschema 4.9 is older than 4.10"), ("5.0.0rc1", "4.17", nil),
        (nil, "4.0", "jsonschema does not say its version, which must be 4.0 or later"),
    ] as [(String?, String, String?)])
func `a peer that is too old is complained of, with both versions`(found: String?, minimum: String, complaint: String?)
{
    #expect(Peer.complaint(of: "jsonschema", found, minimum: minimum) == complaint)
}

@Test func `a peer that tests cannot use skips them, and fails them where peers are required`() throws {
    #expect(try Peer.areUsable("", areRequired: false))
    #expect(try Peer.areUsable("", areRequired: true))
    #expect(try !Peer.areUsable("jsonschema 3.2 is older than 4.0", areRequired: false))
    #expect(throws: CannotRun.self) { try Peer.areUsable("jsonschema 3.2 is older than 4.0", areRequired: true) }
}

@Test func `of a failed expectation with long texts, the log says the beginning, the size and a hash`() throws {
    let text = String(repeating: "A text of several lines – ä.\n", count: 2_000)
    let brief = try #require(text.brief)
    #expect(brief.hasPrefix(text.prefix(7_000)))
    #expect(brief.contains("… (\(text.utf8.count) bytes, hash "))
    #expect(brief.utf8.count < 8_300)
    #expect((text + "b").brief != (text + "c").brief)
    #expect(String(text.prefix(20_000)).brief == nil)
    #if canImport(Glibc)
        #expect(String.isLogBrief)
    #endif
}
