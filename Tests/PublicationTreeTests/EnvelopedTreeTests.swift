import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestSupport

private let a = "distribution/a.txt"

/// Every combination that a policy can ask for.
private let combinations: [Envelopes] = [
    Envelopes(hasHeaders: true, hasJWS: false), Envelopes(hasHeaders: true, hasJWS: true),
    Envelopes(hasHeaders: false, hasJWS: true),
]

private func verifiedTree(_ trees: SignedTrees) async throws -> VerifiedTree {
    let tree = try TreeFolder(Folder(path: trees.folder.path("output/production")))
    let environment = try #require(EnvironmentName("production"))
    var verified: VerifiedTree?
    if case .verified(let tree) = try await VerifiedTree.verify(tree, environment: environment, keys: trees.keys()) {
        verified = tree
    }
    return try #require(verified)
}

@Test(arguments: combinations)
func `a tree in any envelopes verifies, and says which were checked`(envelopes: Envelopes) async throws {
    let trees = try SignedTrees(envelopes: envelopes)
    let report = try await trees.verify()
    #expect(report.refusals == [])
    #expect(report.documents.count == 7)
    #expect(report.documents.dropFirst().allSatisfy { $0.envelopes == envelopes && $0.date != nil })
    #expect(report.documents.dropFirst().allSatisfy { ($0.profile == nil) == !envelopes.hasHeaders })
}

@Test(arguments: combinations)
func `what was verified can be sent: every envelope and the index`(envelopes: Envelopes) async throws {
    let trees = try SignedTrees(envelopes: envelopes)
    let tree = try await verifiedTree(trees)
    var files: Set = ["publication.jws"]
    for document in tree.documents {
        files.formUnion([document.path.rawValue, document.path.signatureSidecar, document.path.headersSidecar])
        #expect((document.jws != nil) == envelopes.hasJWS)
        if let jws = document.jws {
            files.insert(jws.path)
            #expect(try tree.bytes(of: jws) == trees.read(jws.path))
        }
        #expect(document.date != nil)
    }
    #expect(try tree.index.file == trees.read("publication.jws"))
    #expect(try files == Set(trees.folder.snapshot("output/production").keys))
}

@Test(arguments: [[], Array("{\"exp\": 1}\n".utf8), [UInt8](repeating: 0x20, count: Limits.manifestBytes + 1)])
func `a document that can have no .jws has none, and its .sig proves it`(body: [UInt8]) async throws {
    for envelopes in combinations {
        let trees = try SignedTrees()
        try trees.publish(a, body: body)
        try trees.envelop(envelopes)
        #expect(try await trees.refusals() == [])
        try trees.shell("cp distribution/b.txt.sig \(a).sig")
        try trees.list()
        #expect(try await trees.refusals().contains { $0.hasPrefix("\(a).sig: is not a signature of this key") })
    }
}

@Test func `the index may differ from the ring in what was added or retired since`() async throws {
    let trees = try SignedTrees(envelopes: Envelopes(hasHeaders: true, hasJWS: true))
    try check(
        signetPath, ["keys", "generate", "more", "--environment", "production", "--quiet"], in: trees.folder.root)
    let ring = try trees.folder.text("keys/keyring.json")
    try trees.folder.write("keys/keyring.json", ring.replacing("\"active\"", with: "\"retired\""))
    #expect(try await trees.refusals() == [])
}

@Test func `one key verifies a tree with envelopes, of whose other keys nothing is known`() async throws {
    for envelopes in combinations {
        let trees = try SignedTrees(envelopes: envelopes)
        let key = trees.folder.path("keys/production.pub.pem")
        let result = try run(signetPath, ["verify", "output/production", "--key", key], in: trees.folder.root)
        #expect(result.status == 0, "\(result.errors)")
        let other = trees.folder.path("keys/staging.pub.pem")
        #expect(
            try run(signetPath, ["verify", "output/production", "--key", other], in: trees.folder.root).status == 1)
    }
}
