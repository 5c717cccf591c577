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

    @Test(.peers(.python3, .openssl, .curl)) func `the clock of an origin that has nothing counts`() throws {
        try signed.write([], day: 4, retired: ["1.0.0"], last: .init("1.0.0"))
        let server = try HTTPSServer(
            serving: project.folder.path("nowhere"),
            faults: ["/early/publication.jws": .absent(date: "Mon, 03 Aug 2026 10:00:00 GMT")])
        let trusting = ["CURL_CA_BUNDLE": server.certificate]
        try expectRefused(
            ["is dated Tue, 04 Aug 2026", "and it is only"], ["--url", "\(server.origin)/early"], variables: trusting)
        try project.expectDone(Self.words + ["--url", server.origin], environment: trusting)
    }
}

@Test(.peers(.seaweed, .python3, .curl)) func `the clock of the bucket counts, and not that of this machine`() throws {
    let bench = try BucketBench()
    func setClock(_ time: String) throws {
        let seconds = Int(try Date(time, strategy: .iso8601).timeIntervalSinceNow)
        try bench.fail(.init(.date(secondsAhead: seconds)))
    }
    try setClock("2026-08-03T09:00:00Z")
    try bench.refuse(1, ["is dated Mon, 03 Aug 2026 10:00:00 UTC, and it is only"])
    try setClock("2026-08-03T10:00:00Z")
    try bench.publish()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-01T10:00:00Z", minimum: "3.1.0")
    try setClock("2026-08-01T10:00:00Z")
    try bench.refuse(1, ["is live with date Mon, 03 Aug 2026 10:00:00 UTC", "--allow date-ahead"])
    try bench.publish("--allow", "date-ahead")
}
