import Testing
import TestSupport

/// A team's folder with a tree that a server serves, on a machine without `output/`.
private struct Published {
    let project: Project
    let server: HTTPSServer

    init(profile: String = "dated", faults: [String: HTTPSServer.Fault] = [:]) throws {
        project = try TeamCase.project()
        try project.change("policy.json", "\"profile\": \"dated\"", "\"profile\": \"\(profile)\"")
        try project.expectDone(["build", "--output", "hosted", "--at", "2026-08-03T22:59:35Z"])
        _ = try TestSupport.run("find", [project.folder.path("hosted"), "-name", "*.headers", "-delete"])
        server = try HTTPSServer(serving: project.folder.path("hosted/production"), faults: faults)
    }

    func run(_ command: String, _ words: [String] = [], at path: String = "") throws -> CommandResult {
        let place = server.origin + path
        return try project.run(
            (command == "plan" ? ["plan", place] : [command, "--previous", place]) + words,
            environment: ["CURL_CA_BUNDLE": server.certificate])
    }
}

@Test(.peers(.python3, .openssl, .curl)) func `a plan compares with what a host serves`() throws {
    let published = try Published()
    let same = try published.run("plan", ["--strict"])
    #expect(same.output.hasPrefix("production   nothing changes: "), "\(same.errors)")
    #expect(same.errors == "")
    #expect(try !published.server.requests().contains("/notes.txt"), "no static file is downloaded")

    try published.project.change("policy.json", "\"value\": 23", "\"value\": 22")
    try published.project.change("policy.json", "\"notes.txt\":", "\"note.txt\":")
    let changed = try published.run("plan")
    #expect(changed.status == 1)
    #expect(
        changed.said.contains(
            "Android: minimum SDK level 23 → 22; devices with SDK level 22 run again [devices-freed]"))
    #expect(
        changed.said.contains("production: notes.txt is published, but no longer in the policy [document-removed]"))
    #expect(!published.project.folder.exists("output"))
}

@Test(.peers(.python3, .openssl, .curl))
func `dated documents that a host serves are signed anew, since a cache may be stale`() throws {
    let published = try Published()
    let build = try published.run("build", ["--at", "2026-08-04T02:00:00Z"])
    #expect(build.status == 0, "\(build.errors)")
    #expect(build.output.contains("9 signed, 0 kept"), "\(build.output)")
    #expect(build.errors.contains("may be a stale cache: every dated document of \"production\" is signed anew"))
}

@Test(.peers(.python3, .openssl, .curl)) func `a build keeps the undated signatures that a host serves`() throws {
    let published = try Published(profile: "body")
    let build = try published.run("build", ["--at", "2026-08-04T02:00:00Z"])
    #expect(build.status == 0, "\(build.errors)")
    #expect(build.output.contains("0 signed, 9 kept"), "\(build.output)")
    for path in ["availability-ios", "notes.txt", "template.json"] {
        for file in [path, path + ".sig"] {
            #expect(
                try published.project.folder.read("output/production/\(file)")
                    == published.project.folder.read("hosted/production/\(file)"))
        }
    }
    try published.project.expectDone(["verify", "output"])
}

@Test(.peers(.python3, .openssl, .curl)) func `what a host does not have is said, and what is wrong there is refused`()
    throws
{
    let none = try Published(faults: ["/publication.jws": .status(404)])
    let plan = try none.run("plan", at: "/nowhere")
    #expect(plan.status == 0)
    #expect(plan.output.hasPrefix("production   first publication: "), "\(plan.output)")
    let build = try none.run("build", at: "/nowhere")
    #expect(build.status == 0)
    #expect(build.errors.contains("no former tree of \"production\" in \(none.server.origin)/nowhere"))
    // Documents are there although no index says so.
    let unlisted = try none.run("plan")
    #expect(
        unlisted.output.hasPrefix("production   no device is blocked, freed or advised otherwise"), "\(unlisted.said)")
    #expect(try none.run("build").status == 0)

    let broken = try Published(faults: ["/publication.jws": .status(503), "/app-config": .status(500)])
    let refused = try broken.run("plan")
    #expect(refused.status == 69)
    #expect(refused.errors.contains("the host answers with HTTP status 503\nhint: "))
    #expect(try broken.run("build").status == 69)
    #expect(!broken.project.folder.exists("output/production"))

    let partly = try Published(faults: ["/app-config": .status(500)])
    let warned = try partly.run("plan")
    #expect(warned.status == 1)
    #expect(warned.said.contains("production/app-config was published, but could not be downloaded: "))
    #expect(warned.said.contains("[unverified-document]"))
}

@Test(arguments: ["http://127.0.0.1:1", "https://", "https://me:secret@127.0.0.1:1", "ftp://127.0.0.1", "file:///tmp"])
func `an address that is no place of a tree is a usage error`(url: String) throws {
    let project = try TeamCase.project()
    for command in [["plan", url], ["build", "--previous", url]] {
        let result = try project.run(command)
        #expect(result.status == 64, "\(result.errors)")
        #expect(!result.errors.contains("secret"))
        #expect(!project.folder.exists("output/production"))
    }
}

@Test func `one address is not the tree of two environments`() throws {
    let project = try Project.everyFormat()
    let result = try project.run(["plan", "https://127.0.0.1:1"])
    #expect(result.status == 64)
    #expect(result.errors.contains("hint: name one: --environment production, or --environment staging\n"))
}

@Test(.peers(.curl)) func `a host that cannot be reached does not hide what is wrong with the policy`() throws {
    let project = try TeamCase.project()
    try project.expectRefusal(["plan", "https://127.0.0.1:1"], code: 69, ["compare with a tree that was kept"])
    try project.change("policy.json", "\"message\": \"closed\"", "\"message\": \"shut\"")
    try project.expectRefusal(["plan", "https://127.0.0.1:1"], code: 1, ["\"shut\""])
}
