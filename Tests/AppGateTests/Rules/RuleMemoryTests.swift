import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A recommendation with three days of grace.
private func grace(_ id: String = "w", title: String = "t", by: Int? = nil) throws -> String {
    let last = try by.map { #", "requiredBy": "\#(try GateBench.instant(hoursLater: $0))""# } ?? ""
    return
        #"{ "id": "\#(id)", "when": { "app": "<4" }, "then": "recommended", "grace": "3d", "title": { "en": "\#(title)" }\#(last) }"#
}

/// A share of half of all devices.
private let half = #"""
    { "id": "h", "when": { "share": { "salt": "a", "steps": [ ["1970-01-01T00:00:00Z", 50] ] } }, "then": "recommended" }
    """#

/// A rule for nobody here.
private let open = #"{ "id": "old", "when": { "app": "<2" }, "then": "required" }"#

// MARK: Deadlines

@Test func `grace ends as long after the device was first told, whatever restarts and new texts`() async throws {
    let bench = try GateBench.rules()
    bench.setClock(hoursAfterSigning: 1)
    let first = try await bench.publish(try await bench.rules(try grace()))
    #expect(first.summary == "recommended, fetched")
    #expect(first.update?.due == (try GateBench.instant(hoursLater: 73)))
    bench.setClock(hoursAfterSigning: 40)
    #expect(try await bench.offline().update?.due == (try GateBench.instant(hoursLater: 73)))
    // Another text, another place, another rule before it.
    let rules = #"{ "id": "x", "when": { "app": "<1" }, "then": "required" }, "# + (try grace(title: "u"))
    let second = try await bench.publish(try await bench.rules(rules, hoursLater: 40))
    #expect(second.update?.title?.text == "u")
    #expect(second.update?.due == (try GateBench.instant(hoursLater: 73)))
    bench.setClock(hoursAfterSigning: 72.99)
    #expect(try await bench.offline().summary == "recommended, stored")
    bench.setClock(hoursAfterSigning: 73)
    #expect(try await bench.offline().summary == "required, stored")
}

@Test func `a new installation has its grace anew, but not beyond the last date`() async throws {
    let bench = try GateBench.rules()
    bench.setClock(hoursAfterSigning: 1)
    let document = try await bench.rules(try grace(by: 100))
    #expect(try await bench.publish(document).update?.due == (try GateBench.instant(hoursLater: 73)))
    let install = try #require(try bench.memory()).installID
    for file in ["app/manifest", "app/manifest.rules"] {
        try FileManager.default.removeItem(atPath: bench.folder.path(file))
    }
    bench.setClock(hoursAfterSigning: 80)
    #expect(try await bench.publish(document).update?.due == (try GateBench.instant(hoursLater: 100)))
    #expect(try #require(try bench.memory()).installID != install)
    bench.setClock(hoursAfterSigning: 100)
    #expect(try await bench.offline().summary == "required, stored")
}

@Test func `only the rule that decides counts as told`() async throws {
    let bench = try GateBench.rules()
    let rules = [
        #"{ "id": "none", "when": { "app": "<4" }, "then": "required", "grace": "3d", "scope": "chat" }"#,
        try grace("a"), try grace("b"),
    ]
    _ = try await bench.publish(try await bench.rules(rules.joined(separator: ", ")))
    #expect(try bench.memory()?.firstSeen.keys.sorted() == ["a"])
}

@Test func `without a store a session remembers`() async throws {
    let bench = try GateBench.rules()
    await bench.transport.answer(try await bench.rules(try grace()))
    let time = bench.time
    let device = Device(
        system: .ios(try #require(NumericVersion("14"))), reportedVersion: "3", reportedBuild: nil, languages: [])
    let gate = Gate(
        bench.configuration, device: device, transport: bench.transport, store: nil, clock: bench.clock,
        now: { time.now })
    bench.setClock(hoursAfterSigning: 0)
    #expect(await gate.check().update?.due == (try GateBench.instant(hoursLater: 72)))
    bench.setClock(hoursAfterSigning: 72)
    #expect(await gate.decision.isBlocked)
    #expect(await gate.lastFailure == nil)
}

// MARK: The install id

@Test func `an installation keeps its id, and its place in a roll-out, through sessions and documents`() async throws {
    let bench = try GateBench.rules()
    let first = try await bench.publish(try await bench.rules(half))
    let install = try #require(try bench.memory()).installID
    for hours in 1...8 {
        let again = try await bench.publish(try await bench.rules(half, hoursLater: hours))
        #expect(again.rule == first.rule)
        #expect(try bench.memory()?.installID == install)
    }
    let other = try GateBench.rules()
    _ = try await other.publish(try await other.rules(half))
    #expect(try #require(try other.memory()).installID != install)
}

@Test func `of many installations about half are in a share of half`() async throws {
    let document = try GateBench.rules()
    let signed = try await document.rules(half)
    var count = 0
    for _ in 0..<64 {
        var bench = document
        bench.configuration.embedded = signed
        let gate = Gate(
            bench.configuration,
            device: Device(
                system: .ios(try #require(NumericVersion("14"))), reportedVersion: "3", reportedBuild: nil,
                languages: []),
            transport: bench.transport, store: nil)
        if await gate.decision.rule == "h" { count += 1 }
    }
    // Fewer than 10 or more than 54 of 64 come up once in 10^8 times.
    #expect((10...54).contains(count), "\(count)")
}

@Test func `an id that cannot be kept is none, and what can be kept again is`() async throws {
    let everyone =
        #"{ "id": "h", "when": { "share": { "salt": "s", "steps": [ ["2020-01-01T00:00:00Z", 100] ] } }, "#
        + #""then": "available" }"#
    let (bench, store) = (try GateBench.rules(), StoreInMemory())
    store.become(.full)
    await bench.transport.answer(try await bench.rules(everyone))
    let gate = try bench.gate(keeper: store)
    #expect(await gate.check().rule == nil)
    #expect(await gate.lastFailure == .notStored)
    store.become(.ready)
    #expect(await gate.decision.rule == "h")
    #expect(await gate.lastFailure == nil)
    #expect(try store.loadMemory() != nil)
}

@Test func `an app may have an id of its own`() async throws {
    let bench = try GateBench.rules()
    let share = try #require(Instant("2020-01-01T00:00:00Z"))
    let rollOut = RolloutShare(salt: "a", steps: [RolloutShare.Step(from: share, hundredths: 5_000)])
    for digit in 0..<8 {
        var device = Device(
            system: .ios(try #require(NumericVersion("14"))), reportedVersion: "3", reportedBuild: nil, languages: [])
        let install = try #require(InstallID(String(repeating: "\(digit)", count: 32)))
        device.installID = install
        await bench.transport.answer(try await bench.rules(half))
        let gate = Gate(bench.configuration, device: device, transport: bench.transport, store: bench.store)
        #expect(await gate.check().rule == (rollOut.includes(install, at: share) ? "h" : nil))
    }
}

@Test func `a classic document needs no memory`() async throws {
    let bench = try GateBench()
    _ = try await bench.publish(try await bench.document(minimum: "4"))
    #expect(!FileManager.default.fileExists(atPath: bench.memoryFile))
}

// MARK: The file

@Test func `a store in a folder keeps the memory beside the document of each path`() throws {
    let folder = try TemporaryFolder()
    let production = try #require(EnvironmentName("production"))
    func store(_ path: String) throws -> ManifestStore {
        ManifestStore(folder: URL(fileURLWithPath: folder.root), environment: production, path: try DocumentPath(path))
    }
    let memory = RuleMemory(firstSeen: ["a": try GateBench.instant(hoursLater: 1)])
    try store("gate/ios.json").save(memory)
    #expect(try store("gate/ios.json").loadMemory() == memory)
    #expect(try store("gate/ios.json").load(in: [.jws]) == nil)
    #expect(try store("gate/other.json").loadMemory() == nil)
    let seen = try GateBench.instant(hoursLater: 2)
    let full = Dictionary(
        uniqueKeysWithValues: (0..<Limits.gateRules).map { index in
            (String(repeating: "i", count: 60) + "\(index)", seen)
        })
    try store("gate/ios.json").save(RuleMemory(firstSeen: full))
    #expect(try store("gate/ios.json").loadMemory()?.firstSeen == full)
}

@Test(
    arguments: [
        "", "{", "[]", "{}", #"{ "install": "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a" }"#,
        #"{ "install": "0A0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "seen": {} }"#,
        #"{ "install": "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "seen": { "w": 1 } }"#,
        #"{ "install": "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "seen": { "a b": "2020-08-01T00:00:00Z" } }"#,
        String(repeating: " ", count: 1 << 20),
    ].map(Brief.init))
func `a memory that is damaged counts as none, and is replaced`(content: Brief<String>) async throws {
    let bench = try GateBench.rules()
    try bench.folder.write("app/manifest.rules", content.value)
    bench.setClock(hoursAfterSigning: 1)
    #expect(try bench.memory() == nil)
    let decision = try await bench.publish(try await bench.rules(try grace()))
    #expect(decision.update?.due == (try GateBench.instant(hoursLater: 73)))
    #expect(try bench.memory()?.firstSeen == ["w": GateBench.instant(hoursLater: 1)])
}

@Test func `rules that are gone are forgotten at once, and nothing is written without need`() async throws {
    let bench = try GateBench.rules()
    _ = try await bench.publish(try await bench.rules(try grace("a")))
    func inode() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.memoryFile)
        return try #require(attributes[.systemFileNumber].flatMap { Int("\($0)") })
    }
    let first = try inode()
    await bench.transport.answer(try await bench.rules(open, hoursLater: 1))
    let gate = try bench.gate()
    _ = await gate.check()
    #expect(try inode() != first)
    #expect(try bench.memory()?.firstSeen.isEmpty == true)
    let before = try inode()
    for _ in 0..<5 { _ = await gate.decision }
    #expect(try inode() == before)
    _ = try await bench.publish(try await bench.rules(try grace("b"), hoursLater: 2))
    #expect(try inode() != before)
    #expect(try bench.memory()?.firstSeen.keys.sorted() == ["b"])
}
