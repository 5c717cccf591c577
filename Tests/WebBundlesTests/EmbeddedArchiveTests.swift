import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

@Suite struct `An embedded archive` {
    private func store(_ bench: StoreBench, _ version: String) throws -> BundleStore {
        try bench.folder.write("app/\(version).zip", try bench.archive(StoreBench.files(version)))
        let file = URL(fileURLWithPath: bench.folder.path("app/\(version).zip"))
        return BundleStore(
            root: URL(fileURLWithPath: bench.folder.path("store")),
            embedded: .archive(version: try StoreBench.version(version), file: file),
            shell: try #require(NumericVersion("2.0.0")),
            keyRing: try StoreBench.ring(bench.publisher.trusted()),
            environment: try #require(EnvironmentName("production")),
            events: { [events = bench.events] event in events.with { $0.append(event) } })
    }

    @Test func `is unpacked once, and again when the app ships another one`() async throws {
        let bench = try StoreBench()
        let first = try await store(bench, "1.4.0").start()
        let name = first.folder.lastPathComponent
        #expect(name.hasPrefix("embedded-") && name.utf8.count == 25)
        #expect(try bench.folder.snapshot("store/\(name)") == StoreBench.files("1.4.0"))
        let inode = try FileManager.default.attributesOfItem(atPath: first.folder.path)[.systemFileNumber] as? Int
        let again = try await store(bench, "1.4.0").start()
        #expect(try FileManager.default.attributesOfItem(atPath: again.folder.path)[.systemFileNumber] as? Int == inode)

        // While the former one is shown it stays.
        let second = try await store(bench, "1.5.0").start()
        #expect(try bench.folder.snapshot("store/\(second.folder.lastPathComponent)") == StoreBench.files("1.5.0"))
        #expect(bench.folder.exists("store/\(name)/index.html"))
        withExtendedLifetime((first, again)) {}
    }

    @Test(arguments: [
        "printf x > index.html", "printf x > assets/data.txt", "rm assets/data.txt", "printf x > planted.js",
    ])
    func `that was changed on the disk is unpacked anew`(script: String) async throws {
        let bench = try StoreBench()
        // One that is shown meanwhile does not keep it.
        let shown = try await store(bench, "1.4.0").start()
        try check("sh", ["-c", "cd '\(shown.folder.path)' && \(script)"])
        let again = try await store(bench, "1.4.0").start()
        #expect(again.folder == shown.folder)
        #expect(try bench.folder.snapshot("store/\(again.folder.lastPathComponent)") == StoreBench.files("1.4.0"))
        withExtendedLifetime(shown) {}
    }

    @Test func `is served as the archive has it, and unpacked anew once a file was changed`() async throws {
        let bench = try StoreBench()
        let store = try store(bench, "1.4.0")
        let bundle = try await store.start()
        let responder = try BundleResponder(bundle)
        func status(_ path: String) -> Int { responder.response(method: "GET", path: path, headers: []).status }
        let place = "store/\(bundle.folder.lastPathComponent)"
        try bench.folder.write("\(place)/planted.js", "forged")
        try bench.folder.write("\(place)/assets/data.txt", "forged")
        #expect(status("index.html") == 200)
        #expect(status("planted.js") == 404)
        #expect(status("assets/data.txt") == 500)
        let refused = bench.events.with { $0.first { $0.name == "refused" } }
        #expect(refused?["bundle"] == "embedded" && refused?["file"] == "assets/data.txt")
        #expect(try await store.start().verifyAll())
        #expect(try bench.folder.snapshot(place) == StoreBench.files("1.4.0"))
    }

    @Test func `that the app no longer ships is removed`() async throws {
        let bench = try StoreBench()
        let former = try await store(bench, "1.4.0").start().folder.lastPathComponent
        #expect(try await store(bench, "1.5.0").start().version == .embedded)
        #expect(!bench.folder.exists("store/\(former)"))
        #expect(try await bench.store().start().version == .embedded)
        #expect(try bench.names() == ["state.json"])
    }

    @Test func `that is damaged is refused and leaves nothing`() async throws {
        let bench = try StoreBench()
        let damaged = try store(bench, "1.4.0")
        try bench.folder.write("app/1.4.0.zip", Array(try bench.folder.read("app/1.4.0.zip").dropLast(5)))
        await #expect(throws: BundleStoreError.self) { try await damaged.start() }
        #expect(try bench.names() == ["state.json"])
    }

    @Test func `without a start page is refused`() async throws {
        let bench = try StoreBench()
        let store = try store(bench, "1.4.0")
        try bench.folder.write("app/1.4.0.zip", try bench.archive(["page.html": [1]]))
        await #expect(throws: BundleStoreError.embedded("the archive has no index.html")) { try await store.start() }
        #expect(try bench.names() == ["state.json"])
    }
}
