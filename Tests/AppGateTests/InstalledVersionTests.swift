import AppGate
import ManifestVerifier
import TestPublisher
import TestSupport
import Foundation
import Testing

/// What an app reports, and whether it is below each of these minimums: `1.0.9`, `1.1`, `1.1.0`, `1.1.1`, `2`.
private let table: [(reported: String, below: String)] = [
    ("1.1.0", "---BB"), ("1.1", "---BB"), ("1", "BBBBB"), ("1.0.9", "-BBBB"), ("1.1.1", "----B"), ("2", "-----"),
    // All numbers count, however many there are.
    ("1.1.0.3", "---BB"), ("1.1.0.0.1", "---BB"), ("1.0.9.99", "-BBBB"), ("1.1.1.0", "----B"), ("0.9.9.9", "BBBBB"),
    // What follows the numbers does not.
    ("1.1.0-rc1", "---BB"), ("1.1.0+47", "---BB"), ("1.0.9-rc1", "-BBBB"), ("1.1.0rc1", "---BB"),
    ("1.1-beta.7", "---BB"),
    ("1.1.", "---BB"), ("1.1..9", "---BB"), ("1.1.0 (47)", "---BB"), ("1.0b3.9", "BBBBB"), ("2-", "-----"),
    // Spelled as nothing that is published may be.
    ("01.01.00", "---BB"), ("1.1.000000000000000000000", "---BB"), ("1.10", "----B"),
    ("99999999999999999999999999", "-----"), ("1.99999999999999999999999999", "----B"),
    // Without a number at the beginning it is below nothing.
    ("", "-----"), ("beta", "-----"), ("v1.0.0", "-----"), (".1", "-----"), (" 1.0", "-----"), ("-1", "-----"),
    ("١.٠", "-----"), ("unspecified", "-----"), ("\u{0}1", "-----"),
]
private let minimums = ["1.0.9", "1.1", "1.1.0", "1.1.1", "2"]
private let unreadable = ["", "beta", "v1.0.0", ".1", " 1.0", "-1", "١.٠", "unspecified", "\u{0}1"]

private func device(_ version: String?, build: String? = nil, os: String = "14") throws -> Device {
    Device(
        system: .ios(try #require(NumericVersion(os))), reportedVersion: version, reportedBuild: build, languages: [])
}

@Test(arguments: table) func `an app is compared by all the numbers that its version begins with`(
    reported: String, below: String
) throws {
    let device = try device(reported)
    #expect(device.version?.spelling == reported)
    for (minimum, cell) in zip(minimums, below) {
        let bound = AppBound.version(try #require(NumericVersion(minimum)))
        let required = Requirements(minimumApp: Requirement(bound))
        #expect(decide(required, for: device, source: .stored).isBlocked == (cell == "B"), "\(minimum)")
        let recommended = Requirements(recommendedApp: Requirement(bound))
        #expect((decide(recommended, for: device, source: .stored).update != nil) == (cell == "B"), "\(minimum)")
        let failure: UnreadableApp? = unreadable.contains(reported) ? .version(reported) : nil
        #expect(required.unreadableApp(on: device) == failure)
        #expect(recommended.unreadableApp(on: device) == failure)
    }
}

@Test(arguments: [
    ("39999", true), ("40000", false), ("40000.1", false), ("39999.9", true), ("1.2", true), ("40001-dev", false),
    ("99999999999999999999999999", false), ("", false), ("x", false), ("-1", false),
])
func `a build is compared in the same way`(reported: String, isBelow: Bool) throws {
    let device = try device(nil, build: reported)
    let requirements = Requirements(minimumApp: Requirement(.build(40_000, shownAs: nil)))
    #expect(decide(requirements, for: device, source: .fetched).isBlocked == isBelow)
    let failure: UnreadableApp? = ["", "x", "-1"].contains(reported) ? .build(reported) : nil
    #expect(requirements.unreadableApp(on: device) == failure)
}

@Test func `only what a document decides by must be known`() throws {
    let version = Requirement(AppBound.version(try #require(NumericVersion("1"))))
    let build = Requirement(AppBound.build(1, shownAs: nil))
    #expect(Requirements(minimumApp: version).unreadableApp(on: try device("1")) == nil)
    #expect(Requirements(minimumApp: build).unreadableApp(on: try device("1")) == .build(nil))
    #expect(Requirements(minimumApp: build).unreadableApp(on: try device("x", build: "1")) == nil)
    #expect(Requirements(recommendedApp: version).unreadableApp(on: try device(nil, build: "1")) == .version(nil))
    #expect(
        Requirements(minimumApp: build, recommendedApp: version).unreadableApp(on: try device("x", build: "1"))
            == .version("x"))
    #expect(Requirements().unreadableApp(on: try device(nil)) == nil)
    #expect(Requirements(maintenance: Maintenance(message: nil)).unreadableApp(on: try device("beta")) == nil)
}

@Test func `maintenance and the system block an app whose version cannot be read`() throws {
    let bound = AppBound.version(try #require(NumericVersion("9")))
    let system = SystemBound.ios(try #require(NumericVersion("14")))
    let requirements = Requirements(minimumSystem: Requirement(system), minimumApp: Requirement(bound))
    #expect(decide(requirements, for: try device("beta"), source: .fetched).outcome == .available)
    let old = decide(requirements, for: try device("beta", os: "13.9"), source: .stored)
    #expect(old.isBlocked && old.update?.subject == .system(system))
    var closed = requirements
    closed.maintenance = Maintenance(message: "closed")
    #expect(
        decide(closed, for: try device("beta"), source: .fetched).outcome
            == .maintenance(MaintenanceNotice(message: "closed")))
}

@Test(arguments: ["beta", "", "v3.0.0"])
func `an app whose version cannot be read is available only with a failure`(version: String) async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate(app: version)
    #expect(await gate.check().summary == "available, fetched")
    #expect(await gate.lastFailure == .unreadableApp(.version(version)))
    // So it is with what was stored, also when there is nothing else to say.
    let next = try bench.gate(app: version)
    #expect(await next.decision.summary == "available, stored")
    #expect(await next.lastFailure == .unreadableApp(.version(version)))
    await bench.transport.answer(.failure(.timedOut))
    #expect(await next.check().summary == "available, stored")
    #expect(await next.lastFailure == .transport(.timedOut), "the next step first")
    // An update of the app that can be read is compared again.
    #expect(try await bench.gate(app: "3.9.9-rc1").decision.summary == "required, stored")
    #expect(try await bench.gate(app: "4.0.0.1").decision.summary == "available, stored")
}

@Test func `a version that cannot be read is said before that nothing can be kept`() async throws {
    let bench = try GateBench()
    let store = LockableStore()
    store.lock()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate(app: "beta", keeper: store)
    #expect(await gate.check().summary == "available, fetched")
    #expect(await gate.lastFailure == .unreadableApp(.version("beta")))
    #expect(await gate.lastFailure.map { "\($0)".contains("beta") } == true)
}

@Test func `what cannot be read is named in words`() {
    #expect(
        UnreadableApp.version("beta").message
            == "the app's version \"beta\" does not begin with a number: it was not compared")
    #expect(UnreadableApp.build(nil).message == "the app's build is unknown: it was not compared")
}
