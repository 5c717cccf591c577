import Testing
import TestSupport

@Test(.peers(.python3, .openssl, .curl))
func `a bundle that a thief of a retired key offers at the origin is not signed`() throws {
    let project = try Project(policy: Project.policy(minimum: "2.0.0", documents: Project.webBundles))
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.writeWebBuild()
    try project.pack("1.0.0", at: "2026-08-03T10:00:00Z")
    // The thief has all of it as it was, the key too.
    try project.folder.write("thief/.keep", "")
    for name in ["policy.json", "Texts.xcstrings", "static", "keys", "bundles", "bundles.json", "output"] {
        try check("cp", ["-r", name, "thief/"], in: project.folder.root)
    }
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    try project.folder.write("policy.json", Project.policy(minimum: "3.0.0", documents: Project.webBundles))
    try project.folder.remove("output")

    try check("cp", ["-r", "dist", "evil"], in: project.folder.root)
    try project.folder.write("evil/app.js", "steal()")
    let places = ["--policy", "thief/policy.json", "--keys", "thief/keys", "--output", "thief/output"]
    try project.expectDone(["bundle", "pack", "evil", "--version", "9.9.9", "--shell", "2..."] + places)
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"] + places)
    // A clean machine knows the former tree from the host alone.
    let host = try HTTPSServer(serving: project.folder.path("thief/output/production"))
    try project.expectDone(
        ["build", "--environment", "production", "--previous", host.origin],
        environment: ["CURL_CA_BUNDLE": host.certificate])
    #expect(try project.offeredVersions() == ["1.0.0"])
    let built = try project.folder.snapshot("output/production")
    #expect(!built.keys.contains { $0.contains("9.9.9") })
    #expect(!built.values.contains { String(decoding: $0, as: UTF8.self).contains("9.9.9") })
}
