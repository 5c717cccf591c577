import Testing
import TestSupport

/// Runs `signet` while another process has the lock of a folder, as every user who can open that folder can take it.
private func runWhileLocked(_ folder: String, _ words: [String], in project: Project) throws -> CommandResult {
    try TestSupport.run("flock", [folder, signetPath] + words, in: project.folder.root)
}

@Test func `another user who locks the keys' folder stops no change of the ring`() throws {
    let project = try Project()
    let result = try runWhileLocked(
        "keys", ["keys", "generate", "production-2", "--environment", "production"], in: project)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!project.folder.exists("keys/.signet-lock"))
}

@Test func `another user who locks the output folder holds no build up`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    let result = try runWhileLocked("output", ["build"], in: project)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("another signet"))
    #expect(!project.folder.exists("output/.signet-lock"))
}
