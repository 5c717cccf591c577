import Foundation
import Testing
import TestSupport

@Test(.peers(.python3, .openssl, .curl)) func `live is what the origin of the policy serves`() throws {
    let project = try TeamCase.project()
    try project.folder.write("hosted/empty", "")
    let server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
    let environment = ["CURL_CA_BUNDLE": server.certificate]
    try project.change("policy.json", "https://distribution.shop.example", server.origin)
    let first = try project.expectDone(["plan"], environment: environment)
    #expect(
        first.output.hasPrefix("production   first publication: BLOCKS devices that may run now"), "\(first.output)")
    #expect(try project.changes([], environment: environment).contains("document availability-ios is new"))

    // Once apps have a key, an empty place is not a place where nothing was published.
    let ring = try project.folder.text("keys/keyring.json")
    try project.expectDone(["keys", "shipped", "production", "3.1.0"])
    try project.expectRefusal(
        ["plan"], code: 1, ["but apps have key \"production\" since version 3.1.0", "--against TREE"],
        environment: environment)
    // Neither for a tree that was built, nor where the pull request takes the note out of its own ring.
    try project.expectDone(["build"])
    try project.expectRefusal(["plan", "live", "output"], code: 1, ["but apps have key"], environment: environment)
    try check("cp", ["-a", "keys", "base-keys"], in: project.folder.root)
    try project.folder.write("keys/keyring.json", ring)
    try project.expectDone(["plan"], environment: environment)
    try project.expectRefusal(
        ["plan", "--base-ring", "base-keys"], code: 1, ["but apps have key"], environment: environment)

    try project.expectDone(["build"])
    try project.folder.remove("hosted")
    try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
    #expect(
        try project.expectDone(["plan"], environment: environment).output.hasPrefix("production   nothing changes: "))
    try project.change("policy.json", "\"value\": 23", "\"value\": 24")
    let change = "minimum SDK level 23 → 24"
    for words in [[], ["live"], ["live", "--environment", "production"]] {
        #expect(try project.changes(words, environment: environment).contains { $0.contains(change) })
    }
    let build = try project.expectDone(["build", "--previous", "live"], environment: environment)
    #expect(build.output.contains("  android  \(change)"), "\(build.output)")
    #expect(try project.changes(["live", "output"], environment: environment).contains { $0.contains(change) })
}
