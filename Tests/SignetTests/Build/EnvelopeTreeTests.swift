import Foundation
import ManifestVerifier
import TestSupport
import Testing

private let all = #"["headers", "jws", "sigstore"]"#
private let at = ["--at", "2026-01-01T00:00:00Z"]

/// The base64url of bytes without padding, as RFC 7515 has it, made by Foundation.
private func base64URLOfFoundation(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

@Test(.peers(.openssl), arguments: ["dated", "body"])
func `every document and the index has the envelopes of the policy, to the byte`(profile: String) throws {
    let project = try Project(policy: Project.policy(envelopes: all, profile: profile, keySet: true))
    try project.expectDone(["build"] + at)
    let tree = try project.folder.snapshot("output/production")
    let files = Project.paths.flatMap { path in
        ["", ".headers", ".jws", ".sig", ".sigstore.json"].map { path + $0 }
    }
    #expect(tree.keys.sorted() == (files + ["keys.jwks"]).sorted())

    let pem = try project.folder.text("keys/production.pub.pem")
    let key = try #require(try project.expectDone(["keys", "list", "--json"]).json["keys"]?.asArray().first)
    let id = try #require(key["id"]).asString()
    for path in Project.paths {
        let body = try #require(tree[path])
        let header =
            #"{"alg":"ES256","kid":"\#(id)","typ":"signet+jws","environment":"production","path":"\#(path)","iat":1767225600}"#
        let jws = String(decoding: try #require(tree["\(path).jws"]), as: UTF8.self)
        let input = "\(base64URLOfFoundation(Array(header.utf8))).\(base64URLOfFoundation(body))"
        #expect(jws.hasPrefix("\(input)."), "\(path)")
        #expect(!jws.contains("\n"))
        let signature = try project.jws(path).signature
        #expect(
            try project.folder.opensslVerifies(signature.derRepresentation, over: Array(input.utf8), publicKey: pem))

        let line = try #require(tree["\(path).sig"]).dropLast()
        let sidecar = String(decoding: line, as: UTF8.self)
        let bundle = try JSONParser.parse(try #require(tree["\(path).sigstore.json"]))
        #expect(try bundle["messageSignature"]?["signature"]?.asString() == sidecar)
        #expect(try bundle["verificationMaterial"]?["publicKey"]?["hint"]?.asString() == id)
        let digest = try check("sha256sum", [], input: body).prefix(64)
        let bytes = try #require(
            try bundle["messageSignature"]?["messageDigest"]?["digest"]?.asString()
                .data(using: .utf8).flatMap { Data(base64Encoded: $0) })
        #expect(bytes.map { String(format: "%02x", $0) }.joined() == digest)
    }
    let exported = try project.expectDone(["keys", "export", "--environment", "production", "--jwks"]).output
    #expect(tree["keys.jwks"] == Array(exported.utf8))
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
}

@Test func `the index lists every envelope of the documents by its SHA-256, and the key set`() throws {
    let project = try Project(policy: Project.policy(envelopes: all, keySet: true))
    try project.expectDone(["build"] + at)
    let index = try JSONParser.parse(project.folder.read("output/production/publication.json"))
    #expect(try index["envelopes"]?.asArray().map { try $0.asString() } == ["headers", "jws", "sigstore"])
    func digest(_ path: String) throws -> String {
        String(try check("sha256sum", ["output/production/\(path)"], in: project.folder.root).prefix(64))
    }
    #expect(try index["keySet"]?.asString() == digest("keys.jwks"))
    let documents = try #require(index["documents"]).asArray()
    #expect(documents.count == 3)
    for document in documents {
        let path = try #require(document["path"]).asString()
        #expect(try document["jws"]?.asString() == digest("\(path).jws"))
        #expect(try document["sigstore"]?.asString() == digest("\(path).sigstore.json"))
    }
}

@Test func `a policy that names no envelopes gives the tree that it always gave`() throws {
    let (plain, named) = (try Project(), try Project(policy: Project.policy(envelopes: #"["headers"]"#)))
    for name in ["keyring.json", "production.key.pem", "production.pub.pem"] {
        try named.folder.write("keys/\(name)", plain.folder.read("keys/\(name)"), permissions: 0o600)
    }
    for project in [plain, named] { try project.expectDone(["build"] + at) }
    let (a, b) = (try plain.folder.snapshot("output"), try named.folder.snapshot("output"))
    #expect(a.keys.sorted() == b.keys.sorted())
    #expect(a.count == 12)
    let index = String(decoding: try #require(a["production/publication.json"]), as: UTF8.self)
    #expect(!index.contains("envelopes") && !index.contains("keySet") && !index.contains("jws"))
    // What was built before there was a choice is unchanged.
    try named.folder.write("policy.json", Project.policy())
    #expect(try named.expectDone(["build"] + at).output.contains("unchanged"))
}

@Test(arguments: ["dated", "body"])
func `a tree without headers has plain ones, and is proven by its jws files`(profile: String) throws {
    let project = try Project(policy: Project.policy(envelopes: #"["jws"]"#, profile: profile))
    try project.expectDone(["build"] + at)
    for path in Project.paths {
        let fields = try project.folder.text("output/production/\(path).headers").split(separator: "\n")
        #expect(fields.map { $0.prefix { $0 != ":" } } == ["content-type", "cache-control"])
    }
    #expect(try !project.folder.text("output/production/publication.json").contains(SignatureHeader.name))
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
    #expect(try project.expectDone(["build"] + at).output.contains("unchanged"))
}

@Test func `an environment inherits envelopes and key set, and can have its own`() throws {
    let other = { (name: String, more: String) in
        ", \"\(name)\": { \"extends\": \"production\", \"origin\": \"https://\(name).example.com\"\(more) }"
    }
    let more =
        other("staging", "") + other("plain", ", \"envelopes\": null, \"keySet\": null")
        + other("bare", ", \"envelopes\": [\"jws\"]")
    let policy = Project.policy(more: more).replacing(
        "\"profile\"", with: "\"envelopes\": \(all), \"keySet\": true, \"profile\"")
    let project = try Project(policy: policy, keys: ["production", "staging", "plain", "bare"])
    try project.expectDone(["build"])
    func has(_ path: String) -> Bool { project.folder.exists("output/\(path)") }
    #expect(has("staging/files/notes.txt.jws") && has("staging/files/notes.txt.sigstore.json"))
    #expect(has("staging/keys.jwks"))
    #expect(!has("plain/files/notes.txt.jws") && !has("plain/keys.jwks"))
    #expect(has("bare/files/notes.txt.jws") && !has("bare/files/notes.txt.sigstore.json") && has("bare/keys.jwks"))
    // Each set has the keys of its own environment alone.
    let sets = try ["production", "staging"].map { try project.folder.text("output/\($0)/keys.jwks") }
    #expect(sets[0] != sets[1])
    try project.expectDone(["verify", "output"])
}

@Test func `a bundle's archive has no envelope, and the documents about bundles have all`() throws {
    let policy = Project.policy(documents: Project.webBundles).replacing(
        "\"profile\"", with: "\"envelopes\": \(all), \"profile\"")
    let project = try Project(policy: policy)
    try project.writeWebBuild()
    try project.pack("1.0.0")
    let files = Set(try project.folder.snapshot("output/production").keys)
    #expect(files.isSuperset(of: ["builds/v1.0.0.zip", "builds/v1.0.0.zip.sig", "builds/v1.0.0.zip.headers"]))
    #expect(!files.contains("builds/v1.0.0.zip.jws") && !files.contains("builds/v1.0.0.zip.sigstore.json"))
    for name in ["index", "manifest"] {
        #expect(files.contains("builds/\(name).json.jws") && files.contains("builds/\(name).json.sigstore.json"))
    }
    try project.expectDone(["verify", "output"])
    #expect(try project.expectDone(["build"]).output.contains("unchanged"))
}
