import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// What a request for a part of `0123456789` must get.
private enum Expected: Sendable {
    case part(String, String)
    case whole
    case unsatisfiable
}

@Test(
    arguments: [
        // RFC 9110 §14.1.2: from first to last, both included; to the end; the last ones.
        ("bytes=0-0", .part("0", "bytes 0-0/10")),
        ("bytes=0-4", .part("01234", "bytes 0-4/10")),
        ("bytes=2-5", .part("2345", "bytes 2-5/10")),
        ("bytes=9-9", .part("9", "bytes 9-9/10")),
        ("bytes=0-", .part("0123456789", "bytes 0-9/10")),
        ("bytes=0-9", .part("0123456789", "bytes 0-9/10")),
        ("bytes=7-", .part("789", "bytes 7-9/10")),
        ("bytes=-3", .part("789", "bytes 7-9/10")),
        ("bytes=-1", .part("9", "bytes 9-9/10")),
        ("bytes=-10", .part("0123456789", "bytes 0-9/10")),
        // What is longer than the file ends with it.
        ("bytes=5-10", .part("56789", "bytes 5-9/10")),
        ("bytes=5-99999999999999999999999999", .part("56789", "bytes 5-9/10")),
        ("bytes=5-9223372036854775807", .part("56789", "bytes 5-9/10")),
        ("bytes=-11", .part("0123456789", "bytes 0-9/10")),
        ("bytes=-99999999999999999999999999", .part("0123456789", "bytes 0-9/10")),
        ("bytes=00002-0005", .part("2345", "bytes 2-5/10")),
        // Units are compared without case (§14.1); a list may have empty elements (§5.6.1.2).
        ("BYTES=0-4", .part("01234", "bytes 0-4/10")),
        ("bytes=,0-4", .part("01234", "bytes 0-4/10")),
        ("bytes= 0-4 ,\t,", .part("01234", "bytes 0-4/10")),
        // Behind the end (§14.1.2), and the last zero bytes.
        ("bytes=10-", .unsatisfiable),
        ("bytes=10-10", .unsatisfiable),
        ("bytes=11-20", .unsatisfiable),
        ("bytes=99999999999999999999999999-", .unsatisfiable),
        ("bytes=-0", .unsatisfiable),
        ("bytes=-000", .unsatisfiable),
        // Several ranges: allowed to be ignored (§14.2).
        ("bytes=0-1,3-4", .whole),
        ("bytes=0-1, 20-30", .whole),
        ("bytes=0-0,-1", .whole),
        // Malformed: invalid, and ignored (§14.2).
        ("bytes=5-4", .whole),
        ("bytes=-", .whole),
        ("bytes=", .whole),
        ("bytes=,", .whole),
        ("bytes", .whole),
        ("bytes 0-4", .whole),
        ("bytes=0", .whole),
        ("bytes=0-4-5", .whole),
        ("bytes=--4", .whole),
        ("bytes=a-b", .whole),
        ("bytes=0x0-0x4", .whole),
        ("bytes=+0-4", .whole),
        ("bytes=0 - 4", .whole),
        ("bytes =0-4", .whole),
        ("bytes=0-4;q=1", .whole),
        ("bytes=0–4", .whole),
        ("bytes=٠-٤", .whole),
        ("=0-4", .whole),
        ("", .whole),
        // Other units are not known (§14.2).
        ("lines=0-4", .whole),
        ("none", .whole),
    ] as [(String, Expected)])
private func `a range is what RFC 9110 says`(range: String, expected: Expected) throws {
    let response = try ServedBundle(["a.txt": "0123456789"]).get("a.txt", [("Range", range)])
    switch expected {
    case .part(let text, let contentRange):
        #expect(response.status == 206)
        #expect(try response.text() == text)
        #expect(response.header("content-range") == contentRange)
        #expect(response.header("content-length") == "\(text.utf8.count)")
        #expect(response.header("content-type") == "text/plain; charset=utf-8")
        #expect(response.header("content-security-policy") == BundleResponder.defaultPolicy)
    case .whole:
        #expect(response.status == 200)
        #expect(try response.text() == "0123456789")
        #expect(response.header("content-range") == nil)
        #expect(response.header("content-length") == "10")
    case .unsatisfiable:
        #expect(response.status == 416)
        #expect(response.body == nil)
        #expect(response.header("content-range") == "bytes */10")
        #expect(response.header("content-length") == "0")
    }
}

@Test func `a range with a condition or twice is ignored`() throws {
    let bundle = try ServedBundle(["a.txt": "0123456789"])
    for condition in ["\"etag\"", "W/\"etag\"", "Mon, 03 Aug 2020 22:59:35 GMT", "*"] {
        #expect(try bundle.get("a.txt", [("range", "bytes=0-1"), ("If-Range", condition)]).status == 200)
    }
    #expect(try bundle.get("a.txt", [("range", "bytes=0-1"), ("range", "bytes=2-3")]).status == 200)
    // No validators are sent that such a condition could be made of.
    let response = try bundle.get("a.txt")
    #expect(response.header("etag") == nil && response.header("last-modified") == nil)
}

@Test(arguments: [
    ("bytes=0-", 416), ("bytes=0-0", 416), ("bytes=-0", 416), ("bytes=-1", 200), ("bytes=1-0", 200),
])
func `an empty file has no range`(range: String, status: Int) throws {
    let response = try ServedBundle(["a.txt": ""]).get("a.txt", [("range", range)])
    #expect(response.status == status)
    #expect(response.header("content-range") == (status == 416 ? "bytes */0" : nil))
    #expect(response.header("content-length") == "0")
}

@Test func `a part is read in pieces, whatever its bounds`() async throws {
    var generator = SeededGenerator(seed: 6)
    let bytes = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let bundle = try ServedBundle()
    try bundle.folder.write("bundle/video.mp4", bytes)
    let responder = try bundle.responder()
    for _ in 0..<20 {
        let first = Int.random(in: 0..<bytes.count, using: &generator)
        let last = Int.random(in: first..<bytes.count, using: &generator)
        let response = responder.response(
            method: "GET", path: "video.mp4",
            headers: [HeaderField(unchecked: "range", value: "bytes=\(first)-\(last)")])
        var received: [UInt8] = []
        for try await piece in try #require(response.body) {
            #expect((1...256 << 10).contains(piece.count))
            received += piece
        }
        let isPart = received == Array(bytes[first...last])
        #expect(isPart)
        #expect(response.body?.byteCount == last - first + 1)
        #expect(try response.body?.bytes(at: last - first + 1, count: 10) == [])
    }
}

#if os(Linux)
    @Test func `a large file is not loaded into memory`() async throws {
        // 2 GB that no disk holds.
        let bundle = try ServedBundle()
        try check("truncate", ["-s", "2G", bundle.folder.path("bundle/video.mp4")])
        let size = 2 << 30
        let response = try bundle.get("video.mp4")
        #expect(response.header("content-length") == "\(size)")
        let body = try #require(response.body)
        var growths: [Int] = []
        // Other tests take memory meanwhile, and a sanitizer keeps what was freed until it has enough of that.
        for _ in 0..<3 where growths.allSatisfy({ $0 >= 256 << 20 }) {
            let before = try residentBytes()
            var (count, most) = (0, 0)
            for try await piece in body {
                #expect(piece.count <= 256 << 10)
                count += piece.count
                if count.isMultiple(of: 64 << 20) { most = max(most, try residentBytes()) }
            }
            #expect(count == size)
            growths.append(most - before)
        }
        #expect(growths.contains { $0 < 256 << 20 }, "\(growths)")
        #expect(
            try bundle.get("video.mp4", [("range", "bytes=-10")]).header("content-range")
                == "bytes \(size - 10)-\(size - 1)/\(size)")
    }

    /// How much memory this process has.
    private func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * 4_096
    }
#endif
