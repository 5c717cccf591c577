import AppGate
import Foundation
import LocalFiles
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

    private func updater(
        _ bench: StoreBench, _ server: RawHTTPServer, attempts: Int = 1, silence: TimeInterval = .hours
    ) throws -> BundleUpdater {
        var configuration = UpdateConfiguration(base: try server.url(""), documentTimeLimit: .hours)
        configuration.download.attempts = attempts
        configuration.download.silenceLimit = silence
        configuration.download.pause = { _ in .zero }
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
        // The server of another test may have its port by now, and answers what it is asked then.
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try bench.names() == ["index", "state.json"])
        let next = try serve(bench)
        #expect(try await self.updater(bench, next).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    // MARK: Going on

    /// A bench whose first update has broken after so many bytes, and the archive.
    private func broken(after count: Int = 300) async throws -> (StoreBench, archive: [UInt8]) {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        guard case .file(let archive) = bench.site.resource("v1.5.0.zip") else {
            throw FileError("v1.5.0.zip", .read, .notFound)
        }
        let server = try serve(bench) { $0 = Self.cut(archive, after: count) }
        let outcome = try await updater(bench, server).update()
        guard case .failed(.archive(.unreachable)) = outcome else {
            Issue.record("\(outcome)")
            return (bench, archive)
        }
        #expect(try bench.names().contains { $0.hasPrefix("download-") })
        return (bench, archive)
    }

    private static func cut(_ archive: [UInt8], after count: Int, etag: String = "\"one\"") -> RawHTTPServer.Answer {
        RawHTTPServer.Answer(
            bytes: RawHTTPServer.Answer.head(headers: ["ETag: \(etag)", "Content-Length: \(archive.count)"])
                + archive.prefix(count))
    }

    private static func rest(
        _ archive: [UInt8], from start: Int, etag: String = "\"one\""
    ) -> RawHTTPServer.Answer {
        RawHTTPServer.Answer(
            status: 206,
            headers: ["ETag: \(etag)", "Content-Range: bytes \(start)-\(archive.count - 1)/\(archive.count)"],
            body: Array(archive.dropFirst(start)))
    }

    private func requests(of archive: RawHTTPServer) throws -> [String] {
        try archive.requests().filter { $0.contains("v1.5.0.zip") }
    }

    @Test(.prompt) func `that cut an archive short sends the rest, which is asked for by its validator`() async throws {
        let (bench, archive) = try await broken()
        let server = try serve(bench) { $0 = Self.rest(archive, from: 300) }
        #expect(try await updater(bench, server).update() == .installed(try StoreBench.version("1.5.0")))
        let request = try #require(try requests(of: server).last)
        #expect(request.contains("\r\nRange: bytes=300-\r\n") && request.contains("\r\nIf-Match: \"one\"\r\n"))
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try !bench.names().contains { $0.hasPrefix("download-") })
    }

    @Test(.prompt) func `that ignores the range sends all of it`() async throws {
        let (bench, _) = try await broken()
        let server = try serve(bench)
        #expect(try await updater(bench, server).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try requests(of: server).allSatisfy { $0.contains("\r\nRange: bytes=300-\r\n") })
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(.prompt, arguments: ["changed", "gone", "another tag", "another part"])
    func `that has another archive meanwhile is asked for all of it`(how: String) async throws {
        let (bench, archive) = try await broken()
        let server = try serve(bench) { answer in
            switch how {
            case "changed": answer = RawHTTPServer.Answer(status: 412)
            case "gone": answer = RawHTTPServer.Answer(status: 416)
            case "another tag": answer = Self.rest(archive, from: 300, etag: "\"two\"")
            default: answer = Self.rest(archive, from: 299)
            }
        }
        #expect(try await updater(bench, server).update() == .failed(.archiveChanged))
        let next = try serve(bench)
        #expect(try await updater(bench, next).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try requests(of: next).allSatisfy { !$0.contains("\r\nRange:") })
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(.prompt) func `that gave a validator which is weak sends all of it`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        guard case .file(let archive) = bench.site.resource("v1.5.0.zip") else { return }
        let server = try serve(bench) { $0 = Self.cut(archive, after: 300, etag: "W/\"one\"") }
        guard case .failed(.archive) = try await updater(bench, server, attempts: 2).update() else { return }
        #expect(try requests(of: server).count == 2)
        #expect(try requests(of: server).allSatisfy { !$0.contains("\r\nRange:") })
        #expect(try bench.names() == ["index", "state.json"])
    }

    @Test(.prompt) func `whose beginning was spoilt on disk is asked for all of it, within the same update`()
        async throws
    {
        let (bench, archive) = try await broken(after: 1)
        let name = try #require(try bench.names().first { $0.hasPrefix("download-") })
        let file = URL(fileURLWithPath: bench.folder.path("store/\(name)/archive"))
        try Data(archive.map { $0 ^ 1 }).write(to: file)
        let server = try serve(bench)
        #expect(try await updater(bench, server).update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try requests(of: server).count == 1)
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(.prompt) func `that says nothing more is left, and asked again in the next attempt`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let server = try serve(bench) {
            $0.bytes.removeLast(500)
            $0.staysOpen = true
        }
        let outcome = try await updater(bench, server, attempts: 2, silence: 3).update()
        #expect(outcome == .failed(.archive(.timedOut)))
        #expect(try requests(of: server).count == 2)
    }

    @Test(.prompt, arguments: [(503, 3), (429, 3), (404, 1)])
    func `that is busy is asked again, and one that has no archive is not`(status: Int, count: Int) async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let server = try serve(bench) { $0 = RawHTTPServer.Answer(status: status) }
        #expect(try await updater(bench, server, attempts: 3).update() == .failed(.archiveStatus(status)))
        #expect(try requests(of: server).count == count)
    }

    @Test(.prompt) func `of another bundle makes what was downloaded of the first one go`() async throws {
        let (bench, _) = try await broken()
        try await bench.publish("1.5.1", minutesLater: 1)
        let server = try serve(bench)
        #expect(try await updater(bench, server).update() == .installed(try StoreBench.version("1.5.1")))
        #expect(try !bench.names().contains { $0.hasPrefix("download-") })
    }

    @Test(.prompt) func `is heard of by the bytes that have come`() async throws {
        let (bench, archive) = try await broken()
        let server = try serve(bench) { $0 = Self.rest(archive, from: 300) }
        let told = Locked<[[Int]]>([])
        var configuration = UpdateConfiguration(base: try server.url(""))
        configuration.download.progress = { received, whole in told.withLock { $0.append([received, whole]) } }
        _ = await BundleUpdater(configuration, store: try bench.store(), transport: SessionTransport()).update()
        let progress = told.withLock { $0 }
        #expect(progress.last == [archive.count, archive.count])
        #expect(progress.allSatisfy { $0[0] > 300 && $0[1] == archive.count })
    }
}
