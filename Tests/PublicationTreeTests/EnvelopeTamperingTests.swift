import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestPublisher
import TestSupport

private let a = "distribution/a.txt"
private let b = "distribution/b.txt"
private let notListed = "is not the file that publication.jws lists"
private let notPart = "is not part of the publication"
private let malformed = "this is not a .jws of Signet"
private let otherBody = "holds another body than \(a)"
private let ofStaging = "key id \"STAGING\" is for environment \"staging\""
private let everything = Envelopes(hasHeaders: true, hasJWS: true)
private let withoutHeaders = Envelopes(hasHeaders: false, hasJWS: true)

/// What somebody can do who has no key.
private let outsiders: [Tampering] = [
    Tampering(
        "two .jws swapped", "\(a).jws: \(notListed)", "\(a).jws: it was signed for the path \(b)",
        "\(b).jws: \(notListed)", "\(b).jws: it was signed for the path \(a)"
    ) { try $0.shell("mv \(a).jws x; mv \(b).jws \(a).jws; mv x \(b).jws") },
    Tampering("a .jws removed", "\(a).jws: is missing") { try $0.remove("\(a).jws") },
    Tampering("a .jws added to a sidecar", "\(a).sig.jws: \(notPart)") { try $0.shell("cp \(a).jws \(a).sig.jws") },
    Tampering("a .jws of nothing", "distribution/new.jws: \(notPart)") {
        try $0.shell("cp \(a).jws distribution/new.jws")
    },
    Tampering(
        "a .jws with a line end", "\(a).jws: \(notListed)", "\(a).jws: \(malformed): its signature is not \(base64)"
    ) {
        try $0.edit("\(a).jws") { $0 + "\n" }
    },
    Tampering("a .jws without its body", "\(a).jws: \(notListed)", "\(a).jws: \(malformed): it has no body") { trees in
        try trees.edit("\(a).jws") { text in
            let parts = text.split(separator: ".")
            return "\(parts[0])..\(parts[2])"
        }
    },
    Tampering(
        "the signature of another .jws", "\(a).jws: \(notListed)",
        "\(a).jws: the signature is not one of key \"PRODUCTION\" over these bytes"
    ) { trees in
        let other = try #require(trees.folder.text("output/production/\(b).jws").split(separator: ".").last)
        try trees.edit("\(a).jws") { $0.split(separator: ".").dropLast().joined(separator: ".") + "." + other }
    },
    Tampering("a .jws far too large", "\(a).jws: is larger than it can be") {
        try $0.edit("\(a).jws") { $0 + String(repeating: "A", count: 10_000) }
    },
    Tampering("a .jws of another environment's key", "\(a).jws: \(notListed)", "\(a).jws: \(ofStaging)") {
        try $0.signAnew(a, by: "staging")
    },
]
private let base64 = "canonical base64url"

/// What a signature does not excuse: everything is listed, and the index is signed.
private let insiders: [Tampering] = [
    Tampering("a .jws for another path", "\(a).jws: it was signed for the path \(b)") { trees in
        try trees.signAnew(a, at: b)
        try trees.list()
    },
    Tampering("a .jws for another environment", "\(a).jws: it was signed for environment \"staging\"") { trees in
        try trees.signAnew(a, of: "staging")
        try trees.list()
    },
    Tampering("a .jws of another key", "\(a).jws: \(ofStaging)") { trees in
        try trees.signAnew(a, of: "staging", by: "staging")
        try trees.list()
    },
    Tampering("a .jws around another body", "\(a).jws: \(otherBody)") { trees in
        try trees.signAnew(a, body: Array("another".utf8))
        try trees.list()
    },
    Tampering("a body changed, and the .jws of the former build", "\(a).jws: \(otherBody)") { trees in
        let (date, body) = (try trees.jws(a).header.date, Array("new\n".utf8))
        try trees.write(a, body)
        try trees.sign(a, date: date)
        try trees.list()
    },
    Tampering("a .jws that no document lists", "\(a).jws: \(notPart)", "\(a): has no .jws in publication.jws") {
        trees in
        try trees.list { $0.path.rawValue == a ? $0.withoutJWS : $0 }
    },
    Tampering(
        "a .jws that the envelopes leave out",
        "\(a): has a .jws in publication.jws, whose envelopes have no jws"
    ) { trees in
        try trees.shell("find distribution -name '*.jws' ! -path \(a).jws -delete")
        try trees.list(in: Envelopes(hasHeaders: true, hasJWS: false))
    },
    Tampering(
        "a .jws of a body that could be a token",
        "\(a): has a .jws in publication.jws, and can have none: \"sub\" in it would make it a JSON Web Token elsewhere"
    ) { trees in
        let (date, body) = (try trees.jws(a).header.date, Array("{\"sub\": \"root\"}\n".utf8))
        try trees.write(a, body)
        try trees.sign(a, date: date)
        try trees.signAnew(a)
        try trees.list()
    },
    Tampering("a signature header taken away", "\(a): header x-amz-meta-signature is missing") { trees in
        try trees.shell("sed -i /x-amz/d \(a).headers")
        try trees.list()
    },
]

/// What is wrong in a tree without signature headers.
private let plain: [Tampering] = [
    Tampering("a .jws removed", "\(a).jws: is missing") { try $0.remove("\(a).jws") },
    Tampering(
        "a body changed by one byte",
        "\(a): is not the body that publication.jws lists", "\(a).jws: \(otherBody)",
        "\(a).sig: is not a signature of this key over the body"
    ) { try $0.edit(a) { $0 + "\n" } },
    Tampering("the .sig of another document", "\(a).sig: is not a signature of this key over the body") {
        try $0.shell("cp \(b).sig \(a).sig")
    },
    Tampering(
        "a signature header that is listed",
        "\(a).headers: has a signature, and the envelopes of publication.jws have no headers"
    ) { trees in
        try trees.sign(a, date: trees.jws(a).header.date)
        try trees.list()
    },
]

extension Publication.Document {
    fileprivate var withoutJWS: Publication.Document {
        Publication.Document(
            path: path, format: format, byteCount: byteCount, sha256: sha256, headers: headers, knowledge: knowledge)
    }
}

@Test(arguments: outsiders + insiders)
func `a tree with envelopes that was tampered with is refused with every reason`(tampering: Tampering) async throws {
    let trees = try SignedTrees(envelopes: everything)
    try tampering.tamper(trees)
    #expect(try await trees.refusals(tampering.tree) == tampering.refusals)
}

@Test(arguments: plain)
func `a tree without signature headers that was tampered with is refused`(tampering: Tampering) async throws {
    let trees = try SignedTrees(envelopes: withoutHeaders)
    try tampering.tamper(trees)
    #expect(try await trees.refusals(tampering.tree) == tampering.refusals)
}

@Test func `two envelopes of one document have the same date`() async throws {
    let trees = try SignedTrees(envelopes: everything)
    let date = try trees.jws(a).header.date
    try trees.signAnew(a, secondsLater: 1)
    try trees.list()
    let later = try trees.jws(a).header.date
    #expect(try await trees.refusals() == ["\(a).jws: has the date \(later), and the headers have \(date)"])
}
