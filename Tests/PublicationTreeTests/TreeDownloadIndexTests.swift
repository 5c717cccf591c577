import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestSupport

private let index = "publication.jws"

/// An index that is not trusted, and why.
private struct Untrusted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The failure, given the ids of the keys by their names.
    let failure: @Sendable ([String: KeyID]) throws -> VerifiedIndex.Failure
    let tamper: @Sendable (SignedTrees) throws -> Void

    init(
        _ name: String,
        _ failure: @escaping @Sendable @autoclosure () throws -> VerifiedIndex.Failure,
        tamper: @escaping @Sendable (SignedTrees) throws -> Void
    ) {
        self.init(name, failure: { _ in try failure() }, tamper: tamper)
    }

    init(
        _ name: String, failure: @escaping @Sendable ([String: KeyID]) throws -> VerifiedIndex.Failure,
        tamper: @escaping @Sendable (SignedTrees) throws -> Void
    ) {
        (testDescription, self.failure, self.tamper) = (name, failure, tamper)
    }
}

/// An index that was changed and signed again with the key.
@Sendable private func signed(_ old: String, _ new: String) -> @Sendable (SignedTrees) throws -> Void {
    { trees in try trees.editIndex { $0.replacing(old, with: new) } }
}

private let untrusted: [Untrusted] = [
    Untrusted("cut short", .malformed(.jwsParts)) {
        try $0.edit(index) { $0.split(separator: ".").dropLast().joined(separator: ".") }
    },
    Untrusted("that is a page", .malformed(.jwsParts)) { try $0.edit(index) { _ in "<html>\n" } },
    Untrusted("that is empty", .malformed(.jwsParts)) { try $0.edit(index) { _ in "" } },
    Untrusted("with the signature of another", .signedByNoKnownKey) { trees in
        let file = try JWS(trees.read(index))
        let input = JWS.signingInput(file.header, file.body + [0x0A])
        try trees.write(index, JWS.file(input, file.signature))
    },
    Untrusted("signed by a key that was taken off the ring", .signedByNoKnownKey) { trees in
        let ring = try KeyRing(JSONParser.parse(trees.folder.read("keys/keyring.json")))
        let rest = KeyRing(entries: ring.entries.filter { $0.name != "production" })
        try trees.folder.write("keys/keyring.json", JSONWriter.bytes(of: rest.json))
    },
    Untrusted(
        "of another environment's tree",
        failure: { .keyOfAnotherEnvironment(try #require($0["staging"]), try #require(EnvironmentName("staging"))) }
    ) { try $0.shell("cp ../staging/\(index) .") },
    Untrusted(
        "that names another environment",
        .ofAnotherEnvironment(
            try #require(EnvironmentName("staging")), expected: try #require(EnvironmentName("production"))),
        tamper: signed("\"environment\": \"production\"", "\"environment\": \"staging\"")),
    Untrusted("that is not JSON", .notAnIndex("1:3: trailing comma")) {
        try $0.editIndex { _ in "[1,]" }
    },
    Untrusted(
        "that leads out of the tree",
        .notAnIndex("32:15: path segment \"..\" is not made of A-Z a-z 0-9 . _ - without a leading dot"),
        tamper: signed("\"distribution/a.txt\"", "\"../distribution/a.txt\"")),
    Untrusted(
        "that lists a body of any size",
        .beyondLimits("\"distribution/a.txt\" with more than \(Limits.staticFileBytes) bytes"),
        tamper: signed("\"bytes\": 14,", "\"bytes\": 9223372036854775807,")),
]

@Test(.peers(.python3, .openssl, .curl))
func `nothing that a revoked key has signed is believed, and it is told that its index is there`() async throws {
    let published = try PublishedTrees { trees in
        let ring = try trees.folder.text("keys/keyring.json")
        try trees.folder.write("keys/keyring.json", ring.replacing("\"active\"", with: "\"revoked\""))
    }
    let wanted = [try DocumentPath("distribution/availability-ios"): DocumentFormat.availabilityIOS]
    guard case .tree(let tree) = try await published.download().run(.documents, wanted: wanted) else {
        Issue.record("there is no tree")
        return
    }
    guard case .failure(.revokedKey)? = tree.proven.index else {
        Issue.record("it is another index")
        return
    }
    #expect(tree.proven.bodies["distribution/availability-ios"]?.isEmpty == true)
    #expect(tree.proven.bodies.count == 1)
}

@Test(.peers(.python3, .openssl, .curl), arguments: untrusted)
private func `an index that is not trusted is refused, and nothing that it lists is asked for`(
    index untrusted: Untrusted
) async throws {
    let published = try PublishedTrees { try untrusted.tamper($0) }
    // The ids as they were: a case may take a key off the ring.
    let ids = Dictionary(uniqueKeysWithValues: try SignedTrees().keys().keys.map { ($0.name, $0.id) })
    let failure = try untrusted.failure(ids)
    let error = TreeDownloadError.untrustedIndex(url: published.url(index), failure)
    await #expect(throws: error) { try await published.download().run(.documents) }
    #expect(error.report.kind == .refused)
    #expect(try published.server.requests() == ["/production/\(index)"])
    #expect(try published.leftovers == [])
}

@Test(.peers(.python3, .openssl, .curl))
func `the tree of another environment is not taken for this one`() async throws {
    let published = try PublishedTrees()
    let staging = try #require(try published.trees.keys().keys.first { $0.name == "staging" })
    let address = "\(published.server.origin)/staging"
    await #expect(
        throws: TreeDownloadError.untrustedIndex(
            url: "\(address)/\(index)", .keyOfAnotherEnvironment(staging.id, staging.environment))
    ) { try await published.download(address).run(.documents) }
}

@Test(.peers(.python3, .openssl, .curl)) func `a tree signed by a key that is retired now is still trusted`()
    async throws
{
    let published = try PublishedTrees { trees in
        let ring = try trees.folder.text("keys/keyring.json")
        try trees.folder.write("keys/keyring.json", ring.replacing("\"active\"", with: "\"retired\""))
    }
    #expect(try await published.tree().proven.failures == [:])
}
