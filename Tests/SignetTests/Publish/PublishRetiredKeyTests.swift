import Testing
import TestSupport

@Test(.peers(.python3, .openssl, .curl)) func `a monitor of the host refuses a tree of a retired key`() throws {
    let project = try Project(keys: ["production", "production-2"])
    try project.expectDone(["keys", "shipped", "production-2", "3.1.0"])
    try project.expectDone(["build"])
    let server = try HTTPSServer(serving: project.folder.path("output/production"), sendsHeaders: true)
    let words = ["verify", server.origin, "--settle", "0"]
    let trusting = ["CURL_CA_BUNDLE": server.certificate]
    try project.expectDone(words, environment: trusting)
    try project.expectDone(["keys", "rotate", "production"])
    let refused = try project.run(words, environment: trusting)
    #expect(refused.status == 1 && refused.errors.contains("which is retired, and so is all it lists"))
    let json = try project.run(words + ["--json"], environment: trusting)
    #expect(json.output.contains("\"isRetired\": true"))
}
