import Foundation
import Testing
import TestSupport

/// The way of a private key from its file into a secret of CI.
@Suite struct KeyMoveTests {
    private let project: Project

    init() throws { project = try Project() }

    private let move = ["keys", "move", "production", "env:SIGNET_KEY"]

    @Test func `a key that has moved signs from a variable, and its file stays until that is confirmed`() throws {
        let former = try project.folder.text("keys/production.key.pem")
        let moved = try project.expectDone(move + ["--to", "secret.pem"])
        #expect(!moved.said.contains("PRIVATE KEY"))
        #expect(try project.folder.text("secret.pem") == former)
        let mode = try FileManager.default.attributesOfItem(atPath: project.folder.path("secret.pem"))[
            .posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        #expect(project.folder.exists("keys/production.key.pem"))
        let without = try project.run(["build"])
        #expect(without.status == 66 && without.errors.contains("SIGNET_KEY is not set"), "\(without.errors)")
        try project.expectDone(["build"], environment: ["SIGNET_KEY": former])
        // As often as it takes: a secret is pasted wrongly, and written again.
        #expect(try project.run(move + ["--to", "secret.pem"]).status == 73)
        try project.expectDone(move + ["--confirm"])
        #expect(!project.folder.exists("keys/production.key.pem"))
        let again = try project.run(move + ["--confirm"])
        #expect(
            again.errors
                == "signet: error: keys/production.key.pem: is gone already; key \"production\" is in env:SIGNET_KEY\n")
        #expect(again.status == 66)
        try project.expectDone(["build"], environment: ["SIGNET_KEY": former])
    }

    @Test func `a private key goes into a pipe, and never to a file that others read, a terminal or a log`() throws {
        let key = try project.folder.text("keys/production.key.pem")
        let before = try project.folder.snapshot()
        func shell(_ line: String, _ more: [String: String] = [:]) throws -> CommandResult {
            try TestSupport.run(
                "bash", ["-c", line, "bash", signetPath] + move, in: project.folder.root, environment: more)
        }
        for (line, variables) in [
            ("\"$@\" --to - > file", [:]), ("\"$@\" --to - | cat", ["CI": "true"]),
            ("script -qec \"$1 keys move production env:SIGNET_KEY --to -\" /dev/null", [:]),
        ] as [(String, [String: String])] {
            let result = try shell(line, variables)
            #expect(!result.said.contains("PRIVATE KEY"), "\(line)")
            try project.folder.write("file", "")
            try project.folder.remove("file")
            #expect(try project.folder.snapshot() == before, "\(line)")
        }
        let piped = try shell("set -o pipefail; \"$@\" --to - | cat > piped")
        #expect(piped.status == 0 && !piped.said.contains("PRIVATE KEY"), "\(piped.errors)")
        #expect(try project.folder.text("piped") == key)
    }

    @Test(.peers(.git)) func `a private key goes into no file that git would take`() throws {
        try check("git", ["init", "-q"], in: project.folder.root)
        let refused = try project.run(move + ["--to", "secret.pem"])
        #expect(refused.status == 1 && refused.errors.contains("git would take this private key"), "\(refused.errors)")
        #expect(!project.folder.exists("secret.pem"))
        #expect(try project.expectDone(["keys", "list"]).output.contains("signer file:production.key.pem"))
        try project.folder.write(".gitignore", "/secret.pem\n")
        try project.expectDone(move + ["--to", "secret.pem"])
        #expect(try !check("git", ["status", "--porcelain"], in: project.folder.root).contains("secret.pem"))
    }

    @Test func `a variable holds the key of one environment`() throws {
        try project.expectDone(["keys", "generate", "staging"])
        try project.expectDone(move + ["--to", "secret.pem"])
        let before = try project.folder.snapshot()
        for words in [
            ["move", "staging", "env:SIGNET_KEY", "--to", "staging.pem"],
            ["add", "test", "--signer", "env:SIGNET_KEY"],
        ] {
            let result = try project.run(
                ["keys"] + words, environment: ["SIGNET_KEY": project.folder.text("keys/staging.key.pem")])
            let said = "has key \"production\" of environment \"production\" already"
            #expect(result.status == 1 && result.errors.contains(said), "\(words): \(result.errors)")
            #expect(result.errors.contains("\nhint: name another one: env:SIGNET_KEY_"))
        }
        #expect(try project.folder.snapshot() == before)
        try project.expectDone(["keys", "move", "staging", "env:SIGNET_KEY_STAGING", "--to", "staging.pem"])
        try project.expectDone(["keys", "generate", "staging-2", "--environment", "staging"])
        // The key that takes over in an environment takes the variable over as well.
        try project.expectDone(["keys", "rotate", "staging", "--unshipped"])
        try project.expectDone(["keys", "move", "staging", "env:SIGNET_KEY_STAGING", "--to", "next.pem"])
    }

    @Test func `only the private half of the key, in a file, can be moved`() throws {
        for (words, code, message) in [
            (["keys", "move", "production", "awskms:alias/a", "--to", "x"], 64, "takes a key and env:NAME"),
            (move, 64, "where does the private key go?"),
            (move + ["--to", "x", "--confirm"], 64, "--confirm"),
            (move + ["--confirm"], 1, "is not in env:SIGNET_KEY"),
            (["keys", "move", "none", "env:SIGNET_KEY", "--to", "x"], 1, "no key with the id or name \"none\""),
        ] as [([String], Int32, String)] {
            let result = try project.run(words)
            #expect(result.status == code && result.errors.contains(message), "\(words): \(result.errors)")
        }
        try project.expectDone(["keys", "generate", "other"])
        try project.expectDone(move + ["--to", "secret.pem"])
        // A file of that name that holds another key is no longer that key's file.
        let other = try project.folder.text("keys/other.key.pem")
        try project.folder.write("keys/production.key.pem", other, permissions: 0o600)
        let result = try project.run(move + ["--confirm"])
        #expect(result.status == 65 && result.errors.contains("is not the private half"), "\(result.errors)")
        #expect(try project.folder.text("keys/production.key.pem") == other)
    }
}
