import Foundation
import Testing
import TestSupport

@Test(
    .peers(.strace), .tracing,
    arguments: [["build"], ["sign", "notes.txt"], ["keys", "generate", "next", "--environment", "production"]]
)
func `memory is closed to dumps before a key is opened`(command: [String]) throws {
    let project = try Project()
    try project.folder.write("notes.txt", "notes\n")
    try check(
        "strace", ["-f", "-qq", "-o", "calls", "-e", "trace=prctl,openat", signetPath] + command,
        in: project.folder.root)
    let calls = try project.folder.text("calls").split(separator: "\n")
    let closing = try #require(calls.firstIndex { $0.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE) = 0") })
    #expect(!calls[..<closing].contains { $0.contains("/keys") || $0.contains(".pem") || $0.contains("policy.json") })
}

@Test func `a command that ends by a signal leaves no core file`() throws {
    let project = try Project()
    // Asked while the new key is in memory.
    try project.folder.writeProgram(
        "bin/git",
        """
        #!/bin/sh
        grep 'core file' "/proc/$PPID/limits" > '\(project.folder.path("limits"))'
        kill -QUIT $PPID
        # On a busy machine another thread could end the process before the one that is to end by the signal.
        sleep 10
        """)
    let before = try project.folder.snapshot().keys
    let command = "keys generate next --environment production"
    let result = try run(
        "sh", ["-c", "ulimit -c unlimited; exec env --default-signal=QUIT \"$0\" \(command)", signetPath],
        in: project.folder.root,
        environment: [
            "PATH": project.folder.path("bin") + ":/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
        ])
    #expect(result.status == -SIGQUIT, "\(result.said)")
    let limits = try project.folder.text("limits").split(whereSeparator: \.isWhitespace)
    #expect(limits == ["Max", "core", "file", "size", "0", "0", "bytes"])
    let left = try Set(project.folder.snapshot().keys).subtracting(before)
    #expect(!left.contains { $0.contains("core") }, "\(left)")
}
