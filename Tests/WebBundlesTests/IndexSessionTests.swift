import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// What a device needs an index of its own session for. The rules themselves are held by the vectors.
@Suite struct `In a new session` {
    @Test func `a version that was never started waits for an index that offers it`() async throws {
        var bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        let version = try StoreBench.version("1.5.1")
        #expect(try await bench.update() == .installed(version))
        bench.session = IndexSession()
        #expect(try await bench.expectWhole() == "v1.5.0")
        // Without a network it stays so.
        let index = try #require(bench.site.resource("index.json.jws"))
        bench.site.set("index.json.jws", .failure(.timedOut))
        #expect(try await bench.update() == .failed(.document(.timedOut)))
        #expect(try await bench.expectWhole() == "v1.5.0")
        bench.site.set("index.json.jws", index)
        #expect(try await bench.update() == .installed(version))
        #expect(try await bench.confirm() == "v1.5.1")
        #expect(bench.site.requests.filter { $0 == "v1.5.1.zip" }.count == 1)
        // From then on it needs none.
        bench.session = IndexSession()
        #expect(try await bench.expectWhole() == "v1.5.1")
    }

    @Test func `an index allows no first start after two days`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        let version = try StoreBench.version("1.5.1")
        #expect(try await bench.update() == .installed(version))
        bench.clock.advance(by: 48 * 3_600 - 1)
        #expect(try await bench.store().status().next == .stored(version))
        bench.clock.advance(by: 1)
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try await bench.update() == .installed(version))
        #expect(try await bench.expectWhole() == "v1.5.1")
    }

    @Test func `two days of sleep are two days`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        var store = try bench.store()
        let wakeful = ManualClock()
        store.wakefulClock = wakeful
        _ = try await bench.update(store)
        wakeful.advance(by: 48 * 3_600)
        #expect(try await bench.crash(store) == "embedded")
    }

    @Test func `a start of the updater waits for the index, and not for ever`() async throws {
        var bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        _ = try await bench.update()
        bench.session = IndexSession()
        let index = try #require(bench.site.resource("index.json.jws"))
        bench.site.set("index.json.jws", .failure(.timedOut))
        #expect(try await bench.updater().start().version.description == "v1.5.0")
        bench.site.set("index.json.jws", .endless)
        let (clock, updater) = (bench.clock, try bench.updater())
        async let patient = updater.start()
        try await eventually("it waits") { clock.sleeps.contains(3) }
        clock.advance(by: 3)
        #expect(try await patient.version.description == "v1.5.0")
        bench.site.set("index.json.jws", index)
        let requests = bench.site.requests.count
        #expect(try await bench.updater().start().version.description == "v1.5.1")
        // With an index of this session, and where nothing waits, nothing is asked for.
        #expect(bench.site.requests.count == requests + 1)
        #expect(try await bench.updater().start().version.description == "v1.5.1")
        #expect(bench.site.requests.count == requests + 1)
    }

    @Test func `a version on trial goes on with it`() async throws {
        var bench = try StoreBench()
        try await bench.publish("1.5.0")
        _ = try await bench.update()
        #expect(try await bench.crash() == "v1.5.0")
        bench.session = IndexSession()
        #expect(try await bench.confirm() == "v1.5.0")
    }

    @Test func `a halted version is not started, though it was downloaded before`() async throws {
        var bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        _ = try await bench.update()
        bench.session = IndexSession()
        try await bench.publish([try bench.offer("1.5.0")], halted: ["1.5.1"], minutesLater: 1)
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.0")
    }
}

@Suite struct `A halt` {
    @Test func `reaches a device that has not confirmed, at its next start without a network as well`() async throws {
        var bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.0", "1.5.1")
        _ = try await bench.update()
        let shown = try await bench.store().start()
        #expect(shown.version == (try StoreBench.bundle("v1.5.1")))
        try await bench.publish([try bench.offer("1.5.0")], halted: ["1.5.1"], minutesLater: 1)
        #expect(try await bench.update() == .withdrawnCurrent(next: try StoreBench.bundle("v1.5.0")))
        // Its page says that it works, too late.
        #expect(try await !shown.confirm())
        bench.session = IndexSession()
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try await bench.store().status().halted.map(\.spelling) == ["1.5.1"])
    }

    @Test func `leaves those alone who have confirmed, and is lifted by an index without it`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0", "1.5.1")
        try await bench.publish([try bench.offer("1.5.0")], halted: ["1.5.1"])
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.1")
        // Another device, which was on trial, takes it up again.
        let other = try bench.store("other")
        try await bench.publish("1.5.1", minutesLater: 1)
        _ = try await bench.update(other)
        #expect(try await bench.crash(other) == "v1.5.1")
        try await bench.publish([], halted: ["1.5.1"], minutesLater: 2)
        #expect(try await bench.update(other) == .withdrawnCurrent(next: .embedded))
        #expect(try await bench.crash(other) == "embedded")
        try await bench.publish("1.5.1", minutesLater: 3)
        #expect(try await bench.update(other) == .installed(try StoreBench.version("1.5.1")))
        #expect(try await bench.confirm(other) == "v1.5.1")
    }
}

@Suite struct `A restricted offer` {
    private func share(_ percentage: Int) throws -> BundleConditions {
        let start = try #require(Instant("2020-01-01T00:00:00Z"))
        return BundleConditions(
            share: RolloutShare(salt: "1.5.1", steps: [.init(from: start, hundredths: percentage * 100)]), channels: nil
        )
    }

    @Test func `is for the channel that the store is of`() async throws {
        let bench = try StoreBench()
        let conditions = BundleConditions(share: nil, channels: ["beta"])
        try await bench.publish([try bench.offer("1.5.0"), try bench.offer("1.5.1", when: conditions)])
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        let beta = try bench.store("beta", channel: "beta")
        #expect(try await bench.update(beta) == .installed(try StoreBench.version("1.5.1")))
        #expect(try await bench.expectWhole(beta) == "v1.5.1")
    }

    @Test func `is for the same devices whenever they ask, and for about as many as it says`() async throws {
        let bench = try StoreBench()
        try await bench.publish([try bench.offer("1.5.1", when: try share(50))])
        var taken = 0
        for number in 0..<24 {
            let store = try bench.store("store-\(number)")
            let outcome = try await bench.update(store)
            let isTaken = outcome == .installed(try StoreBench.version("1.5.1"))
            #expect(isTaken || outcome == .upToDate)
            // The id of the installation is kept.
            let again = try await bench.update(try bench.store("store-\(number)"))
            #expect(again == outcome, "\(number)")
            taken += isTaken ? 1 : 0
        }
        // All or none of 24 happens once in eight million runs.
        #expect((1...23).contains(taken))
    }
}
