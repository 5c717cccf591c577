import Foundation
import Testing
import TestSupport

/// A run of signet that is interrupted.
private struct Interruption {
    let process = PeerProcess()

    /// Starts a program in a folder, with an empty folder for temporary ones.
    init(
        _ arguments: [String], of program: String = signetPath, in folder: TemporaryFolder,
        variables: [String: String] = [:]
    ) throws {
        try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
        process.environment = peerEnvironment(variables.merging(["TMPDIR": folder.path("tmp")]) { $1 })
        process.standardOutput = PeerProcess.nowhere
        process.standardError = PeerProcess.nowhere
        try process.run()
    }

    /// Waits until something is so while the program runs.
    func wait(until isSo: () throws -> Bool) async throws {
        while try !isSo() {
            try #require(process.isRunning)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The ids of the programs that this one has started.
    var children: [pid_t] {
        let id = process.processIdentifier
        let lists = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return lists.flatMap { thread in
            let list = (try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/children", encoding: .utf8)) ?? ""
            return list.split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// The exit code after a signal.
    func end(with signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}

/// The name of a program; nil when there is none of that id, or one whose end is not asked for yet.
private func name(of id: pid_t) -> String? {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    guard !status.isEmpty, !status.contains("State:\tZ") else { return nil }
    return status.split(separator: "\n").first.map { String($0.dropFirst("Name:\t".count)) }
}

@Suite struct `A signal that ends a run` {
    @Test(.unlessHung, .peers(.python3, .openssl, .curl), arguments: [SIGHUP, SIGINT, SIGTERM])
    func `ends curl with it and leaves no temporary folder`(signal: Int32) async throws {
        let project = try Project()
        let server = try HTTPSServer(serving: project.folder.root, faults: ["/publication.jws": .silence])
        let run = try Interruption(
            ["verify", server.origin], in: project.folder, variables: ["CURL_CA_BUNDLE": server.certificate])
        var curl: pid_t?
        try await run.wait {
            curl = run.children.first { name(of: $0) == "curl" }
            return try curl != nil && server.requests().contains("/publication.jws")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: project.folder.path("tmp")).count == 1)
        #expect(run.end(with: signal) == 128 + signal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: project.folder.path("tmp")) == [])
        #expect(curl.flatMap(name) != "curl")
    }

    @Test(.unlessHung, .tracing) func `removes the tree that is being built, and leaves the former one whole`()
        async throws
    {
        let bench = try FaultBench()
        try #require(try bench.build(.a).status == 0)
        // It sits before the exchange until the signal is there.
        let run = try Interruption(
            Tracing.options + ["-e", "trace=syncfs", "-e", "inject=syncfs:delay_enter=600000000", signetPath]
                + bench.arguments(.b), of: try #require(Peer.path(of: "strace")), in: bench.folder)
        var ids: [pid_t] = []
        try await run.wait {
            ids = run.children.filter { name(of: $0) == "signet" }
            return bench.folder.exists("output/.production.staging/publication.jws")
        }
        try await Task.sleep(for: .milliseconds(200))
        let id = try #require(ids.first)
        kill(id, SIGTERM)
        try await run.wait { name(of: id) == nil }
        // It keeps the thread that it delays.
        run.process.kill()
        #expect(try bench.names().filter { $0 != ".signet-lock" } == ["production"])
        #expect(try bench.version() == .a)
        #expect(try bench.build(.b).status == 0)
        try bench.expectOnly(.b)
    }

    @Test(.unlessHung) func `is obeyed at any moment of a build, and the tree is whole`() async throws {
        let bench = try FaultBench(fileCount: 20)
        try #require(try bench.build(.a).status == 0)
        var ended: [Int32: Int] = [:]
        for round in 0..<12 {
            let run = try Interruption(bench.arguments(round.isMultiple(of: 2) ? .b : .a), in: bench.folder)
            try await Task.sleep(for: .milliseconds(round * 37 % 60))
            ended[run.end(with: SIGTERM), default: 0] += 1
            #expect(try bench.version() != nil)
        }
        // Before `main` the system ends it, and after the end of the work there is nothing to end.
        #expect(Set(ended.keys).isSubset(of: [143, 0, -SIGTERM]))
        #expect(try bench.build(.b).status == 0)
        try bench.expectOnly(.b)
    }

    @Test(.unlessHung) func `is ignored where the parent process has signet ignore it`() async throws {
        let project = try Project()
        let script = "trap '' INT; exec \"$0\" verify https://127.0.0.1:1/ --settle 0"
        let path = "\(project.folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        try project.folder.writeProgram("bin/curl", "#!/bin/sh\ntouch \"$TMPDIR/../started\"\nexec sleep 36000\n")
        let run = try Interruption(
            ["-c", script, signetPath], of: "/bin/sh", in: project.folder, variables: ["PATH": path])
        try await run.wait { project.folder.exists("started") }
        kill(run.process.processIdentifier, SIGINT)
        try await Task.sleep(for: .milliseconds(300))
        #expect(run.process.isRunning)
        #expect(run.end(with: SIGTERM) == 143)
    }
}
