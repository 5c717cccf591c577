import Foundation
import TestSupport
import Testing

private let ios = DecideBench.ios

@Test func `decide verifies before it says anything`() throws {
    let project = try DecideBench.built()
    let path = "output/production/distribution/availability-ios"
    let words = ["decide", path, "--app", "2"] + ios
    let body = try project.folder.text(path)
    try project.folder.write(path, body.replacingOccurrences(of: "\"3.0.0\"", with: "\"1.0.0\""))
    let refused = try project.expectRefusal(words, code: 1, ["\(path): the signature is not one of key"])
    #expect(refused.output == "")
    try project.expectRefusal(
        ["decide", "output/production", "--app", "2"] + ios, code: 1, ["is not the body that publication.jws lists"])

    let plain = Array(ios.dropLast(2))
    let unverified = try project.run(["decide", path, "--app", "2", "--unverified", "--quiet"] + plain)
    #expect(unverified.status == 0)
    #expect(unverified.output.hasPrefix("available\n"))
    #expect(unverified.output.hasSuffix("    NOT VERIFIED\n"))
    #expect(unverified.errors.contains("signet: warning: the signature is NOT checked"))
    let json = try project.run(["decide", path, "--app", "2", "--unverified", "--json"] + plain).decisions()
    #expect(json.map { $0["verified"] as? Bool } == [false])
    for (flags, said) in [
        (["--key", "keys/production.pub.pem"], "--key and --unverified exclude each other"),
        (["--profile", "dated"], "--profile and --unverified exclude each other"),
        (["--header", "a: b"], "--header and --unverified exclude each other"),
        ([], "--at and --unverified exclude each other"),
    ] {
        try project.expectRefusal(words + ["--unverified"] + flags, code: 64, [said])
    }
    try project.expectRefusal(
        ["decide", "output/production", "--app", "2", "--unverified"] + ios, code: 64, ["a tree is always verified"])
}

@Test func `decide demands the profile and the environment that are named`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
    let path = "output/production/distribution/availability-ios"
    let words = ["decide", path, "--app", "3"] + ios
    #expect(try project.expectDone(words).output.contains("\"production\", Mon, 03 Aug 2026 22:59:35 UTC\n"))
    try project.expectDone(words + ["--profile", "dated", "--environment", "production"])
    try project.expectDone(words + ["--key", "keys/production.pub.pem"])
    try project.expectRefusal(words + ["--profile", "body"], code: 1, ["the signature is not one of key"])
    try project.expectRefusal(words + ["--environment", "staging"], code: 1, ["is for environment \"production\""])
    try project.expectRefusal(
        ["decide", path, "--platform", "ios", "--os", "14", "--app", "3", "--at", "2026-08-01T00:00:00Z"], code: 1,
        ["is too far ahead of the clock"])
    let headers = try project.folder.text(path + ".headers").split(separator: "\n").filter { $0.hasPrefix("x-amz") }
    try project.folder.remove(path + ".headers")
    try project.expectRefusal(words, code: 1, ["there is no availability-ios.headers beside it"])
    try project.expectDone(words + headers.flatMap { ["--header", String($0)] })
    try project.expectRefusal(words + headers.prefix(1).flatMap { ["--header", String($0)] }, code: 1, ["signature"])
}

@Test(.peers(.python3, .openssl, .curl)) func `decide asks a host`() throws {
    let project = try DecideBench.built()
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
    try project.expectRefusal(
        ["decide", "http://example.com/a"] + words, code: 64, ["is not an https:// address"])
    try project.expectRefusal(
        ["decide", "https://example.com"] + words, code: 64, ["https://example.com is a whole tree; which document"])
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
