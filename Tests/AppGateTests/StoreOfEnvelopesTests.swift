import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A store in a shared folder of a test.
private func store(_ folder: TemporaryFolder, _ environment: String, _ path: String) throws -> ManifestStore {
    ManifestStore(
        folder: URL(fileURLWithPath: folder.path("shared")), environment: try #require(EnvironmentName(environment)),
        path: try DocumentPath(path))
}

/// The names in that folder.
private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("shared"))
}

@Test func `no two documents share a file, and the two envelopes of one do`() async throws {
    let bench = try GateBench()
    let verifier = bench.configuration.verifier
    let documents = [
        try verifier.verify(kept: try await bench.document(minimum: "2")),
        try verifier.verify(kept: Download(jws: try bench.publisher.jws(body: GateBench.body(minimum: "2")))),
    ]
    let long = Array(repeating: String(repeating: "p", count: 200), count: 5).joined(separator: "/")
    // Some systems take names for the same that differ in the case of letters only.
    let places = [
        ("production", "a"), ("production", "A"), ("Production", "a"), ("staging", "a"), ("a", "production"),
        ("production", "a/b"), ("production", "a/b/c"), ("production", "a-b"), ("production", "b"),
        ("production", long),
        ("production", long + "p"),
    ]
    for (count, place) in places.enumerated() {
        let store = try store(bench.folder, place.0, place.1)
        #expect(try store.load(in: [.headers, .jws]) == nil)
        for document in documents + documents.reversed() {
            try store.save(document)
            let kept = try #require(try store.load(in: [.headers, .jws]))
            #expect(kept.body == document.download.body && kept.headers == document.download.headers)
            #expect(kept.envelope == document.download.envelope)
            #expect(try names(bench.folder).count == count + 1)
        }
    }
    #expect(Set(try names(bench.folder).map(\.asciiLowercased)).count == places.count)
}

@Test func `a file of the form before there were envelopes is read`() async throws {
    let bench = try GateBench()
    let document = try await bench.document(minimum: "4")
    let headers = document.headers.map { "\($0.name): \($0.value)\n" }.joined()
    try bench.folder.write(
        "app/manifest", Array("signet-manifest: 1\n\(headers)\n".utf8) + GateBench.body(minimum: "4"))
    #expect(try await bench.gate().decision.summary == "required, stored")
}

@Test func `a kept .jws is the file as it was served, after one line`() async throws {
    let bench = try GateBench(envelope: .jws)
    let document = try await bench.document(minimum: "4")
    await bench.transport.answer(document)
    _ = try await bench.gate().check()
    #expect(try bench.folder.read("app/manifest") == Array("signet-jws: 1\n".utf8) + document.body)
}

@Test func `a kept .jws that was cut short or damaged anywhere counts as none or says the same`() async throws {
    let bench = try GateBench(envelope: .jws)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()
    let bytes = try bench.folder.read("app/manifest")
    func kept() throws -> VerifiedManifest? {
        try bench.store.load(in: [.headers, .jws]).flatMap { try? bench.configuration.verifier.verify(kept: $0) }
    }
    #expect(try kept() != nil)
    for count in bytes.indices {
        try bench.folder.write("app/manifest", Array(bytes[..<count]))
        #expect(try kept() == nil, "cut to \(count) bytes")
    }
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
        try bench.folder.write("app/manifest", bytes.flipping(bit: bit))
        #expect(try kept() == nil, "bit \(bit)")
    }
}

@Test func `a store keeps the .jws of the largest body`() throws {
    let bench = try GateBench(format: .file)
    let body = [UInt8](repeating: 0x20, count: Limits.manifestBytes)
    let file = try bench.publisher.jws(body: body)
    try bench.store.save(bench.configuration.verifier.verify(kept: Download(jws: file)))
    #expect(try bench.store.load(in: [.headers, .jws])?.body == file)
}
