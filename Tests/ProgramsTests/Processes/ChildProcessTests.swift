import Foundation
import LocalFiles
import Programs
import Testing
import TestSupport

private func child(
    _ program: String, _ arguments: [String], variables: [String: String] = [:], input: [UInt8] = [],
    timeLimit: Duration = .hours, fileSizeLimit: Int? = nil, outputLimit: Int = 1 << 20, errorLimit: Int = 100
) -> ChildProcess {
    let all = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""].merging(variables) { $1 }
    return ChildProcess(
        program, arguments, variables: ProgramVariables(all, names: Set(all.keys)),
        input: input, timeLimit: timeLimit, fileSizeLimit: fileSizeLimit, outputLimit: outputLimit,
        errorLimit: errorLimit)
}

private func shell(_ script: String, _ arguments: String...) -> ChildProcess {
    child("sh", ["-c", script] + arguments)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Whether the `sleep` whose id was written to a file is still there; another program may have the id since.
private func isRunning(_ folder: TemporaryFolder, _ file: String) throws -> Bool {
    let id = try folder.text(file).trimmingCharacters(in: .whitespacesAndNewlines)
    let words = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    // One whose end nobody waited for has no words any more.
    return words == "sleep\0\(36_000)\0" || status.contains("State:\tZ")
}

@Test func `a program's output, errors and exit status come back`() async throws {
    let result = try await shell("echo out; echo err >&2; exit 7").run()
    #expect(text(result.output) == "out\n")
    #expect(text(result.errors) == "err\n")
    #expect(result.ending == .exited(7))
}

@Test func `the signal that ended a program is told`() async throws {
    #expect(try await shell("kill -TERM $$").run().ending == .killed(signal: SIGTERM))
}

@Test(arguments: [0, 1, 65_536, 1 << 20])
func `a program reads all of its input`(count: Int) async throws {
    let input = [UInt8](repeating: 7, count: count)
    #expect(try await child("cat", [], input: input).run().output == input)
}

@Test func `a program that does not read its input is no trouble`() async throws {
    let result = try await child("true", [], input: [UInt8](repeating: 7, count: 1 << 20)).run()
    #expect(result.ending == .exited(0))
}

@Test func `words and variables arrive to the byte, and no other variables`() async throws {
    let words = ["", " ", "a b", "\"", "'", "\\", "$HOME", "`id`", "*", "é\n"]
    let result = try await child("printf", ["%s|"] + words).run()
    #expect(text(result.output) == words.map { "\($0)|" }.joined())

    let variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "A": "b=c\nd é"]
    let seen = try await child("env", ["-0"], variables: variables).run().output
    #expect(Set(seen.split(separator: 0).map { text(Array($0)) }) == Set(variables.map { "\($0)=\($1)" }))
}

@Test func `only three descriptors of ours reach a program`() async throws {
    let folder = try TemporaryFolder()
    let open = try Folder(path: folder.root)
    let results = try await Array(0..<8).concurrentMap { _ in
        try await shell("for fd in /proc/self/fd/*; do echo \"${fd##*/} $(readlink $fd)\"; done").run()
    }
    for result in results {
        let others = text(result.output).split(separator: "\n").filter {
            !["0", "1", "2"].contains($0.prefix { $0 != " " })
        }
        #expect(others.allSatisfy { !$0.contains("memfd:signet") && !$0.contains(folder.root) })
    }
    withExtendedLifetime(open) {}
}

@Test(arguments: ["no-such-program-anywhere", "not-executable", "a-folder", "here"])
func `a program that is not on the PATH is an error of its own`(program: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("bin/not-executable", "#!/bin/sh\n")
    try folder.write("bin/a-folder/file", "")
    // A folder that is not absolute is not looked into.
    try folder.write("here", "#!/bin/sh\n", permissions: 0o755)
    let relative = String(repeating: "../", count: 30).dropLast() + folder.root
    let path = "\(folder.path("bin")):\(relative)::."
    await #expect(throws: ChildProcessError.notFound(program)) {
        try await child(program, [], variables: ["PATH": path]).run()
    }
}

@Test func `a file that the system cannot start is an error that names it`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("broken", "#!/no/such/interpreter\n")
    await #expect(
        throws: ChildProcessError.cannotStart(folder.path("broken"), reason: "No such file or directory")
    ) {
        try await child("broken", [], variables: ["PATH": folder.root]).run()
    }
}

@Test(.unlessHung) func `a program is killed when its time is over`() async throws {
    let folder = try TemporaryFolder()
    let script =
        "echo $$ > \(folder.path("pid.new")); mv \(folder.path("pid.new")) \(folder.path("pid")); exec sleep 36000"
    // On a busy machine it may be killed before it has said who it is, and gets more time.
    for limit in [Duration.milliseconds(500), .seconds(5), .seconds(60)] where !folder.exists("pid") {
        await #expect(throws: ChildProcessError.tookTooLong("sh", limit: limit)) {
            try await child("sh", ["-c", script], timeLimit: limit).run()
        }
    }
    #expect(try !isRunning(folder, "pid"))
}

@Test(.unlessHung) func `a program is killed when its task is cancelled`() async throws {
    let folder = try TemporaryFolder()
    let task = Task {
        try await shell(
            "echo $$ > \(folder.path("pid.new")); mv \(folder.path("pid.new")) \(folder.path("pid")); exec sleep 36000"
        ).run()
    }
    while !folder.exists("pid") { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: ChildProcessError.cancelled("sh")) { try await task.value }
    #expect(try !isRunning(folder, "pid"))
}

@Test func `a program that prints without end is killed at the limit`() async throws {
    await #expect(throws: ChildProcessError.tooMuchOutput("yes", limit: 100_000)) {
        try await child("yes", [], outputLimit: 100_000).run()
    }
    #expect(try await child("head", ["-c", "100000", "/dev/zero"], outputLimit: 100_000).run().output.count == 100_000)
}

@Test func `of many complaints the first are kept, and the program goes on`() async throws {
    let result = try await shell("echo first >&2; head -c 3000000 /dev/zero >&2; echo done").run()
    #expect(text(result.errors).hasPrefix("first\n"))
    #expect(result.errors.count == 100)
    #expect(text(result.output) == "done\n")
}

@Test(.unlessHung) func `a program that another one left behind is not waited for`() async throws {
    let result = try await shell("sleep 36000 & echo $!").run()
    let id = try #require(pid_t(text(result.output).trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(id, SIGKILL) == 0)
}

@Test func `no file that a program writes grows beyond the limit, and the program goes on`() async throws {
    let folder = try TemporaryFolder()
    // The limit is set just after the start, and what is started before that is not held to it.
    let wait = "while [ $(ulimit -f) = unlimited ]; do :; done"
    let script = "\(wait); head -c 1000000 /dev/zero > \(folder.path("file")) 2> /dev/null; echo on"
    let result = try await child("sh", ["-c", script], fileSizeLimit: 5_000).run()
    #expect(text(result.output) == "on\n")
    #expect(try folder.read("file").count == 5_000)
}
