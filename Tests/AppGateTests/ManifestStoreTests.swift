import AppGate
import Classic
import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// What a gate that cannot reach anything makes of the store.
private func decision(_ bench: GateBench) async throws -> String {
    try #require(try await bench.gate().decisions().first { _ in true }).summary
}

/// A bench whose store blocks the app.
private func storing(_ profile: SignatureProfile = .dated) async throws -> GateBench {
    let bench = try GateBench(profile: profile)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()
    return bench
}

@Test(arguments: SignatureProfile.allCases)
func `a store gives back what was saved`(profile: SignatureProfile) async throws {
    let bench = try await storing(profile)
    #expect(try await decision(bench) == "required, stored")
    let download = try #require(try bench.store.load(in: [.headers, .jws]))
    let manifest = try bench.configuration.verifier.verify(kept: download)
    #expect(manifest.body == GateBench.body(minimum: "4"))
    #expect(manifest.date?.headerValue == (profile == .dated ? Publisher.date : nil))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("app")) == ["manifest"])
}

@Test func `a store that was cut short anywhere counts as empty`() async throws {
    let bench = try await storing()
    let bytes = try bench.folder.read("app/manifest")
    for count in bytes.indices {
        try bench.folder.write("app/manifest", Array(bytes[..<count]))
        let kept = try bench.store.load(in: [.headers, .jws]).flatMap {
            try? bench.configuration.verifier.verify(kept: $0)
        }
        #expect(kept == nil, "cut to \(count) bytes")
    }
    try bench.folder.write("app/manifest", Array(bytes.dropLast()))
    #expect(try await decision(bench) == "available, none")
}

@Test func `a store with any one bit flipped counts as empty or says the same`() async throws {
    let bench = try await storing()
    let bytes = try bench.folder.read("app/manifest")
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
        try bench.folder.write("app/manifest", bytes.flipping(bit: bit))
        let kept = try bench.store.load(in: [.headers, .jws]).flatMap {
            try? bench.configuration.verifier.verify(kept: $0)
        }
        #expect(kept == nil || kept?.body == GateBench.body(minimum: "4"), "bit \(bit)")
    }
}

@Test(
    arguments: [
        "", "\n", "\n\n", "signet-manifest: 1\n", "signet-manifest: 1\n\n", "signet-manifest: 1\n\n\n{}",
        "signet-manifest: 1\nx-amz-meta-signature: keyId=\"publisher\",signature=\"AAAA\"\n\n{}", "{}",
        String(repeating: "a", count: 100_000),
    ].map(Brief.init))
func `a store that holds something else counts as empty`(content: Brief<String>) async throws {
    let bench = try GateBench()
    try bench.folder.write("app/manifest", content.value)
    #expect(try await decision(bench) == "available, none")
}

@Test func `a store that is no file counts as empty and does not hang`() async throws {
    let bench = try GateBench()
    try FileManager.default.createDirectory(atPath: bench.folder.path("app"), withIntermediateDirectories: true)
    try check("mkfifo", [bench.folder.path("app/manifest")])
    #expect(try await decision(bench) == "available, none")
    try bench.folder.remove("app/manifest")
    try FileManager.default.createDirectory(
        atPath: bench.folder.path("app/manifest"), withIntermediateDirectories: true)
    #expect(try await decision(bench) == "available, none")
    try bench.folder.remove("app/manifest")
    try FileManager.default.createSymbolicLink(
        atPath: bench.folder.path("app/manifest"), withDestinationPath: "/dev/zero")
    #expect(try await decision(bench) == "available, none")
}

@Test func `a folder in place of the file is moved aside, with what is in it`() async throws {
    for (name, format) in [("manifest", DocumentFormat.availabilityIOS), ("manifest.rules", .gateIOS)] {
        let bench = try GateBench(format: format)
        try bench.folder.write("app/\(name)/mine", "kept")
        let rules = #"{ "gate": 1, "platform": "ios", "rules": [{ "id": "r", "then": "required" }] }"#
        await bench.transport.answer(
            try await format == .gateIOS ? bench.signed(Array(rules.utf8)) : bench.document(minimum: "4"))
        let gate = try bench.gate()
        #expect(await gate.check().summary == "required, fetched")
        #expect(await gate.lastFailure == nil)
        #expect(try await decision(bench) == "required, stored")
        #expect(try bench.folder.read("app/\(name).1/mine") == Array("kept".utf8))
    }
}

@Test func `a store that others keep locked for a second is said, and is written later`() async throws {
    let bench = try GateBench()
    let folder = try Folder(creating: bench.folder.path("app"))
    var lock = try folder.locked()
    #expect(lock != nil)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == .notStored)
    #expect(try await decision(bench) == "available, none")
    lock = nil
    #expect(await gate.decision.summary == "required, fetched")
    #expect(await gate.lastFailure == nil)
    #expect(try await decision(bench) == "required, stored")
}

@Test func `another document of the same date is not replaced`() async throws {
    let (bench, store) = (try GateBench(), StoreInMemory())
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate(keeper: store).check()
    store.become(.locked)
    let gate = try bench.gate(keeper: store)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await gate.check().summary == "available, fetched")
    store.become(.ready)
    #expect(await gate.decision.summary == "available, fetched")
    #expect(await gate.lastFailure == .notStored)
    #expect(try await bench.gate(keeper: store).decision.summary == "required, stored")
}

@Test func `a store that is larger than any document counts as empty`() async throws {
    let bench = try await storing()
    let bytes = try bench.folder.read("app/manifest")
    try bench.folder.write("app/manifest", bytes + [UInt8](repeating: 0x20, count: 2 << 20))
    #expect(try bench.store.load(in: [.headers, .jws]) == nil)
}

@Test func `a store of another document or another environment counts as empty`() async throws {
    var bench = try await storing()
    let expected = bench.configuration.verifier
    bench.configuration.verifier = expected.expecting(.appConfig)
    #expect(try await decision(bench) == "available, none")
    bench.configuration.verifier = Verifier(
        keyRing: try #require(TrustedKeys([try bench.publisher.trusted(in: "staging")])),
        environment: try #require(EnvironmentName("staging")), format: expected.reader.format, profile: .dated)
    #expect(try await decision(bench) == "required, stored", "the key itself says for which environment it is")
    bench.configuration.verifier = Verifier(
        keyRing: try #require(TrustedKeys([try bench.publisher.trusted()])),
        environment: try #require(EnvironmentName("staging")), format: expected.reader.format, profile: .dated)
    #expect(try await decision(bench) == "available, none")
}

@Test func `a body may hold empty lines and look like headers`() async throws {
    let bench = try GateBench(format: .file)
    let body = Array("a: b\n\nx-amz-meta-signature: c\n\n".utf8)
    let download = try await bench.publisher.download(.dated, body: body)
    let manifest = try bench.configuration.verifier.verify(kept: download)
    try bench.store.save(manifest)
    let kept = try bench.store.load(in: [.headers, .jws])
    #expect(kept?.body == body)
    #expect(kept?.headers == download.headers)
}

@Test func `a store that can no longer be read is not overwritten either`() async throws {
    let bench = try GateBench()
    let store = StoreInMemory()
    let gate = try bench.gate(keeper: store)
    #expect(await gate.decision.summary == "available, none")
    // Another process has stored a newer document since.
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 2))
    #expect(try await bench.gate(keeper: store).check().summary == "required, fetched")
    store.become(.locked)
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await gate.check().summary == "available, fetched")
    #expect(await gate.lastFailure == .notStored)
    store.become(.ready)
    #expect(try await bench.gate(keeper: store).decision.summary == "required, stored")
}

@Test func `a file that cannot be read now is an error, not an empty store`() async throws {
    let bench = try await storing()
    let app = bench.folder.path("app")
    try FileManager.default.moveItem(atPath: app, toPath: bench.folder.path("locked"))
    try FileManager.default.createSymbolicLink(atPath: app, withDestinationPath: app)
    #expect(throws: (any Error).self) { try bench.store.load(in: [.headers, .jws]) }
    try FileManager.default.removeItem(atPath: app)
    try FileManager.default.moveItem(atPath: bench.folder.path("locked"), toPath: app)
    #expect(try await decision(bench) == "required, stored")
}

@Test func `who reads while another writes sees one whole document`() async throws {
    let bench = try GateBench()
    let verifier = bench.configuration.verifier
    let manifests = [
        try verifier.verify(kept: try await bench.document(minimum: "2")),
        try verifier.verify(kept: try await bench.document(minimum: "4", recommended: "9")),
    ]
    let store = bench.store
    try store.save(manifests[0])
    try await withThrowingTaskGroup { group in
        group.addTask { for number in 0..<500 { try store.save(manifests[number % 2]) } }
        group.addTask {
            for _ in 0..<500 {
                let body = try store.load(in: [.headers, .jws])?.body
                #expect(manifests.contains { $0.body == body })
            }
        }
        try await group.waitForAll()
    }
}

@Test func `a store that is nothing but headers is left quickly`() throws {
    let bench = try GateBench()
    let lines = String(repeating: "a: b\n", count: 130_000)
    try bench.folder.write("app/manifest", "signet-manifest: 1\n\(lines)\n")
    let seconds = try threadSeconds {
        let kept = try bench.store.load(in: [.headers, .jws])
        #expect(kept == nil)
    }
    #expect(seconds < 2)
}

@Test func `a store keeps what its verifier accepts, and refuses what it would not read again`() async throws {
    let bench = try GateBench(format: .file)
    let body = [UInt8](repeating: 0x20, count: 2 << 20)
    let expected = bench.configuration.verifier
    let verifier = Verifier(
        keyRing: try #require(TrustedKeys([try bench.publisher.trusted()])), environment: expected.environment,
        format: .file, profile: .dated, bodyLimit: body.count)
    let manifest = try verifier.verify(kept: try await bench.publisher.download(.dated, body: body))
    #expect(throws: (any Error).self) { try bench.store.save(manifest) }
    let large = ManifestStore(file: URL(fileURLWithPath: bench.folder.path("large")), bodyLimit: body.count)
    try large.save(manifest)
    #expect(try large.load(in: [.headers, .jws])?.body == body)
}
