import TestSupport
import Testing

@Test(.peers(.python3, .openssl, .curl)) func `decide asks a host`() throws {
    let ios = ["--platform", "ios", "--os", "14", "--build", "40000", "--at", "2026-08-04T00:00:00Z"]
    let project = try Project.everyFormat()
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
    let root = project.folder.path("output/production")
    let faults = [
        "/gone": HTTPSServer.Fault.status(404), "/moved": .redirect(302, to: "/distribution/availability-ios"),
    ]
    let server = try HTTPSServer(serving: root, faults: faults, sendsHeaders: true)
    let environment = ["CURL_CA_BUNDLE": server.certificate]
    let url = server.origin + "/distribution/availability-ios"
    let words = ["--app", "2", "--language", "ar"] + ios
    let result = try project.expectDone(["decide", url] + words, environment: environment)
    #expect(result.output.hasPrefix("required: update the app to 3.0.0 or later\n    ar: حدّث التطبيق\n"))
    #expect(result.output.contains("    availability-ios \(url)\n    signed by key \"production\""))
    for (path, said) in [("/gone", "HTTP status 404"), ("/moved", "redirect (HTTP status 302)")] {
        try project.expectRefusal(
            ["decide", server.origin + path] + words, code: 69, [said], environment: environment)
    }
    try project.expectRefusal(["decide", url] + words, code: 69, ["no trusted connection"], environment: [:])
    let unverified = try project.run(
        ["decide", url, "--app", "2", "--unverified"] + ios.dropLast(2),
        environment: environment)
    #expect(unverified.output.hasSuffix("    NOT VERIFIED\n"))
    // A host that drops the headers.
    let plain = try HTTPSServer(serving: root)
    try project.expectRefusal(
        ["decide", plain.origin + "/distribution/availability-ios"] + words, code: 1,
        ["header x-amz-meta-signature is missing"], environment: ["CURL_CA_BUNDLE": plain.certificate])
}

@Test(.peers(.python3, .openssl, .curl)) func `decide takes the address of a .jws, from a host without headers`() throws
{
    let path = "distribution/availability-ios"
    let device = ["--platform", "ios", "--os", "14", "--app", "9", "--at", "2026-08-04T00:00:00Z"]
    let project = try Project(policy: Project.policy(envelopes: #"["jws"]"#))
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
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
