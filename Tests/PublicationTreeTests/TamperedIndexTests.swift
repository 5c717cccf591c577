import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private let index = "publication.jws"
private let ios = "distribution/availability-ios"
private let badSignature = "the signature is not one of key \"PRODUCTION\" over these bytes"
private let unknown = "is not signed by any trusted key"
private let ofStaging = "is signed by key \"STAGING\", which is for environment \"staging\""
private let ofProduction = "is signed by key \"PRODUCTION\", which is for environment \"production\""
private let notAnIndex = "is signed but is not the index of a tree"
private let paths = [
    "distribution/a.txt", "distribution/availability-android", ios, "distribution/b.txt", "distribution/more/c.txt",
    "distribution/support.json",
]

/// An index that was changed and signed again with the key.
@Sendable private func signedIndex(_ old: String, _ new: String) -> @Sendable (SignedTrees) throws -> Void {
    { trees in try trees.editIndex { $0.replacing(old, with: new) } }
}

private let outsiders: [Tampering] = [
    Tampering("no index", "\(index): is missing") { try $0.remove(index) },
    Tampering("an index changed by one byte", "\(index): \(unknown)") { trees in
        let file = try JWS(trees.read(index))
        let body = Array(String(decoding: file.body, as: UTF8.self).replacing("\"file\"", with: "\"gile\"").utf8)
        try trees.write(
            index, JWS.file(JWS.signingInput(file.header, body), file.signature))
    },
    Tampering(
        "an index cut short",
        "\(index): is not an index: this is not a .jws of Signet: it is not three parts joined by periods"
    ) {
        try $0.edit(index) { $0.split(separator: ".").dropLast().joined(separator: ".") }
    },
    Tampering("an index of before it is signed", "publication: is not signed") { trees in
        try trees.write("publication", JSONWriter.bytes(of: trees.publication().json))
        try trees.remove(index)
    },
    Tampering("another document in the place of the index", "\(index): \(notAnIndex): it is distribution/a.txt") {
        try $0.signIndex($0.read("distribution/a.txt"), at: DocumentPath("distribution/a.txt"))
    },
    Tampering("a link in the place of the index", "\(index): is neither a file nor a folder", "\(index): is missing") {
        try $0.shell("mv \(index) ../../index; ln -s ../../index \(index)")
    },
    Tampering("the index of another environment", "\(index): \(ofStaging)") {
        try $0.shell("cp ../staging/\(index) .")
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
    Tampering("a revoked key", "\(index): is signed by key \"PRODUCTION\", which is revoked") { trees in
        let ring = try trees.folder.text("keys/keyring.json")
        try trees.folder.write("keys/keyring.json", ring.replacing("\"active\"", with: "\"revoked\""))
    },
]

private let insiders: [Tampering] = [
    Tampering("an index that is not JSON", "\(index): \(notAnIndex): 1:3: trailing comma") {
        try $0.editIndex { _ in "[1,]" }
    },
    Tampering("an index without its members", "\(index): \(notAnIndex): 1:1: missing member \"environment\"") {
        try $0.editIndex { _ in "{}" }
    },
    Tampering(
        "an index with an unknown member", "\(index): \(notAnIndex): 2:3: unknown member \"x\"",
        tamper: signedIndex("{\n  \"environment\"", "{\n  \"x\": 1, \"environment\"")),
    Tampering(
        "an index that leads out of the tree",
        "\(index): \(notAnIndex): 32:15: path segment \"..\" is not made of A-Z a-z 0-9 . _ - without a leading dot",
        tamper: signedIndex("\"distribution/a.txt\"", "\"../distribution/a.txt\"")),
    Tampering(
        "an index that lists what is not there", "distribution/a.txt: is not part of the publication",
        "distribution/a.txt.headers: is not part of the publication",
        "distribution/a.txt.sig: is not part of the publication", "distribution/a-txt: is missing",
        tamper: signedIndex("\"distribution/a.txt\"", "\"distribution/a-txt\"")),
    Tampering(
        "an index with other sizes", "distribution/a.txt: is not the body that publication.jws lists",
        "distribution/b.txt: is not the body that publication.jws lists",
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

@Test func `ring, header and content of an index must name the same environment`() async throws {
    let trees = try SignedTrees()
    try signedIndex("\"production\"", "\"staging\"")(trees)
    let said = "\(index): is for environment \"staging\", not \"production\""
    #expect(try await trees.refusals() == [said])
    let other = try SignedTrees()
    try other.signIndex(JSONWriter.bytes(of: other.publication().json), of: "staging")
    #expect(try await other.refusals() == [said])
}

@Test func `an index names the key that signed it, by its bytes`() async throws {
    let trees = try SignedTrees()
    let key = try #require(try trees.keys().keys.first { $0.name == "production" })
    let said = "\(index): \(notAnIndex): its keys are not those of the ring that signed it"
    let zeros = String(repeating: "0", count: 64)
    for (name, text) in [("id", key.id.rawValue), ("sha256", key.publicKey.fingerprint.hexadecimal)] {
        let other = try SignedTrees()
        try signedIndex("\"\(name)\": \"\(text)\"", "\"\(name)\": \"\(zeros)\"")(other)
        #expect(try await other.refusals() == [said])
    }
    // Of a key that did not sign, the id stays and the bytes are others.
    let next = try #require(try trees.keys().keys.first { $0.name == "production-2" })
    try signedIndex("\"sha256\": \"\(next.publicKey.fingerprint)\"", "\"sha256\": \"\(zeros)\"")(trees)
    #expect(try await trees.refusals() == ["\(index): has another key as \"PRODUCTION-2\" than the key ring"])
}

@Test func `the signatures have the profile that the index names`() async throws {
    let trees = try SignedTrees()
    try signedIndex("\"profile\": \"dated\"", "\"profile\": \"body\"")(trees)
    #expect(try await trees.refusals() == paths.map { "\($0): \(badSignature)" })
}
