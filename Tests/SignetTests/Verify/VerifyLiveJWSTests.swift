import Testing
import TestSupport

private let name = "distribution/availability-ios"

/// A team whose tree a server serves below `/team/project`, without a header of it.
private struct Live {
    let project: Project
    let server: HTTPSServer

    init() throws {
        project = try Project(policy: BucketBench.policy(delivery: #""envelopes": ["headers", "jws"]"#))
        try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        try check("mkdir", ["-p", "host/team"], in: project.folder.root)
        try check("cp", ["-a", "output/production", "host/team/project"], in: project.folder.root)
        try project.folder.write("host/renamed", project.folder.read("output/production/\(name).jws"))
        try project.folder.write("host/elsewhere/\(name).jws", "<html>")
        server = try HTTPSServer(serving: project.folder.path("host"))
    }

    func verify(_ path: String, _ words: String...) throws -> CommandResult {
        try project.run(
            ["verify", "\(server.origin)/\(path)"] + words, environment: ["CURL_CA_BUNDLE": server.certificate])
    }
}

@Test(.peers(.python3, .openssl, .curl)) func `a .jws verifies at the end of any URL, without any header`() throws {
    let live = try Live()
    for path in [name, "files/notes.txt"] {
        let result = try live.verify("team/project/\(path).jws")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("ok  \(live.server.origin)/team/project/\(path).jws\n    sha256 "))
    }
    // Only the file itself is requested.
    #expect(try live.server.requests().allSatisfy { $0.hasSuffix(".jws") })
    #expect(try live.verify("team/project/\(name).jws", "--key", "keys/production.pub.pem").status == 0)
    #expect(try live.verify("renamed", "--path", name).status == 0)
    #expect(try live.verify("team/project/\(name).jws", "--max-age", "3650d").status == 0)
}

@Test(.peers(.python3, .openssl, .curl))
func `a .jws is refused at a URL of another path, for another environment, and when it is old`()
    throws
{
    let live = try Live()
    try check("cp", ["host/team/project/\(name).jws", "host/team/project/other.jws"], in: live.project.folder.root)
    func expectRefused(_ path: String, _ said: String, _ words: [String] = [], code: Int32 = 1) throws {
        let result = try live.project.run(
            ["verify", "\(live.server.origin)/\(path)"] + words,
            environment: ["CURL_CA_BUNDLE": live.server.certificate])
        #expect(result.status == code && result.errors.contains(said), "\(result.errors)")
        #expect(!result.errors.contains("waiting until"), "\(result.errors)")
    }
    try expectRefused("team/project/other.jws", "it was signed for the path \(name)")
    try expectRefused("team/project/other.jws", "say so with --path \(name)")
    try expectRefused("team/project/\(name).jws", "it was signed for the path \(name)", ["--path", "other"])
    try expectRefused("renamed", "it was signed for the path \(name)", ["--path", "availability-ios"])
    try expectRefused("team/project/\(name).jws", "environment", ["--environment", "staging"])
    try expectRefused(
        "team/project/\(name).jws", "was signed Tue, 04 Aug 2026 10:00:00 UTC, which is more than",
        ["--max-age", "36h"])
    try expectRefused("elsewhere/\(name).jws", "this is not a .jws of Signet")
    try expectRefused("team/project/none.jws", "status 404")
    try expectRefused("team/project/\(name).jws", "not the pinned one", ["--pin", String(repeating: "0", count: 64)])
    try expectRefused(
        "team/project/\(name).jws", "--profile is for signature headers", ["--profile", "dated"], code: 64)
}
