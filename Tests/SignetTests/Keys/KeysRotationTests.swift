import Foundation
import Testing
import TestSupport

/// The names of the keys with their states, in the order of the ring.
private func ring(_ project: Project) throws -> String {
    try project.expectDone(["keys", "list"]).output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.joined(separator: ", ")
}

/// What a failing or dying system call leaves of a rotation.
@Test(
    .peers(.strace),
    arguments: [
        "write:error=ENOSPC:when=1", "write:error=ENOSPC:when=2", "write:error=ENOSPC:when=3",
        "syncfs:error=EIO:when=1", "fsync:error=EIO:when=1",
        "fsync:error=EIO:when=2", "renameat:error=ENOSPC", "renameat:signal=KILL", "syncfs:signal=KILL:when=1",
        "fsync:signal=KILL:when=1",
        "fsync:signal=KILL:when=2",
    ])
func `a rotation that fails or is killed leaves a ring of before or after, and keys for all on it`(fault: String) throws
{
    let project = try Project()
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "second", "3.1.0"])
    let result = try run(
        "strace",
        ["-f", "-o", "trace", "-e", "inject=\(fault)", signetPath, "keys", "rotate", "production"],
        in: project.folder.root)
    #expect(try project.folder.text("trace").contains("INJECTED") || result.status != 0, "\(fault) hit nothing")
    let states = try ring(project)
    #expect(
        ["production active, second next", "production retired, second active, production-3 next"].contains(states),
        "\(states)")
    // Whatever is active can sign, and the next rotation goes on.
    try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
}

@Test(.tracing) func `a private key that may not be read is told as one, with its exit code`() throws {
    let project = try Project()
    let unreadable = ["-P", "production.key.pem", "-e", "trace=openat", "-e", "inject=openat:error=EACCES"]
    let result = try run("strace", Tracing.options + unreadable + [signetPath, "build"], in: project.folder.root)
    #expect(result.status == 77)
    #expect(
        result.errors.hasSuffix(
            """
            signet: error: keys/production.key.pem: may not be read
            hint: run this as the user whose file it is, or give the file to the user who runs this

            """))
}
