import Testing
import TestSupport

private let path = "distribution/availability-ios"
private let device = ["--platform", "ios", "--os", "14", "--app", "9", "--at", "2026-08-04T00:00:00Z"]

/// A built project whose signatures travel in `.jws` files alone.
private func builtWithoutHeaders() throws -> Project {
    let project = try Project(policy: Project.policy(envelopes: #"["jws"]"#))
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
    return project
}

@Test func `decide reads a tree without signature headers`() throws {
    let project = try builtWithoutHeaders()
    let decided = try project.expectDone(["decide", "output/production"] + device)
    #expect(decided.output.hasPrefix("available\n"))
    #expect(decided.output.contains("    signed by key \"production\""))
    let alone = try project.expectDone(["decide", "output/production/\(path).jws"] + device)
    #expect(alone.output.contains("availability-ios output/production/\(path).jws\n"))
    try project.expectRefusal(
        ["decide", "output/production"] + device.dropLast(2) + ["--at", "2026-08-01T00:00:00Z"], code: 1,
        ["ahead of the clock", "and of the one that signs, and the time of --at"])
}

@Test(.peers(.python3, .openssl, .curl)) func `decide takes the address of a .jws, from a host without headers`() throws
{
    let project = try builtWithoutHeaders()
    let server = try HTTPSServer(serving: project.folder.path("output"))
    let environment = ["CURL_CA_BUNDLE": server.certificate]
    let url = "\(server.origin)/production/\(path).jws"
    let decided = try project.expectDone(["decide", url] + device, environment: environment)
    #expect(decided.output.hasPrefix("available\n"))
    try check("mv", ["output/production/\(path).jws", "output/production/moved.jws"], in: project.folder.root)
    let moved = "\(server.origin)/production/moved.jws"
    try project.expectRefusal(
        ["decide", moved] + device, code: 1, ["it was signed for the path \(path)"], environment: environment)
    try project.expectDone(["decide", moved, "--path", path] + device, environment: environment)
}

@Test func `decide takes a .jws at its path, and nothing else as one`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write(path, project.folder.read("output/production/\(path)"))
    try project.expectDone([
        "sign", path, "--format", "availability-ios", "--envelope", "jws", "--at", "2026-08-03T22:59:35Z",
    ])
    let decided = try project.expectDone(["decide", "\(path).jws"] + device)
    #expect(
        decided.output.contains("availability-ios \(path).jws\n    signed by key \"production\""), "\(decided.output)")

    try project.folder.write("saved.jws", project.folder.read("\(path).jws"))
    try project.expectRefusal(
        ["decide", "saved.jws"] + device, code: 1, ["it was signed for the path \(path)", "--path \(path)"])
    try project.expectDone(["decide", "saved.jws", "--path", path] + device)
    try project.expectDone(["decide", "saved.jws", "--unverified"] + device.dropLast(2))
    try project.expectRefusal(
        ["decide", "saved.jws", "--path", path, "--at", "2026-08-01T00:00:00Z"] + device.dropLast(2), code: 1,
        ["ahead of the clock"])
    try project.expectRefusal(
        ["decide", "\(path).jws", "--profile", "dated"] + device, code: 64, ["--profile is for a body"])
    try project.folder.write("saved.jws", "x.y.z")
    for flags in [[], ["--unverified"]] {
        try project.expectRefusal(
            ["decide", "saved.jws"] + flags + device.dropLast(2), code: 1, ["this is not a .jws of Signet"])
    }
}
