import Classic
import Foundation
import ManifestVerifier
import Testing
import TestSupport

private let all = #"["headers", "jws"]"#
private let at = ["--at", "2026-01-01T00:00:00Z"]

/// The base64url of bytes without padding, as RFC 7515 has it, made by Foundation.
private func base64URLOfFoundation(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

@Test(.peers(.openssl), arguments: ["dated", "body"])
func `every document has the envelopes of the policy and the index one of its own, to the byte`(profile: String) throws
{
    let project = try Project(policy: Project.policy(envelopes: all, profile: profile))
    try project.expectDone(["build"] + at)
    let tree = try project.folder.snapshot("output/production")
    let files = Project.paths.flatMap { path in ["", ".headers", ".jws", ".sig"].map { path + $0 } }
    #expect(tree.keys.sorted() == (files + ["publication.jws"]).sorted())

    let pem = try project.folder.text("keys/production.pub.pem")
    let key = try #require(try project.expectDone(["keys", "list", "--json"]).json["keys"]?.asArray().first)
    let id = try #require(key["id"]).asString()
    for path in Project.paths + ["publication"] {
        let body = try tree[path] ?? Array(project.index().utf8)
        let header =
            #"{"alg":"ES256","kid":"\#(id)","typ":"signet+jws","environment":"production","path":"\#(path)","iat":1767225600}"#
        let jws = String(decoding: try #require(tree["\(path).jws"]), as: UTF8.self)
        let input = "\(base64URLOfFoundation(Array(header.utf8))).\(base64URLOfFoundation(body))"
        #expect(jws.hasPrefix("\(input)."), "\(path)")
        #expect(!jws.contains("\n"))
        let signature = try project.jws(path).signature
        #expect(
            try project.folder.opensslVerifies(signature.derRepresentation, over: Array(input.utf8), publicKey: pem))
    }
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
}

@Test func `the index lists every envelope of the documents by its SHA-256, and the keys of the ring in order`() throws
{
    let project = try Project(policy: Project.policy(envelopes: all))
    try project.expectDone(["build"] + at)
    let index = try JSONParser.parse(Array(project.index().utf8))
    #expect(try index["envelopes"]?.asArray().map { try $0.asString() } == ["headers", "jws"])
    func sha256sum(_ path: String) throws -> String {
        String(try check("sha256sum", [path], in: project.folder.root).prefix(64))
    }
    let ring = try #require(try project.expectDone(["keys", "list", "--json"]).json["keys"]).asArray()
    let keys = try #require(index["keys"]).asArray()
    func texts(_ keys: [JSONValue], _ name: String) throws -> [String] {
        try keys.map { try $0[name]?.asString() ?? "" }
    }
    #expect(try texts(keys, "id") == texts(ring, "id") && texts(keys, "state") == texts(ring, "state"))
    #expect(try texts(keys, "sha256") == texts(ring, "fingerprint"))
    #expect(try index["built"]?["policy"]?.asString() == sha256sum("policy.json"))
    #expect(try index["origin"]?.asString() == "https://distribution.example.com")
    let documents = try #require(index["documents"]).asArray()
    #expect(documents.count == 3)
    for document in documents {
        let path = try #require(document["path"]).asString()
        #expect(try document["jws"]?.asString() == sha256sum("output/production/\(path).jws"))
    }
}

@Test(arguments: ["dated", "body"])
func `a tree without headers has plain ones, and is proven by its jws files`(profile: String) throws {
    let project = try Project(policy: Project.policy(envelopes: #"["jws"]"#, profile: profile))
    try project.expectDone(["build"] + at)
    for path in Project.paths {
        let fields = try project.folder.text("output/production/\(path).headers").split(separator: "\n")
        #expect(fields.map { $0.prefix { $0 != ":" } } == ["content-type", "cache-control"])
    }
    #expect(try !project.index().contains(SignatureHeader.name))
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
    #expect(try project.expectDone(["build"] + at).output.contains("unchanged"))
}

@Test func `an environment inherits envelopes, and can have its own`() throws {
    let other = { (name: String, more: String) in
        ", \"\(name)\": { \"extends\": \"production\", \"origin\": \"https://\(name).example.com\"\(more) }"
    }
    let more =
        other("staging", "") + other("plain", ", \"envelopes\": [\"headers\"]")
        + other("bare", ", \"envelopes\": [\"jws\"]")
    let project = try Project(
        policy: Project.policy(envelopes: all, more: more), keys: ["production", "staging", "plain", "bare"])
    try project.expectDone(["build"])
    func has(_ path: String) -> Bool { project.folder.exists("output/\(path)") }
    #expect(has("staging/files/notes.txt.jws") && has("bare/files/notes.txt.jws"))
    #expect(!has("plain/files/notes.txt.jws"))
    // Each index has the keys of its own environment alone.
    #expect(try project.index("output/staging").components(separatedBy: "\"state\"").count == 2)
    try project.expectDone(["verify", "output"])
}

@Test func `a bundle's archive has no envelope, and the documents about bundles have all`() throws {
    let project = try Project(policy: Project.policy(envelopes: all, documents: Project.webBundles))
    try project.writeWebBuild()
    try project.pack("1.0.0")
    let files = Set(try project.folder.snapshot("output/production").keys)
    #expect(files.isSuperset(of: ["builds/v1.0.0.zip", "builds/v1.0.0.zip.sig", "builds/v1.0.0.zip.headers"]))
    #expect(!files.contains("builds/v1.0.0.zip.jws"))
    for name in ["index", "manifest"] { #expect(files.contains("builds/\(name).json.jws")) }
    try project.expectDone(["verify", "output"])
    #expect(try project.expectDone(["build"]).output.contains("unchanged"))
}
