import Foundation
import Testing
import TestSupport

@Suite struct `A publish to a folder that is killed` {
    /// Trees with the same paths, and a folder that holds a web app.
    private struct Bench {
        let bench: FaultBench
        /// What a kill leaves of the list of Signet's files, while that is written beside the former one.
        static let halfList = "..signet-files.new"
        /// All trees that were built.
        private(set) var trees: [[String: [UInt8]]] = []

        init() throws {
            bench = try FaultBench(fileCount: 40)
            try bench.folder.write("public/index.html", "<p>")
            try bench.folder.write("public/files/app.txt", "mine")
            try bench.folder.write("public/_headers", "/*\n  X-A: b\n")
        }

        /// Builds a version; each one is dated after the one before.
        mutating func build(_ version: FaultBench.Version) throws {
            let done = try bench.build(version)
            try #require(done.status == 0, "\(done.errors)")
            trees.append(try bench.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") })
        }

        func words(_ version: FaultBench.Version) -> [String] {
            [
                "publish", "--policy", "\(version.rawValue).json", "--to", "public", "--quiet", "--allow",
                "devices-freed",
            ]
        }

        func publish(_ version: FaultBench.Version, _ more: String...) throws {
            let done = try signet(words(version) + more, in: bench.folder)
            try #require(done.status == 0, "\(done.errors)")
        }

        /// Every file is whole, of one version or the other, and the web app's are as they were.
        func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
            for (path, bytes) in try bench.folder.snapshot("public") where !path.hasPrefix(".signet-") {
                switch path {
                case Self.halfList: continue
                case "index.html": #expect(bytes == Array("<p>".utf8), sourceLocation: sourceLocation)
                case "files/app.txt": #expect(bytes == Array("mine".utf8), sourceLocation: sourceLocation)
                case "_headers":
                    let text = String(decoding: bytes, as: UTF8.self)
                    #expect(text.hasPrefix("/*\n  X-A: b\n"), sourceLocation: sourceLocation)
                    #expect(
                        text == "/*\n  X-A: b\n" || text.hasSuffix("# signet publish: end\n"),
                        sourceLocation: sourceLocation)
                default:
                    #expect(
                        trees.contains { $0[path] == bytes }, "\(path) is of no tree",
                        sourceLocation: sourceLocation)
                }
            }
        }

        /// The folder has a tree of a version, the web app and nothing else. One whose signatures are fresh may have stayed.
        func expectOnly(_ version: FaultBench.Version, sourceLocation: SourceLocation = #_sourceLocation) throws {
            var site = try bench.folder.snapshot("public")
            for name in ["index.html", "files/app.txt", "_headers", ".signet-nginx.conf", ".signet-files"] {
                #expect(site.removeValue(forKey: name) != nil, "\(name)", sourceLocation: sourceLocation)
            }
            #expect(site["files/0.txt"] == Array("\(version.rawValue) 0\n".utf8), sourceLocation: sourceLocation)
            #expect(trees.contains(site), sourceLocation: sourceLocation)
            try check("sha256sum", ["-c", "--quiet", ".signet-files"], in: bench.folder.path("public"))
        }
    }

    @Test(.inCI) func `leaves every file whole, and the next run finishes the work`() throws {
        var bench = try Bench()
        var span = Duration.zero
        for version in [FaultBench.Version.a, .b, .a] {
            try bench.build(version)
            let start = ContinuousClock.now
            try span == .zero ? bench.publish(version, "--first") : bench.publish(version)
            span = max(span, ContinuousClock.now - start)
            try bench.expectOnly(version)
        }
        var killed = 0
        for round in 0..<Self.rounds {
            let next = round.isMultiple(of: 2) ? FaultBench.Version.b : .a
            try bench.build(next)
            // A machine that was busy when it was measured is quicker now.
            if try kill(bench, next, after: span * (round * 5 % Self.rounds) / Self.rounds) {
                killed += 1
            } else {
                span /= 2
            }
            try bench.expectWhole()
            // The same tree again, or a newer one: whichever was begun, every file of it is known as Signet's.
            let last = round % 3 > 0 ? next.other : next
            if last != next { try bench.build(last) }
            try bench.publish(last)
            try bench.expectOnly(last)
        }
        #expect(killed >= 3)
    }

    private static let rounds = 12

    /// Kills a publication after a while; whether it had not ended by itself.
    private func kill(_ bench: Bench, _ version: FaultBench.Version, after delay: Duration) throws -> Bool {
        let process = PeerProcess()
        process.executableURL = URL(fileURLWithPath: signetPath)
        process.arguments = bench.words(version)
        process.currentDirectoryURL = URL(fileURLWithPath: bench.bench.folder.root)
        process.standardError = PeerProcess.nowhere
        let start = ContinuousClock.now
        try process.run()
        while process.isRunning, ContinuousClock.now - start < delay { usleep(500) }
        process.kill()
        return process.terminationReason == .uncaughtSignal
    }
}
