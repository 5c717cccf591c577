import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// Everything that an update refuses leaves the store as it was.
@Suite struct `An update refuses` {
    /// - Parameter version: the one that is given up for a day, as its archive is what was signed.
    private func expectRefusal(
        _ bench: StoreBench, givingUp version: String? = nil, _ expected: (UpdateFailure) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        func kept() throws -> [String: [UInt8]] {
            try bench.folder.snapshot("store").filter {
                $0.key != "index" && (version == nil || $0.key != "state.json")
            }
        }
        let before = try kept()
        let outcome = try await bench.update()
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)", sourceLocation: sourceLocation)
            return
        }
        #expect(expected(failure), "\(failure)", sourceLocation: sourceLocation)
        #expect(!failure.message.isEmpty)
        let after = try kept()
        #expect(after == before, sourceLocation: sourceLocation)
        if let version {
            let failed = try await bench.store().status().failed
            #expect(failed.contains(try StoreBench.version(version)), sourceLocation: sourceLocation)
        }
        #expect(try bench.names().filter { $0.hasPrefix(".") } == [], sourceLocation: sourceLocation)
        try await bench.expectWhole(sourceLocation: sourceLocation)
    }

    private func bench() async throws -> StoreBench {
        let bench = try StoreBench()
        try await bench.reach("1.4.5")
        return bench
    }

    @Test func `an archive with the right signature and another hash`() async throws {
        let bench = try await bench()
        let wrong = SHA256.hash([1, 2, 3]).hexadecimal
        try await bench.publish([try bench.offer("1.5.0", sha256: wrong)])
        try await expectRefusal(bench) {
            if case .wrongHash(wrong, _) = $0 { true } else { false }
        }
    }

    @Test func `an archive with the right hash and another signature`() async throws {
        let bench = try await bench()
        try await bench.publish([try bench.offer("1.5.0", signing: [1, 2, 3])])
        let id = bench.publisher.id
        try await expectRefusal(bench) { $0 == .badSignature(id) }
    }

    @Test func `an archive that another trusted key has signed`() async throws {
        let bench = try await bench()
        let other = try Publisher("other")
        let offer = try bench.offer("1.5.0")
        // The document is signed by a key that is newer on the ring, the archive still by the former one.
        try await bench.publish([offer], by: other)
        let outcome = try await bench.update(
            bench.store(ring: StoreBench.ring(bench.publisher.trusted(), other.trusted())))
        #expect(outcome == .failed(.badSignature(other.id)))
    }

    @Test func `an archive of which a bit was flipped on the way`() async throws {
        let bench = try await bench()
        let bytes = try bench.archive(StoreBench.files("1.5.0"))
        let offer = try bench.offer("1.5.0", archive: bytes)
        for bit in [0, bytes.count * 4, bytes.count * 8 - 1] {
            bench.site.set("v1.5.0.zip", .file(bytes.flipping(bit: bit)))
            try await bench.publish([offer])
            try await expectRefusal(bench) { if case .wrongHash = $0 { true } else { false } }
        }
    }

    @Test func `an older document than the last one`() async throws {
        let bench = try await bench()
        let former = try #require(bench.site.resource("index.json.jws"))
        try await bench.publish("1.4.6")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.4.6")))
        bench.site.set("index.json.jws", former)
        try await expectRefusal(bench) {
            if case .verification(.rollback(.date)) = $0 { true } else { false }
        }
    }

    @Test func `another document of the same date`() async throws {
        let bench = try await bench()
        try await bench.publish("1.4.5", "1.4.6", minutesLater: -1)
        try await expectRefusal(bench) {
            if case .verification(.rollback(.body)) = $0 { true } else { false }
        }
    }

    @Test func `a document by a key that is not on the ring, or changed, or from the future`() async throws {
        let bench = try await bench()
        try await bench.publish([try bench.offer("1.5.0")], by: try Publisher("stranger"))
        try await expectRefusal(bench) { if case .verification(.unknownKey) = $0 { true } else { false } }
        try await bench.publish([try bench.offer("1.5.0")], by: try Publisher(bench.publisher.id.rawValue))
        try await expectRefusal(bench) { if case .verification(.badSignature) = $0 { true } else { false } }
        try await bench.publish([try bench.offer("1.5.0")], minutesLater: 60 * 48)
        try await expectRefusal(bench) { if case .verification(.aheadOfClock) = $0 { true } else { false } }
    }

    @Test func `a manifest in the place of an index`() async throws {
        let bench = try await bench()
        let date = try #require(SignedDate(headerValue: Publisher.date))
        let body = try #require(Bodies.of(.webBundleManifest))
        try await bench.publish(body, as: "index.json", at: date, by: bench.publisher)
        try await expectRefusal(bench) { if case .verification(.otherDocument(.format)) = $0 { true } else { false } }
    }

    @Test(arguments: [
        "../v1.5.0.zip", "builds/v1.5.0.zip", "/v1.5.0.zip", ".v1.5.0.zip", "//example.com/v1.5.0.zip",
        "http://example.com/v1.5.0.zip", "https://user:word@example.com/v1.5.0.zip", "https://user@example.com/a.zip",
        "file:///etc/passwd", "ftp://example.com/a.zip", "javascript:1", "v1.5.0.zip?a", "https:v1.5.0.zip", "https://",
        "v1 5.zip", "http://127.0.0.1.example.com/a.zip",
    ])
    func `an archive at an address that nothing is fetched from`(url: String) async throws {
        let bench = try StoreBench()
        try await bench.publish([try bench.offer("1.5.0", url: url)])
        #expect(try await bench.update() == .failed(.unacceptableURL(url)))
        #expect(bench.site.requests == ["index.json.jws"])
    }

    @Test(arguments: [
        ("v1.5.0.zip", "https://example.com/builds/v1.5.0.zip"),
        ("https://cdn.example.com/x/v1.5.0.zip?key=1", "https://cdn.example.com/x/v1.5.0.zip?key=1"),
        ("http://127.0.0.1:8080/v1.5.0.zip", "http://127.0.0.1:8080/v1.5.0.zip"),
    ])
    func `no other address`(text: String, url: String) throws {
        let document = try #require(URL(string: "https://example.com/builds/index.json?key=1#part"))
        #expect(BundleAddress.url(text, beside: document)?.absoluteString == url)
    }

    @Test func `an archive that is larger or smaller than the index says`() async throws {
        let bench = try await bench()
        let size = try bench.offer("1.5.0").byteCount
        try await bench.publish([try bench.offer("1.5.0", size: size - 1)], minutesLater: 0)
        try await expectRefusal(bench) { $0 == .archiveTooLarge(limit: size - 1) }
        try await bench.publish([try bench.offer("1.5.0", size: size + 1)], minutesLater: 1)
        try await expectRefusal(bench) { $0 == .wrongSize(expected: size + 1, found: size) }
    }

    @Test func `an archive over the limit`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let outcome = try await bench.updater(byteLimit: 1_000).update()
        #expect(outcome == .failed(.archiveTooLarge(limit: 1_000)))
        // It is known before anything else is fetched.
        #expect(bench.site.requests == ["index.json.jws"])
    }

    @Test func `an archive over the limit from a transport that keeps none`() async throws {
        let bench = try StoreBench()
        // What the index says is not what comes.
        try await bench.publish([try bench.offer("1.5.0", size: 900)])
        guard case .file(let bytes) = bench.site.resource("v1.5.0.zip") else {
            Issue.record("the archive is not on the site")
            return
        }
        bench.site.set("v1.5.0.zip", .generous(bytes))
        #expect(try await bench.updater(byteLimit: 1_000).update() == .failed(.archiveTooLarge(limit: 900)))
    }

    @Test func `files that are not those of the index`() async throws {
        let bench = try await bench()
        let other = StoreBench.list(StoreBench.files("1.5.1")).digest
        try await bench.publish([try bench.offer("1.5.0", files: other)])
        try await expectRefusal(bench, givingUp: "1.5.0") {
            if case .wrongFiles(other, _) = $0 { true } else { false }
        }
    }

    @Test func `what a server answers instead`() async throws {
        let bench = try await bench()
        try await bench.publish("1.5.0")
        for (resource, expected) in [
            (Site.Resource.status(404), UpdateFailure.archiveStatus(404)), (.status(206), .archiveStatus(206)),
            (.failure(.timedOut), .archive(.timedOut)),
            (.broken([1, 2, 3]), .archive(.unreachable("the body ended early"))),
        ] {
            bench.site.set("v1.5.0.zip", resource)
            try await expectRefusal(bench) { $0 == expected }
        }
        for (resource, expected) in [
            (Site.Resource.status(503), UpdateFailure.documentStatus(503)), (.status(304), .documentStatus(304)),
            (.failure(.redirected(to: "x")), .document(.redirected(to: "x"))),
        ] {
            bench.site.set("index.json.jws", resource)
            try await expectRefusal(bench) { $0 == expected }
        }
    }

    /// Signed by the right key, and still nothing that is unpacked.
    @Test(arguments: ["../outside.txt", "/outside.txt", "a/../../outside.txt", "..\\outside.txt"])
    func `a signed archive that reaches outside`(name: String) async throws {
        let bench = try await bench()
        let harmless = String(repeating: "x", count: name.utf8.count)
        var files = StoreBench.files("1.5.0")
        files[harmless] = Array("outside".utf8)
        let bytes = try bench.archive(files).replacing(Array(harmless.utf8), with: Array(name.utf8))
        try await bench.publish([try bench.offer("1.5.0", archive: bytes)])
        let before = try bench.folder.snapshot().filter { !$0.key.hasPrefix("store/") }
        try await expectRefusal(bench, givingUp: "1.5.0") { if case .malformedArchive = $0 { true } else { false } }
        #expect(try bench.folder.snapshot().filter { !$0.key.hasPrefix("store/") } == before)
        #expect(!FileManager.default.fileExists(atPath: "/outside.txt"))
    }

    @Test func `a signed archive that is none, or broken, or no bundle`() async throws {
        let bench = try await bench()
        let whole = try bench.archive(StoreBench.files("1.5.0"))
        // A byte of a content: found only when it is unpacked.
        var broken = whole
        broken[200] ^= 0x55
        let archives = [
            Array("no archive".utf8), Array(whole.dropLast(30)), broken, try bench.archive(["page.html": [1]]),
        ]
        for (index, bytes) in archives.enumerated() {
            let version = "1.5.\(index)"
            try await bench.publish([try bench.offer(version, archive: bytes)], minutesLater: index)
            try await expectRefusal(bench, givingUp: version) {
                if case .malformedArchive = $0 { true } else { false }
            }
        }
    }
}

extension [UInt8] {
    /// These bytes with every run that equals `old` in the place of `new`, which is as long.
    fileprivate func replacing(_ old: [UInt8], with new: [UInt8]) -> [UInt8] {
        var bytes = self
        var start = 0
        while start + old.count <= bytes.count {
            if Array(bytes[start..<start + old.count]) == old {
                bytes.replaceSubrange(start..<start + old.count, with: new)
            }
            start += 1
        }
        return bytes
    }
}
