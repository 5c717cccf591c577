import Foundation
import Testing
import TestSupport

/// Dates and keys never go back, wherever a tree is published.
@Suite struct PublishDatesTests {
    private static let words = ["publish", "--environment", "production", "--to", "public"]
    private let project: Project
    private let signed: HandSignedTree

    init() throws {
        project = try Project()
        signed = try HandSignedTree(project)
        try project.folder.remove("policy.json")
    }

    /// Refuses to publish to the folder, which stays as it is.
    private func expectRefused(_ said: [String], _ more: [String] = [], variables: [String: String] = [:]) throws {
        let before = try project.folder.snapshot("public")
        try project.expectRefusal(Self.words + more, code: 1, said, environment: variables)
        #expect(try project.folder.snapshot("public") == before)
    }

    @Test func `publish --to DIR replaced a newer date by an older one`() throws {
        try signed.write([], day: 5, retired: ["1.0.0"], last: .init("1.0.0"))
        try project.expectRefusal(
            Self.words, code: 69,
            [
                "public has no tree that verifies, and there is no origin: what is live is not known",
                "name it with --url",
            ])
        try project.expectDone(Self.words + ["--first"])
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"), notes: "emergency\n")
        try expectRefused([
            ": is live with date Wed, 05 Aug 2026 10:00:00 UTC, and this tree has the earlier Tue, 04 Aug 2026",
            "a signed date never goes back", "signet build --fresh",
        ])
        try expectRefused(["a signed date never goes back"], ["--dry-run"])
        try signed.write([], day: 6, retired: ["1.0.0"], last: .init("1.0.0"), notes: "emergency\n")
        try project.expectDone(Self.words)
    }

    @Test(arguments: ["files/notes.txt", "builds/manifest.json"])
    func `every document of a folder is compared by its date`(path: String) throws {
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"))
        try project.expectDone(Self.words + ["--first"])
        // Only this one is newer: its headers, and what of them the host sends.
        try signed.write([], day: 5, retired: ["1.0.0"], last: .init("1.0.0"), to: "later")
        let rules = try project.folder.text("public/_headers")
        let former = try project.folder.text("output/production/\(path).headers").split(separator: "\n")
        let later = try project.folder.text("later/\(path).headers").split(separator: "\n")
        var changed = rules
        for (line, newer) in zip(former, later) where line.hasPrefix("x-amz") {
            let start = try #require(changed.range(of: "/\(path)\n"))
            let value = try #require(line.split(separator: ":", maxSplits: 1).last)
            let newValue = try #require(newer.split(separator: ":", maxSplits: 1).last)
            let range = try #require(changed.range(of: value, range: start.upperBound..<changed.endIndex))
            changed.replaceSubrange(range, with: newValue)
        }
        #expect(changed != rules)
        try project.folder.write("public/_headers", changed)
        for suffix in ["", ".sig"] {
            try project.folder.write("public/\(path)\(suffix)", project.folder.read("later/\(path)\(suffix)"))
        }
        try expectRefused(["\(path): is live with date Wed, 05 Aug 2026"])
    }

    @Test func `the index of a folder is compared by its date`() throws {
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"))
        try project.expectDone(Self.words + ["--first"])
        try signed.write([], day: 5, retired: ["1.0.0"], last: .init("1.0.0"), to: "later")
        try project.folder.write("public/publication.jws", project.folder.read("later/publication.jws"))
        try expectRefused(["publication.jws: is live with date Wed, 05 Aug 2026"])
    }

    @Test func `a folder goes from key to key and never back`() throws {
        try signed.write([], day: 3, retired: ["1.0.0"], last: .init("1.0.0"))
        for folder in ["output", "keys"] {
            try check("cp", ["-a", folder, "former-\(folder)"], in: project.folder.root)
        }
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.expectDone(["keys", "shipped", "second", "3.1.0"])
        try project.expectDone(["keys", "rotate", "production"])
        try HandSignedTree(project, key: "second").write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"))
        try project.expectDone(Self.words + ["--first"])
        try expectRefused(["which is retired"], ["--output", "former-output"])
        // That ring does not know the key of the site yet, and there is no origin.
        try project.expectRefusal(
            Self.words + ["--output", "former-output", "--keys", "former-keys"], code: 69, ["what is live is not known"]
        )
    }

    @Test(.peers(.python3, .openssl, .curl)) func `without a former site the origin is compared with`() throws {
        try signed.write([], day: 5, retired: ["1.0.0"], last: .init("1.0.0"), to: "live")
        let server = try HTTPSServer(serving: project.folder.path("live"), sendsHeaders: true)
        let trusting = ["CURL_CA_BUNDLE": server.certificate]
        let url = ["--url", server.origin]
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"), notes: "emergency\n")
        try expectRefused(["is live with date Wed, 05 Aug 2026", "signet build --fresh"], url, variables: trusting)
        // The rules of what is taken away are the same.
        try signed.write([.init("1.0.0")], day: 6)
        try project.expectDone(Self.words + url, environment: trusting)
        try project.folder.remove("public")
        try signed.write([], day: 5, withdrawn: ["1.0.0"], last: .init("1.0.0"), to: "live")
        try expectRefused(["web bundle v1.0.0 is withdrawn, but would no longer be"], url, variables: trusting)
        // An archive that is live there is not requested, and a site cannot do without it.
        try signed.write([.init("1.0.0")], day: 5, to: "live")
        try project.folder.remove("output/production/builds/v1.0.0.zip")
        try expectRefused(["builds/v1.0.0.zip: is neither in the tree nor live at"], url, variables: trusting)
        #expect(try server.requests().allSatisfy { !$0.contains("v1.0.0.zip") })
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `an origin that does not answer is another case than one that has nothing`()
        throws
    {
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"))
        let server = try HTTPSServer(
            serving: project.folder.path("nowhere"), faults: ["/down/publication.jws": .status(503)])
        let trusting = ["CURL_CA_BUNDLE": server.certificate]
        let none = try project.expectDone(Self.words + ["--dry-run", "--url", server.origin], environment: trusting)
        #expect(none.errors.contains("nothing is published at \(server.origin): nothing to compare with"))
        try project.expectRefusal(
            Self.words + ["--url", "https://127.0.0.1:1"], code: 69, ["the host cannot be reached"])
        try project.expectRefusal(
            Self.words + ["--url", "\(server.origin)/down"], code: 69, ["HTTP status 503"], environment: trusting)
        try project.expectRefusal(
            Self.words + ["--url", server.origin], code: 69, ["no trusted connection to the host"])
        #expect(!project.folder.exists("public"))
    }
}
