import Foundation
import Testing
import TestSupport

/// Whether a key may take over of which no app version is noted.
@Suite struct FirstRotationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try done(["init", ".", "--quiet"])
    }

    @discardableResult
    private func done(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandResult {
        let result = try signet(words, in: folder)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        return result
    }

    private func expectRefused(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let ring = try folder.read("keys/keyring.json")
        let said = "no app version is known to embed \"\(name)\""
        let rotated = try signet(["keys", "rotate", "production"], in: folder)
        #expect(rotated.status == 1, sourceLocation: sourceLocation)
        #expect(rotated.errors.contains(said), "\(rotated.errors)", sourceLocation: sourceLocation)
        #expect(try folder.read("keys/keyring.json") == ring, sourceLocation: sourceLocation)
        // One rule: readiness says the same.
        #expect(
            try done(["keys", "readiness"]).output.contains("rotate would be refused: \(said)"),
            sourceLocation: sourceLocation)
    }

    @Test func `the keys that init makes can be rotated as long as no app has any of them`() throws {
        let ready = try done(["keys", "readiness"])
        #expect(
            ready.output.hasSuffix(
                "  rotate would let \"production-2\" sign: no key of \"production\" is noted as shipped\n"))
        let rotated = try done(["keys", "rotate", "production"])
        #expect(
            rotated.errors.contains(
                "note: no key of \"production\" is noted as shipped; an app that is out and lacks \"production-2\" "
                    + "refuses what it signs"), "\(rotated.errors)")
        try done(["build", "--quiet"])
    }

    @Test(arguments: ["production", "production-3"])
    func `once any key is shipped, each next key needs its own note`(shipped: String) throws {
        try done(["keys", "shipped", shipped, "1.0.0"])
        try expectRefused("production-2")
        try done(["keys", "shipped", "production-2", "1.0.0"])
        let rotated = try done(["keys", "rotate", "production"])
        #expect(!rotated.errors.contains("is noted as shipped"))
    }

    @Test func `a ring that was in use before proves nothing of a key that came later`() throws {
        try done(["keys", "rotate", "production"])
        try expectRefused("production-3")
        try done(["keys", "revoke", "--active", "production"])
        try expectRefused("production-3")
    }

    @Test func `what is shipped of another environment says nothing`() throws {
        try done(["keys", "generate", "staging", "--environment", "staging"])
        try done(["keys", "shipped", "staging", "1.0.0"])
        try done(["keys", "rotate", "production"])
    }

    @Test func `without an active key, none that is older than a retired one takes over`() throws {
        try done(["keys", "generate", "production-4", "--environment", "production"])
        let states = ["revoked", "next", "retired", "next"]
        var parts = try folder.text("keys/keyring.json").components(separatedBy: "\"state\": \"")
        for (index, state) in states.enumerated() {
            parts[index + 1] = state + parts[index + 1].drop { $0 != "\"" }
        }
        try folder.write("keys/keyring.json", parts.joined(separator: "\"state\": \""))
        try done(["keys", "rotate", "production", "--unshipped"])
        let list = try done(["keys", "list"]).output
        #expect(list.contains("production-2  next") && list.contains("production-4  active"), "\(list)")
    }
}
