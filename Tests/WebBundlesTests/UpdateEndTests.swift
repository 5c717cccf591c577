import AppGate
import Foundation
import Testing
import TestSupport
import WebBundles

/// How a run ends that does not install what it set out to.
@Suite struct `The end of an update` {
    @Test func `beside a withdrawn bundle that is all there is says what went wrong`() async throws {
        let bench = try StoreBench()
        #expect(try await bench.expectWhole() == "embedded")
        let better = try bench.offer("1.5.0")
        bench.site.set("v1.5.0.zip", .status(404))
        try await bench.publish([better], withdrawn: ["1.4.0"])
        #expect(try await bench.update() == .failed(.archiveStatus(404)))
        #expect(try await bench.expectWhole() == "embedded")
    }

    @Test func `that is asked for during a download does not wait where what is shown must be left`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let better = try bench.offer("1.5.1")
        bench.site.set("v1.5.1.zip", .endless)
        try await bench.publish([better])
        let updater = try bench.updater()
        let first = Task { await updater.update() }
        defer { first.cancel() }
        try await eventually("the archive is asked for") { bench.site.requests.contains("v1.5.1.zip") }
        try await bench.publish([better], withdrawn: ["1.5.0"], minutesLater: 1)
        let outcome = Locked<UpdateOutcome?>(nil)
        let second = Task {
            let found = await updater.update()
            outcome.withLock { $0 = found }
        }
        defer { second.cancel() }
        try await eventually("the second call ends") { outcome.withLock { $0 } != nil }
        #expect(outcome.withLock { $0 } == .withdrawnCurrent(next: .embedded))
        #expect(try await bench.expectWhole() == "embedded")
        first.cancel()
        #expect(await first.value == .failed(.cancelled))
    }

    @Test func `that found what is signed and no bundle does not fetch it again for a day`() async throws {
        let bench = try StoreBench()
        let broken = try bench.offer("1.5.1", archive: Array("no archive".utf8))
        try await bench.publish([broken, bench.offer("1.5.0")])
        let outcome = try await bench.update()
        guard case .failed(.malformedArchive) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await bench.update() == .installed(StoreBench.version("1.5.0")))
        #expect(try await bench.update() == .installed(StoreBench.version("1.5.0")))
        #expect(bench.site.requests.filter { $0.hasSuffix(".zip") } == ["v1.5.1.zip", "v1.5.0.zip"])
    }

    @Test func `that found the same bytes for more shells fetches nothing`() async throws {
        let bench = try StoreBench()
        try await bench.publish([bench.offer("1.5.0", upTo: "2.0.0")])
        #expect(try await bench.update() == .installed(StoreBench.version("1.5.0")))
        #expect(try await bench.confirm() == "v1.5.0")
        // The app is updated, and ships an older bundle.
        let newer = try bench.store(shell: "2.1.0")
        #expect(try await bench.crash(newer) == "embedded")
        #expect(try await bench.update(newer) == .upToDate)
        try await bench.publish([bench.offer("1.5.0", upTo: "2.1.0")], minutesLater: 1)
        #expect(try await bench.update(newer) == .installed(StoreBench.version("1.5.0")))
        #expect(bench.site.requests.filter { $0.hasSuffix(".zip") }.count == 1)
        // Confirmed as it was, by the index of now.
        bench.site.set("index.json.jws", .failure(.timedOut))
        #expect(try await bench.expectWhole(newer) == "v1.5.0")
        #expect(try await bench.store(shell: "2.1.0").status().trial == nil)
        // What is gone is fetched.
        try await bench.publish([bench.offer("1.5.0", upTo: "2.2.0")], minutesLater: 2)
        try bench.folder.remove("store/v1.5.0")
        let newest = try bench.store(shell: "2.2.0")
        #expect(try await bench.update(newest) == .installed(StoreBench.version("1.5.0")))
        #expect(bench.site.requests.filter { $0.hasSuffix(".zip") }.count == 2)
        #expect(try await bench.expectWhole(newest) == "v1.5.0")
    }

    @Test func `that ended between the proof and the state of more shells fetches nothing again`() async throws {
        let bench = try StoreBench()
        try await bench.publish([bench.offer("1.5.0", upTo: "2.1.0")])
        #expect(try await bench.update() == .installed(StoreBench.version("1.5.0")))
        #expect(try await bench.confirm() == "v1.5.0")
        let newer = try bench.store(shell: "2.2.0")
        #expect(try await bench.crash(newer) == "embedded")
        try await bench.publish([bench.offer("1.5.0", upTo: "2.2.0")], minutesLater: 1)
        let former = try bench.folder.text("store/state.json")
        #expect(try await bench.update(newer) == .installed(StoreBench.version("1.5.0")))
        #expect(try bench.folder.text("store/state.json") != former)
        try bench.folder.write("store/state.json", former)
        #expect(try await bench.crash(newer) == "embedded")
        bench.site.set("v1.5.0.zip", .status(404))
        #expect(try await bench.update(newer) == .installed(StoreBench.version("1.5.0")))
        #expect(try await bench.crash(newer) == "v1.5.0")
    }

    @Test func `that was cancelled beside a withdrawn bundle is that it was cancelled`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        let better = try bench.offer("1.5.1")
        bench.site.set("v1.5.1.zip", .endless)
        try await bench.publish([better], withdrawn: ["1.5.0"])
        let updater = try bench.updater()
        let update = Task { await updater.update() }
        try await eventually("the archive is asked for") { bench.site.requests.contains("v1.5.1.zip") }
        update.cancel()
        #expect(await update.value == .failed(.cancelled))
    }

    @Test func `that was cancelled is not that of a caller who came after it`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let updater = try bench.updater()
        let (isCancelled, mayEnd) = (Locked(false), Locked(false))
        bench.site.during("v1.5.0.zip") {
            while !Task.isCancelled { await Task.yield() }
            isCancelled.withLock { $0 = true }
            while !mayEnd.withLock({ $0 }) { await Task.yield() }
        }
        let first = Task { await updater.update() }
        try await eventually("the archive is asked for") { bench.site.requests.contains("v1.5.0.zip") }
        first.cancel()
        try await eventually("the run knows") { isCancelled.withLock { $0 } }
        let second = Task { await updater.update() }
        // It waits for the run that is being cleaned up.
        try await Task.sleep(for: .milliseconds(200))
        mayEnd.withLock { $0 = true }
        #expect(await first.value == .failed(.cancelled))
        #expect(await second.value == .installed(try StoreBench.version("1.5.0")))
    }

    @Test(.tracing, arguments: 1...4)
    func `whose record cannot be written leaves no folder`(call: Int) async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.1")
        try bench.writeSite()
        _ = try bench.drive(["update"], fault: "renameat:error=EROFS:when=\(call)")
        let state = try bench.folder.text("store/state.json")
        let names = try bench.names()
        #expect(names.contains("v1.5.1") == state.contains("1.5.1"), "\(names)")
    }
}
