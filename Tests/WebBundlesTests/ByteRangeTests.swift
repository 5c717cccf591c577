import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

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
