import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import URLSessionTransport
import WebBundles

/// An update from a real server over a real transport.
@Suite(.peers(.python3)) struct `A server` {
    private func serve(_ bench: StoreBench, _ archive: (inout RawHTTPServer.Answer) -> Void = { _ in }) throws
        -> RawHTTPServer
    {
        let server = try RawHTTPServer()
        for (name, resource) in bench.site.resources {
            switch resource {
            case .document(let download):
                let headers = download.headers.map { "\($0.name): \($0.value)" }
                try server.answer("/builds/\(name)", with: .init(headers: headers, body: download.body))
            case .file(let bytes):
                var answer = RawHTTPServer.Answer(body: bytes)
                archive(&answer)
                try server.answer("/builds/\(name)", with: answer)
            default: break
            }
        }
        return server
    }

    private func updater(_ bench: StoreBench, _ server: RawHTTPServer) throws -> BundleUpdater {
        let configuration = UpdateConfiguration(
            base: try server.url(""), envelope: .headers, documentTimeLimit: .hours,
            archiveTimeLimit: .hours)
        return BundleUpdater(configuration, store: try bench.store(), transport: SessionTransport())
    }

    @Test(.prompt) func `that has a bundle gives it`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let server = try serve(bench)
        #expect(try await updater(bench, server).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(.prompt) func `that cuts an archive short changes nothing`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let server = try serve(bench) { $0.bytes.removeLast(500) }
        let outcome = try await updater(bench, server).update()
        guard case .failed(.archive(.unreachable)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try bench.names() == ["index", "state.json"])
        #expect(try await bench.expectWhole() == "embedded")
    }

    @Test(.prompt) func `that restarts in the middle is asked again next time`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        var server: RawHTTPServer? = try serve(bench) {
            $0.bytes.removeLast(500)
            $0.staysOpen = true
        }
        let updater = try updater(bench, try #require(server))
        let update = Task { await updater.update() }
        try await eventually("the archive is asked for") {
            (try? server?.requests().contains { $0.contains("v1.5.0.zip") }) == true
        }
        server = nil
        let outcome = await update.value
        guard case .failed(.archive) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try bench.names() == ["index", "state.json"])
        let next = try serve(bench)
        #expect(try await self.updater(bench, next).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }
}
