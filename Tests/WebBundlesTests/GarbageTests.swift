import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

@Suite struct `Garbage collection` {
    @Test func `keeps the current, the previous and the newest, and what is shown somewhere`() async throws {
        let bench = try StoreBench()
        let store = try bench.store(keeping: 9)
        try await bench.reach("1.5.0", store: store)
        // Another process goes on showing this one.
        let shown = try await store.start()
        #expect(shown.version.description == "v1.5.0")
        for (index, version) in ["1.5.1", "1.5.2", "1.5.3", "1.5.4"].enumerated() {
            try await bench.publish(version, minutesLater: index)
            #expect(try await bench.update(store) == .installed(try StoreBench.version(version)))
            try await bench.confirm(store)
        }
        let frugal = try bench.store(keeping: 1)
        #expect(try await frugal.collectGarbage().map(\.spelling) == ["1.5.1", "1.5.2"])
        #expect(try await frugal.list().versions == ["embedded", "v1.5.0", "v1.5.3", "v1.5.4"])
        #expect(try bench.folder.snapshot("store/v1.5.0") == StoreBench.files("1.5.0"))
        #expect(try await frugal.collectGarbage() == [])
        withExtendedLifetime(shown) {}
    }

    @Test func `removes what was shown when it no longer is`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0", "1.5.1", "1.5.2")
        let frugal = try bench.store(keeping: 1)
        do {
            let store = try bench.store(keeping: 1)
            let shown = try await store.start()
            #expect(try await frugal.collectGarbage().map(\.spelling) == ["1.5.0"])
            withExtendedLifetime(shown) {}
        }
        #expect(try bench.names() == ["index", "signed-v1.5.1", "signed-v1.5.2", "state.json", "v1.5.1", "v1.5.2"])
    }

    @Test func `that is in use still is not fetched again before it can be installed`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let store = try bench.store()
        let shown = try await store.start()
        try await store.reset()
        let count = bench.site.requests.count
        let version = try StoreBench.version("1.5.0")
        #expect(try await bench.update(store) == .failed(.store(.inUse(version))))
        #expect(bench.site.requests.dropFirst(count) == ["index.json.jws"])
        withExtendedLifetime(shown) {}
    }

    @Test func `what another process has installed again is not taken for what was refused`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let store = try bench.store()
        do {
            let shown = try await store.start()
            try bench.folder.write("store/v1.5.0/planted.js", "forged")
            #expect(await !shown.verifyAll())
            try await eventually("it steps aside") { (try? await store.status().stored.isEmpty) == true }
        }
        let other = try bench.store()
        #expect(try await bench.update(other) == .installed(try StoreBench.version("1.5.0")))
        try await bench.confirm(other)
        #expect(try await store.start().version == StoreBench.bundle("v1.5.0"))
    }

    @Test func `keeps what the next start shows, though something newer is there that does not fit`() async throws {
        let bench = try StoreBench()
        let former = try bench.store(keeping: 1)
        try await bench.publish([try bench.offer("2.0.0", upTo: "2.0.0")], minutesLater: -1)
        #expect(try await bench.update(former) == .installed(try StoreBench.version("2.0.0")))
        // Never started before the app is updated.
        let store = try bench.store(shell: "2.1.0", keeping: 1)
        try await bench.publish([try bench.offer("1.9.0")])
        #expect(try await bench.update(store) == .installed(try StoreBench.version("1.9.0")))
        #expect(try await store.collectGarbage() == [])
        #expect(try await bench.update(store) == .installed(try StoreBench.version("1.9.0")))
        #expect(try await bench.expectWhole(store) == "v1.9.0")
    }

    @Test func `leaves the work of others alone, and takes what is left of it`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        bench.site.set("v1.5.0.zip", .endless)
        let updater = try bench.updater()
        let update = Task { await updater.update() }
        try await eventually("the archive is asked for") { bench.site.requests.contains("v1.5.0.zip") }
        #expect(try await bench.store().collectGarbage() == [])
        #expect(try await bench.expectWhole() == "embedded")
        #expect(try bench.names().filter { $0.hasPrefix("download-") }.count == 1)
        update.cancel()
        #expect(await update.value == .failed(.cancelled))
        #expect(try bench.names() == ["index", "state.json"])
    }
}
