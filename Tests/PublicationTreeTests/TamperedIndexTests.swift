import ManifestVerifier
import TestSupport
import Testing

private let index = "publication.json"
private let ios = "distribution/availability-ios"
private let badSignature = "the signature is not one of key \"PRODUCTION\" over these bytes"
private let ofStaging = "key id \"STAGING\" is for environment \"staging\""
private let ofProduction = "key id \"PRODUCTION\" is for environment \"production\""
private let paths = [
    "distribution/a.txt", "distribution/availability-android", ios, "distribution/b.txt", "distribution/more/c.txt",
    "distribution/support.json",
]

/// An index that was changed and signed again with the key.
@Sendable private func signedIndex(
    _ old: String, _ new: String, profile: SignatureProfile = .dated
) -> @Sendable (SignedTrees) throws -> Void {
    { trees in
        try trees.edit(index) { $0.replacing(old, with: new) }
        try trees.sign(index, profile: profile)
    }
}

private let outsiders: [Tampering] = [
    Tampering("no index", "\(index): is missing") { try $0.remove(index) },
    Tampering("no headers of the index", "\(index).headers: is missing") { try $0.remove("\(index).headers") },
    Tampering("no signature of the index", "\(index).sig: is missing") { try $0.remove("\(index).sig") },
    Tampering("an index changed by one byte", "\(index): \(badSignature)") {
        try $0.edit(index) { $0.replacing("\"file\"", with: "\"gile\"") }
    },
    Tampering("a link in the place of the index", "\(index): is neither a file nor a folder", "\(index): is missing") {
        try $0.shell("mv \(index) ../../index; ln -s ../../index \(index)")
    },
    Tampering("the index of another environment", "\(index): \(ofStaging)") {
        try $0.shell("cp ../staging/\(index)* .")
    },
    Tampering("the tree of another environment", "\(index): \(ofStaging)") {
        try $0.shell("cd ..; rm -r production; cp -a staging production")
    },
    Tampering("a tree under another environment's name", "\(index): \(ofProduction)", tree: "staging") {
        try $0.shell("cd ..; rm -r staging; cp -a production staging")
    },
    Tampering("a tree under the name of no environment that has a key", "\(index): \(ofProduction)", tree: "other") {
        try $0.shell("cp -a ../production ../other")
    },
    Tampering(
        "an index with the signature over its body in the header",
        "\(index): says profile dated but is signed as body"
    ) { try $0.downgrade(index) },
    Tampering("a revoked key", "\(index): key id \"PRODUCTION\" is revoked") { trees in
        let ring = try trees.folder.text("keys/keyring.json")
        try trees.folder.write("keys/keyring.json", ring.replacing("\"active\"", with: "\"revoked\""))
    },
]

private let insiders: [Tampering] = [
    Tampering("an index that is not JSON", "\(index):1:3: trailing comma") { trees in
        try trees.edit(index) { _ in "[1,]" }
        try trees.sign(index)
    },
    Tampering("an index without its members", "\(index):1:1: missing member \"environment\"") { trees in
        try trees.edit(index) { _ in "{}" }
        try trees.sign(index)
    },
    Tampering(
        "an index with an unknown member", "\(index):2:3: unknown member \"x\"",
        tamper: signedIndex("{\n  \"environment\"", "{\n  \"x\": 1, \"environment\"")),
    Tampering(
        "an index that leads out of the tree",
        "\(index):7:15: path segment \"..\" is not made of A-Z a-z 0-9 . _ - without a leading dot",
        tamper: signedIndex("\"distribution/a.txt\"", "\"../distribution/a.txt\"")),
    Tampering(
        "an index that lists what is not there", "distribution/a.txt: is not part of the publication",
        "distribution/a.txt.headers: is not part of the publication",
        "distribution/a.txt.sig: is not part of the publication", "distribution/a-txt: is missing",
        tamper: signedIndex("\"distribution/a.txt\"", "\"distribution/a-txt\"")),
    Tampering(
        "an index with other sizes", "distribution/a.txt: is not the body that publication.json lists",
        "distribution/b.txt: is not the body that publication.json lists",
        tamper: signedIndex("\"bytes\": \(aText.utf8.count),", "\"bytes\": \(aText.utf8.count + 1),")),
    Tampering(
        "an Android body at the path of iOS, signed and listed",
        "\(ios):1:1: is not a document of format availability-ios: missing member \"minimumOSVersion\""
    ) { trees in
        try trees.publish(ios, body: trees.folder.read("output/production/distribution/availability-android"))
    },
    Tampering(
        "a body that is not JSON at the path of iOS, signed and listed",
        "\(ios):2:1: is not a document of format availability-ios: something follows after the end of the value"
    ) { trees in
        try trees.publish(ios, body: Array("{}\n{}".utf8))
    },
]

private let aText = "this is a.txt\n"

@Test(arguments: outsiders)
func `an index that was tampered with is refused with every reason`(tampering: Tampering) async throws {
    let trees = try SignedTrees()
    try tampering.tamper(trees)
    #expect(try await trees.refusals(tampering.tree) == tampering.refusals)
}

@Test(arguments: insiders)
func `a signature does not excuse what is wrong in an index`(tampering: Tampering) async throws {
    let trees = try SignedTrees()
    try tampering.tamper(trees)
    #expect(try await trees.refusals() == tampering.refusals)
}

@Test func `another body, signed and listed, is a tree in order`() async throws {
    let trees = try SignedTrees()
    try trees.publish("distribution/a.txt", body: Array("GIF89a".utf8) + [0, 1, 2])
    #expect(try await trees.refusals() == [])
}

@Test func `ring, folder and content must name the same environment`() async throws {
    let trees = try SignedTrees()
    try signedIndex("\"production\"", "\"staging\"")(trees)
    #expect(
        try await trees.refusals()
            == ["\(index): is for environment \"staging\", not \"production\""]
            + paths.map { "\($0): \(ofProduction)" })
}

@Test func `the index and its signature must name the same key`() async throws {
    let trees = try SignedTrees()
    let id = try #require(try trees.keys().keys.first { $0.name == "production" }).id
    try signedIndex("\"keyId\": \"\(id)\"", "\"keyId\": \"other\"")(trees)
    #expect(
        try await trees.refusals()
            == ["\(index): names key \"other\" but is signed by \"PRODUCTION\""]
            + paths.map { "\($0): is signed by \"PRODUCTION\", not by the key of the publication" })
}

@Test func `the index and its signature must have the same profile`() async throws {
    let trees = try SignedTrees()
    try signedIndex("\"profile\": \"dated\"", "\"profile\": \"body\"")(trees)
    #expect(
        try await trees.refusals()
            == ["\(index): says profile body but is signed as dated"] + paths.map { "\($0): \(badSignature)" })

    let others = try SignedTrees()
    try signedIndex("", "", profile: .body)(others)
    #expect(try await others.refusals() == ["\(index): says profile dated but is signed as body"])
}
