import Foundation
import Testing
import TestSupport
import WebBundles

@Suite struct `An install` {
    @Test func `that another process was faster with changes nothing`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        bench.site.during("v1.5.0.zip") {
            do {
                #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
                #expect(try await bench.confirm() == "v1.5.0")
            } catch {
                Issue.record(error)
            }
        }
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.store().start().needsConfirmation == false, "the bundle is the one that was confirmed")
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try bench.names() == ["index", "signed-v1.5.0", "state.json", "v1.5.0"])
    }
}

@Suite(.tracing) struct `A store on a disk` {
    private func ready() async throws -> StoreBench {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        try bench.writeSite()
        return bench
    }

    @Test func `has a document and a bundle on the disk before anything counts that follows from them`() async throws {
        let bench = try await ready()
        let log = bench.folder.path("trace")
        let traced = ["-y", "-e", "trace=fsync,rename,renameat,renameat2"]
        #expect(try bench.drive(["update"], tracing: traced, to: log).output.contains("installed(1.5.0)"))
        let lines = try bench.folder.text("trace").split(separator: "\n").map(String.init)
        func first(after start: Int, _ parts: String...) -> Int? {
            lines.indices.first { index in index >= start && parts.allSatisfy { lines[index].contains($0) } }
        }
        let root = bench.folder.path("store")
        let document = try #require(first(after: 0, "rename", "\(root)/index\")"), "\(lines)")
        let bundle = try #require(first(after: document, "rename", "\"v1.5.0\""))
        let state = try #require(first(after: bundle, "rename", "\"state.json\""))
        #expect(try #require(first(after: document, "fsync(", "\(root)/index>)")) < bundle)
        #expect(try #require(first(after: bundle, "fsync(", "\(root)>)")) < state)
    }

    @Test func `shows a bundle that is started while it is being installed`() async throws {
        let bench = try await ready()
        // Another process starts the app again and again.
        let starts = ["learn"] + [[String]](repeating: ["start", "pause"], count: 500).flatMap(\.self)
        // Whenever the lock of the store is given back, the process that installs goes no further for a while.
        let delay = ["-P", bench.folder.path("store"), "-e", "trace=close", "-e", "inject=close:delay_exit=300000"]
        try FileManager.default.createDirectory(atPath: bench.folder.path("store"), withIntermediateDirectories: true)
        let result = try bench.drive(["update"], tracing: delay, beside: starts)
        #expect(result.output.contains("installed(1.5.0)"), "\(result)")
        let store = try bench.store(health: HealthPolicy(starts: 1_000_000))
        _ = try await bench.update(store)
        #expect(try await bench.expectWhole(store) == "v1.5.0")
    }

    @Test func `does not forget a bundle that cannot be opened now`() async throws {
        let bench = try await ready()
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        let full = ["-P", "v1.5.0", "-e", "trace=openat", "-e", "inject=openat:error=EMFILE"]
        let result = try bench.drive(["learn", "start"], tracing: full)
        #expect(result.output.contains("start embedded") && result.output.contains("storage("), "\(result)")
        #expect(try await bench.expectWhole() == "v1.5.0")
    }
}
