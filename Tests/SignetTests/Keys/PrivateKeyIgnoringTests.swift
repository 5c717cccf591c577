import Foundation
import Testing
import TestSupport

/// What a pull request can plant as `keys/.gitignore`, and whether it must be completed.
private let planted: [(name: String, content: String, isCompleted: Bool)] = [
    ("empty", "", true),
    ("a comment", "# *.key.pem\n", true),
    ("no newline at its end", "notes.txt", true),
    ("another folder's keys", "old/*.key.pem\n", true),
    ("a later exception", "*.key.pem\n!*.pem\n", true),
    ("a later exception for one name, with CRLF", "*.key.pem\r\n!production-2.key.pem\r\n", true),
    ("an exception without a newline", "*\n!production*", true),
    ("a letter that only looks the same", "*.\u{212A}ey.pem\n", true),
    ("an exception before", "!*.pem\n*.key.pem\n", false),
    ("everything", "*\n", false),
    ("without a newline", "*.pem", false),
    ("with CRLF", "*.key.pem\r\n", false),
]

/// A project in a repository of its own, with a planted `keys/.gitignore` that is committed.
private func repository(_ ignored: String, keys: [String] = []) throws -> Project {
    let project = try Project(keys: [])
    try project.folder.write("keys/.gitignore", ignored)
    try check("git", ["init", "-q"], in: project.folder.root)
    try check("git", ["add", "-f", "keys/.gitignore"], in: project.folder.root)
    for key in keys { try project.expectDone(["keys", "generate", key, "--environment", "production"]) }
    return project
}

/// The private keys that `git add -A` would take.
private func taken(_ folder: TemporaryFolder) throws -> [Substring] {
    try check("git", ["status", "--porcelain", "--untracked-files=all"], in: folder.root)
        .split(separator: "\n").filter { $0.contains(".key.pem") }
}

@Test(.peers(.git), arguments: planted)
func `a .gitignore that a pull request planted lets no private key into git`(
    name: String, content: String, isCompleted: Bool
) throws {
    let project = try repository(content, keys: ["production", "production-2"])
    #expect(try taken(project.folder) == [])
    let now = try project.folder.text("keys/.gitignore")
    #expect(now.utf8.starts(with: content.utf8))
    #expect((now != content) == isCompleted)
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    #expect(try taken(project.folder) == [])
    // Once is enough.
    #expect(try project.folder.text("keys/.gitignore") == now)
}

@Test(arguments: planted)
func `a .gitignore is completed without git, too`(name: String, content: String, isCompleted: Bool) throws {
    let project = try Project(keys: [])
    try project.folder.write("keys/.gitignore", content)
    try project.expectDone(["keys", "generate", "production"], environment: ["PATH": "/nowhere"])
    let end = content.isEmpty || content.utf8.last == UInt8(ascii: "\n") ? "" : "\n"
    let completed = isCompleted ? content + end + "*.key.pem\ndevelopment/\n" : content
    #expect(try project.folder.read("keys/.gitignore") == Array(completed.utf8))
}

@Test(.peers(.git)) func `a private key under a name that git tracks is refused, and nothing is written`() throws {
    let project = try repository("", keys: ["production"])
    try project.folder.write("keys/second.key.pem", "")
    try check("git", ["add", "-f", "keys/second.key.pem"], in: project.folder.root)
    try project.folder.remove("keys/second.key.pem")
    try project.folder.write("keys/.gitignore", "")
    let before = try project.folder.snapshot("keys")
    try project.expectRefusal(
        ["keys", "generate", "second", "--environment", "production"], code: 1,
        ["keys/second.key.pem: git would take this private key", "hint: ", "git rm --cached keys/second.key.pem"])
    try project.expectRefusal(
        ["keys", "rotate", "production", "--unshipped"], code: 1, ["has no next key"])
    #expect(try project.folder.snapshot("keys") == before)
    try check("git", ["rm", "-q", "--cached", "keys/second.key.pem"], in: project.folder.root)
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    #expect(try taken(project.folder) == [])
}

@Test(.peers(.git)) func `a key file that is put on the ring must be one that git does not take`() throws {
    let project = try repository("", keys: ["production"])
    try project.expectDone(["keys", "generate", "x", "--environment", "x", "--keys", "other"])
    let pem = try project.folder.read("other/x.key.pem")
    try project.folder.write("keys/x.key.pem", pem, permissions: 0o600)
    try check("git", ["add", "-f", "keys/x.key.pem"], in: project.folder.root)
    try project.expectRefusal(
        ["keys", "add", "x", "--environment", "production", "--signer", "file:x.key.pem"], code: 1,
        ["keys/x.key.pem: git would take this private key"])
}

@Test(.peers(.git)) func `init and the development key are kept out of the repository around them`() throws {
    let folder = try TemporaryFolder()
    try check("git", ["init", "-q"], in: folder.root)
    try folder.write(".gitignore", "!*.pem\n")
    try folder.write("starter/keys/development/.gitignore", "")
    try check(signetPath, ["init", "shop"], in: folder.root)
    try check(signetPath, ["build", "--starter"], in: folder.path("starter"))
    #expect(try taken(folder) == [])
    // A name that the repository tracks stops all of init.
    try check("git", ["init", "-q", "other"], in: folder.root)
    try folder.write("other/keys/production.key.pem", "")
    try check("git", ["add", "."], in: folder.path("other"))
    try folder.remove("other/keys")
    let refused = try run(signetPath, ["init"], in: folder.path("other"))
    #expect(refused.status == 1 && refused.errors.contains("keys/production.key.pem: git would take"))
    #expect(try check("ls", ["-A"], in: folder.path("other")) == ".git\n")
}

@Test(.peers(.git), arguments: ["repository", "bare repository in keys"])
func `the settings of a repository run no program while git is asked`(place: String) throws {
    let project = try repository("")
    let root = project.folder.root
    try project.folder.writeProgram("hook", "#!/bin/sh\ntouch '\(root)/ran'\n")
    let isBare = place != "repository"
    if isBare {
        try project.folder.remove(".git")
        try check("git", ["init", "-q", "--bare", "keys"], in: root)
    }
    let settings =
        [("core.fsmonitor", "\(root)/hook")] + (isBare ? [("core.bare", "false"), ("core.worktree", root)] : [])
    for (name, value) in settings {
        try check("git", ["config", "--file", isBare ? "keys/config" : ".git/config", name, value], in: root)
    }
    // Asked without care, git runs it.
    _ = try run("git", ["-C", "keys", "check-ignore", "x.key.pem"], in: root)
    try #require(project.folder.exists("ran"))
    try project.folder.remove("ran")
    try project.expectDone(["keys", "generate", "production"])
    #expect(!project.folder.exists("ran"))
}

/// Answers of a git to the question about `production.key.pem`.
@Test(arguments: [
    (#"printf '.gitignore\0001\0!*.pem\0production.key.pem\0'"#, 1),
    (#"printf '\0\0\0production.key.pem\0'; exit 1"#, 1),
    (#"printf '.gitignore\0001\0\\!x\0production.key.pem\0'"#, 0),
    ("echo fatal: not a git repository >&2; exit 128", 0),
])
func `an exception does not count as ignored, whatever the exit code of an older git says`(
    answer: String, code: Int32
) throws {
    let project = try Project(keys: [])
    try project.folder.writeProgram("bin/git", "#!/bin/sh\n/bin/cat > asked\n/usr/bin/env > variables\n\(answer)\n")
    let result = try project.run(
        ["keys", "generate", "production"],
        environment: ["PATH": project.folder.path("bin"), "GITHUB_TOKEN": "secret", "SIGNET_KEY_PASSPHRASE": "secret"])
    #expect(result.status == code, "\(result.errors)")
    #expect(try project.folder.text("asked") == "production.key.pem\0")
    let variables = try project.folder.text("variables")
    #expect(!variables.contains("secret") && variables.contains("GIT_OPTIONAL_LOCKS=0"))
    #expect(project.folder.exists("keys/production.key.pem") == (code == 0))
}
