import Foundation
import Testing
import TestSupport

/// That nothing is known of what is live is not that nothing is.
@Suite(.peers(.python3, .openssl, .curl)) struct PublishUnknownTests {
    private static let words = ["publish", "--to", "public"]
    private static let ios = "distribution/availability-ios"
    private let project: Project
    private let server: HTTPSServer

    init() throws {
        project = try Project(policy: BucketBench.policy())
        server = try HTTPSServer(
            serving: project.folder.path("host"),
            faults: ["/busy/publication.jws": .status(503), "/kept-out/publication.jws": .status(403)])
    }

    private var trusting: [String: String] { ["CURL_CA_BUNDLE": server.certificate] }

    /// Builds a tree for an origin; where nothing is said of it, for that of the server.
    private func build(minimum: String, day: Int, origin: String? = nil) throws {
        let policy = BucketBench.policy(minimum: minimum)
        try project.folder.write(
            "policy.json", policy.replacing("https://distribution.example.com", with: origin ?? server.origin))
        try project.expectDone(["build", "--at", "2026-08-0\(day)T10:00:00Z"])
    }

    /// Refuses to publish, and writes nothing.
    private func refuse(_ code: Int32, _ said: [String], _ more: String...) throws {
        let before = try project.folder.snapshot("public")
        try project.expectRefusal(Self.words + more, code: code, said, environment: trusting)
        #expect(try project.folder.snapshot("public") == before)
    }

    @Test func `a pull request that changes the origin to one that does not answer lowered a minimum`() throws {
        try build(minimum: "3.1.0", day: 3)
        try check("cp", ["-a", "output", "live"], in: project.folder.root)
        try build(minimum: "0.0.1", day: 4, origin: server.origin + "/busy")
        try refuse(69, ["what is live is not known", "--against TREE"])
        try refuse(1, ["3.1.0 → 0.0.1", "[devices-freed]"], "--against", "live")
        try refuse(66, ["static: holds no tree"], "--against", "static")
        // A host that answers is there already.
        try refuse(69, ["HTTP status 503"], "--first")
    }

    @Test func `a host that lets nobody in says nothing of what it has`() throws {
        try build(minimum: "0.0.1", day: 4, origin: server.origin + "/kept-out")
        try refuse(69, ["HTTP status 403", "what is live is not known", "--against TREE"])
        try refuse(64, ["--against is a folder"], "--against", server.origin)
    }

    @Test func `a tree that its host does not have yet is asked for by its index`() throws {
        let host = try HTTPSServer(serving: project.folder.path("host"), sendsHeaders: true)
        let trusting = ["CURL_CA_BUNDLE": host.certificate]
        try build(minimum: "3.1.0", day: 4, origin: host.origin + "/later")
        let words = ["verify", host.origin + "/later", "--settle"]
        try project.expectRefusal(words + ["0"], code: 1, ["/later/publication.jws: status 404"], environment: trusting)
        let copy = "mkdir host; cp -a output/production host/coming && sleep 1 && mv host/coming host/later"
        try check("sh", ["-c", "(\(copy)) >/dev/null 2>&1 &"], in: project.folder.root)
        try project.expectDone(words + ["600"], environment: trusting)
    }

    @Test func `a .jws that does not come may say more than its body`() throws {
        let (both, path) = (#""envelopes": ["headers", "jws"]"#, "host/sick")
        let sick = try HTTPSServer(
            serving: project.folder.path("host"), faults: ["/sick/\(Self.ios).jws": .status(503)], sendsHeaders: true)
        try project.folder.write(
            "policy.json",
            BucketBench.policy(delivery: both).replacing(
                "https://distribution.example.com", with: "\(sick.origin)/sick"))
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try check("mkdir", ["-p", project.folder.path("host")])
        try check("cp", ["-a", "output/production", path], in: project.folder.root)
        let trusting = ["CURL_CA_BUNDLE": sick.certificate]
        for words in [["plan"], Self.words] {
            let result = try project.run(words, environment: trusting)
            #expect(result.status != 0 && result.said.contains("503"), "\(result.said)")
        }
    }

    @Test func `nothing found is nothing published only until an app has a key`() throws {
        try build(minimum: "3.1.0", day: 3)
        let none = try project.expectDone(Self.words + ["--dry-run"], environment: trusting)
        #expect(none.errors.contains("nothing is published at \(server.origin): nothing to compare with"))
        try project.expectDone(["keys", "shipped", "production", "3.0.0"])
        try refuse(1, ["but apps have key \"production\" since version 3.0.0", "--against TREE", "--first"])
        try project.expectDone(Self.words + ["--first"], environment: trusting)
        try refuse(1, ["--first is for a place where nothing was published, and public has"], "--first")
    }

    @Test func `a document that answers without an index is compared, and is no first publication`() throws {
        try build(minimum: "3.1.0", day: 3)
        for suffix in ["", ".sig"] {
            try project.folder.write(
                "host/\(Self.ios)\(suffix)", project.folder.read("output/production/\(Self.ios)\(suffix)"))
        }
        try build(minimum: "3.0.0", day: 4)
        try refuse(1, ["and \(server.origin) has \(Self.ios)"], "--first")
        try refuse(1, ["3.1.0 → 3.0.0", "[devices-freed]"])
        // Once apps have keys there was an index, which says more than documents do.
        try project.expectDone(["keys", "shipped", "production", "3.0.0"])
        let gone = [
            "production/publication.jws is not there, though documents are, and apps have key \"production\" since version 3.0.0",
            "[unverified-document]",
        ]
        try refuse(1, gone + ["3.1.0 → 3.0.0"])
        let plan = try project.run(["plan"], environment: trusting)
        #expect(plan.status == 1 && gone.allSatisfy(plan.said.contains), "\(plan.said)")
        // It is that of a first publication which was cut off.
        try build(minimum: "3.1.0", day: 5)
        let begun = try project.run(["plan"], environment: trusting)
        #expect(begun.status == 0 && !begun.said.contains(gone[0]), "\(begun.said)")
        try build(minimum: "3.0.0", day: 6)
        try project.folder.remove("host/\(Self.ios).sig")
        try refuse(1, ["\(Self.ios) was published without a signature that verifies [unverified-document]"])
    }

    @Test func `a folder whose index is gone is compared, and is no first publication, though its host has nothing`()
        throws
    {
        try build(minimum: "3.1.0", day: 3)
        try project.expectDone(Self.words, environment: trusting)
        try project.folder.remove("public/publication.jws")
        try build(minimum: "3.0.0", day: 4)
        try refuse(1, ["--first is for a place where nothing was published, and public has \(Self.ios)"], "--first")
        try refuse(1, ["3.1.0 → 3.0.0", "[devices-freed]"])
    }

    @Test func `a site that does not verify gives way to the origin`() throws {
        try build(minimum: "3.1.0", day: 3)
        try project.expectDone(Self.words, environment: trusting)
        try check("mv", ["public", "host"], in: project.folder.root)
        try check("cp", ["-a", "host", "public"], in: project.folder.root)
        let index = "public/publication.jws"
        try project.folder.write(index, project.folder.text(index) + " ")
        try build(minimum: "3.0.0", day: 4)
        let refused = try project.run(Self.words, environment: trusting)
        #expect(refused.status == 1 && refused.errors.contains("what is live is read from the origin instead"))
        #expect(refused.errors.contains("3.1.0 → 3.0.0"))
    }

    @Test func `an environment is named only where there are several`() throws {
        try build(minimum: "3.1.0", day: 3)
        try project.expectDone(Self.words + ["--dry-run"], environment: trusting)
        try project.folder.remove("policy.json")
        try project.expectDone(Self.words + ["--dry-run", "--url", server.origin], environment: trusting)
        try check("cp", ["-a", "output/production", "output/staging"], in: project.folder.root)
        try refuse(64, ["which environment?", "there are: production, staging"])
    }
}
