import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

@Suite struct `A start` {
    @Test func `of a new store shows the embedded bundle in place`() async throws {
        let bench = try StoreBench()
        let bundle = try await bench.store().start()
        #expect(bundle.version == .embedded)
        #expect(bundle.folder.path == bench.folder.path("site/embedded"))
        #expect(!bundle.needsConfirmation)
        #expect(bundle.problem == nil)
        #expect(try await bench.store().list().versions == ["embedded"])
        #expect(try await bench.store().previousVersion == nil)
    }

    @Test func `shows what was installed, and asks for its confirmation once`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        let first = try await bench.store().start()
        #expect(first.needsConfirmation)
        #expect(try await first.confirm())
        let second = try await bench.store().start()
        #expect(second.version.description == "v1.5.0")
        #expect(!second.needsConfirmation)
        #expect(try await second.confirm())
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try await bench.store().previousVersion == .embedded)
        let json = try await bench.store().list().json
        #expect(json == "{\n  \"versions\": [\n    \"embedded\",\n    \"v1.5.0\"\n  ]\n}\n")
    }

    @Test func `goes back after the allowed starts, for good`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        #expect(try await bench.crash() == "v1.5.1")
        #expect(try await bench.crash() == "v1.5.1")
        let back = try await bench.store().start()
        #expect(back.version.description == "v1.5.0")
        #expect(back.failures.map(\.spelling) == ["1.5.1"])
        #expect(!back.needsConfirmation)
        // The same version is offered again and again.
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.confirm() == "v1.5.0")
        #expect(!bench.folder.exists("store/v1.5.1"))
        // A newer one is another matter.
        try await bench.publish("1.5.0", "1.5.1", "1.5.2", minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.2")))
        #expect(try await bench.expectWhole() == "v1.5.2")
    }

    @Test func `never shows what was overtaken before anybody saw it`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.1")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        try await bench.publish("1.5.2", minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.2")))
        for _ in 0..<2 { #expect(try await bench.crash() == "v1.5.2") }
        #expect(try await bench.crash() == "v1.5.0")
    }

    @Test func `after an update of the app shows its embedded bundle when that is newer`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let newer = try bench.store(shell: "2.1.0", embedded: "1.6.0")
        #expect(try await newer.start().version == .embedded)
        #expect(try await newer.previousVersion?.description == "v1.5.0")
    }

    @Test func `whose embedded bundle is missing says so`() async throws {
        let bench = try StoreBench()
        try bench.folder.remove("site/embedded/index.html")
        await #expect(throws: BundleStoreError.self) { try await bench.store().start() }
        // As long as there is something else, nobody needs it.
        try await bench.publish("1.5.0")
        _ = try await bench.update()
        #expect(try await bench.crash() == "v1.5.0")
    }
}

@Suite struct `A session` {
    private func newVersion(_ bench: StoreBench) async throws -> StartedBundle {
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.1")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        return try await bench.store().start()
    }

    @Test func `that confirms in time is confirmed`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        async let outcome = bundle.outcome()
        try await eventually("the watchdog sleeps") { !bench.clock.sleeps.isEmpty }
        bench.clock.advance(by: 29)
        try await bundle.confirm()
        #expect(try await outcome == .confirmed)
        #expect(try await bench.store().start().needsConfirmation == false)
    }

    @Test func `that does not confirm in time is over, and its version with it`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        async let outcome = bundle.outcome()
        try await eventually("the watchdog sleeps") { !bench.clock.sleeps.isEmpty }
        bench.clock.advance(by: 30)
        #expect(try await outcome == .failed(next: try StoreBench.bundle("v1.5.0")))
        // Too late.
        #expect(try await !bundle.confirm())
        #expect(try await bench.store().status().failed.map(\.spelling) == ["1.5.1"])
        #expect(try await bench.expectWhole() == "v1.5.0")
        // Still shown somewhere, so still there.
        #expect(bench.folder.exists("store/v1.5.1/index.html"))
        withExtendedLifetime(bundle) {}
    }

    @Test func `has the time from its start, not from when somebody begins to wait`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        bench.clock.advance(by: 31)
        #expect(try await bundle.outcome() == .failed(next: try StoreBench.bundle("v1.5.0")))
    }

    @Test func `whose waiting is cancelled decides nothing`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        let waiting = Task { try await bundle.outcome() }
        try await eventually("the watchdog sleeps") { !bench.clock.sleeps.isEmpty }
        waiting.cancel()
        #expect(try await waiting.value == .undecided)
        #expect(try await bench.store().status().failed == [])
    }

    @Test func `is not charged for the time that nobody waited`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        let waiting = Task { try await bundle.outcome() }
        try await eventually("the watchdog sleeps") { !bench.clock.sleeps.isEmpty }
        bench.clock.advance(by: 2)
        waiting.cancel()
        #expect(try await waiting.value == .undecided)
        // The user takes a call.
        bench.clock.advance(by: 300)
        async let outcome = bundle.outcome()
        try await eventually("the watchdog sleeps again") { bench.clock.sleeps == [28] }
        bench.clock.advance(by: 28)
        #expect(try await outcome == .failed(next: try StoreBench.bundle("v1.5.0")))
    }

    @Test func `that is confirmed by a task that was cancelled is confirmed`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        let root = try Folder(path: bench.folder.path("store"))
        #expect(try root.tryLock())
        let confirming = Task { try await bundle.confirm() }
        confirming.cancel()
        try await Task.sleep(for: .milliseconds(100))
        try withExtendedLifetime(root) { try bench.folder.write("held", "") }
        _ = consume root
        #expect(try await confirming.value)
        #expect(try await bench.store().start().needsConfirmation == false)
    }

    @Test func `that another process has confirmed is not given up`() async throws {
        let bench = try StoreBench()
        let bundle = try await newVersion(bench)
        let other = try await bench.store().start()
        try await other.confirm()
        bench.clock.advance(by: 31)
        #expect(try await bundle.outcome() == .confirmed)
    }

    @Test func `of the embedded bundle needs no confirmation`() async throws {
        let bench = try StoreBench()
        #expect(try await bench.store().start().outcome() == .confirmed)
    }
}
