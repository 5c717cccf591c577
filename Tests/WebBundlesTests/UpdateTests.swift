import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

@Suite struct `An update` {
    @Test func `installs the newest bundle, unpacked to the byte`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0", "1.5.1")
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        #expect(try await bench.expectWhole() == "v1.5.1")
        #expect(try bench.names() == ["index", "signed-v1.5.1", "state.json", "v1.5.1"])
        #expect(try await bench.update() == .upToDate)
        #expect(bench.site.requests == ["index.json.jws", "v1.5.1.zip", "index.json.jws"])
    }

    @Test func `takes nothing that is not above what is shown`() async throws {
        let bench = try StoreBench()
        for version in ["1.4.0", "1.3.9", "1.4.0-rc.1"] {
            try await bench.publish(version, minutesLater: -5)
            #expect(try await bench.update() == .upToDate, "\(version)")
            try bench.folder.remove("store")
        }
        try await bench.reach("1.5.0")
        try await bench.publish("1.4.5")
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test func `takes the newest that the shell can run`() async throws {
        let bench = try StoreBench()
        try await bench.publish([
            try bench.offer("1.7.0", shell: "3.0.0"), try bench.offer("1.6.0", shell: "1.0.0", upTo: "1.9"),
            try bench.offer("1.5.1", shell: "2.0.0", upTo: "2.0.0"), try bench.offer("1.5.0"),
        ])
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        #expect(try await bench.confirm() == "v1.5.1")
        // Nothing else is left but what needs another shell.
        let outcome = try await bench.update()
        let date = try #require(SignedDate(headerValue: Publisher.date))
        let decision = try #require(outcome.decision(url: "https://example.com/app"))
        #expect(decision.asOf == date)
        #expect(decision.source == .fetched)
        let bound = AppBound.version(try #require(NumericVersion("3.0.0")))
        #expect(decision.outcome == .recommended(Update(subject: .app(bound), url: "https://example.com/app")))
    }

    @Test func `asks for no app update when the newest is too old for the shell`() async throws {
        let bench = try StoreBench()
        try await bench.publish([try bench.offer("1.5.0", shell: "1.0.0", upTo: "1.9")])
        #expect(try await bench.update() == .upToDate)
    }

    @Test func `that withdraws what is shown leads back`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0", "1.5.1")
        try await bench.publish("1.5.0", withdrawn: ["1.5.1"])
        #expect(try await bench.update() == .withdrawnCurrent(next: try StoreBench.bundle("v1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try await bench.update() == .upToDate)
        #expect(!bench.folder.exists("store/v1.5.1"))
        // A lower version than the withdrawn one, but above what is shown.
        try await bench.publish("1.5.0", "1.5.0-rc.1", "1.5.1-rc.1", withdrawn: ["1.5.1"], minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1-rc.1")))
    }

    @Test func `removes what is too old by itself, but not what is shown or was before`() async throws {
        let bench = try StoreBench()
        let store = try bench.store(keeping: 2)
        try await bench.reach("1.5.0", "1.5.1", "1.5.2", "1.5.3", store: store)
        #expect(try bench.names().filter { $0.hasPrefix("v") } == ["v1.5.1", "v1.5.2", "v1.5.3"])
        // The install of the last one could not know yet that what was before it would not be shown any more.
        #expect(try await store.collectGarbage().map(\.spelling) == ["1.5.1"])
        #expect(try await store.list().versions == ["embedded", "v1.5.2", "v1.5.3"])
        #expect(try bench.names().filter { $0.hasPrefix("v") } == ["v1.5.2", "v1.5.3"])
    }

    @Test func `shared by many callers fetches once`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let updater = try bench.updater()
        let outcomes = await withTaskGroup(of: UpdateOutcome.self) { group in
            for _ in 0..<8 { group.addTask { await updater.update() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 8)
        // Who came after the end has a run of its own, which finds nothing.
        #expect(outcomes.contains(.installed(try StoreBench.version("1.5.0"))))
        #expect(bench.site.requests.filter { $0 == "v1.5.0.zip" }.count == 1)
    }

    @Test func `that is cancelled leaves nothing behind, and the next one is not`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let whole = try #require(bench.site.resource("v1.5.0.zip"))
        bench.site.set("v1.5.0.zip", .endless)
        let updater = try bench.updater()
        let first = Task { await updater.update() }
        let second = Task { await updater.update() }
        try await eventually("the archive is asked for") { bench.site.requests.contains("v1.5.0.zip") }
        first.cancel()
        #expect(await first.value == .failed(.cancelled))
        second.cancel()
        #expect(await second.value == .failed(.cancelled))
        #expect(try bench.names() == ["index", "state.json"])
        bench.site.set("v1.5.0.zip", whole)
        #expect(await updater.update() == .installed(try StoreBench.version("1.5.0")))
    }

    @Test func `says that what is shown is withdrawn, also when nothing better can be had`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let better = try bench.offer("1.5.1")
        bench.site.set("v1.5.1.zip", .status(404))
        try await bench.publish([better], withdrawn: ["1.5.0"])
        #expect(try await bench.update() == .withdrawnCurrent(next: .embedded))
        #expect(try await bench.expectWhole() == "embedded")
        // Once it is left, what is wrong is said.
        #expect(try await bench.update() == .failed(.archiveStatus(404)))
    }

    @Test func `takes no version whose folder a file system could take for another one's`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0-B")
        try await bench.publish([try bench.offer("1.5.0-b")])
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.0-B")
    }

    @Test func `shows what was confirmed when the embedded bundle cannot be used`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try bench.folder.remove("site/embedded/index.html")
        let bundle = try await bench.store(embedded: "1.6.0").start()
        #expect(bundle.version == (try StoreBench.bundle("v1.5.0")))
        guard case .embedded? = bundle.problem else {
            Issue.record("it is not said why: \(String(describing: bundle.problem))")
            return
        }
    }
}
