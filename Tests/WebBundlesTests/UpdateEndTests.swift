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
