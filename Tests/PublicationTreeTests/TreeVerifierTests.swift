import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

@Test(arguments: ["production", "staging"])
func `a tree as it was built verifies, the index first and every document once`(name: String) async throws {
    let report = try await SignedTrees().verify(name)
    #expect(report.refusals == [])
    #expect(
        report.documents.map(\.path) == [
            "publication.jws", "distribution/a.txt", "distribution/availability-android",
            "distribution/availability-ios", "distribution/b.txt", "distribution/more/c.txt",
            "distribution/support.json",
        ])
    #expect(report.documents.allSatisfy { $0.key.name == name && $0.date != nil })
    #expect(report.documents.dropFirst().allSatisfy { $0.profile == .dated })
    #expect(report.documents.map(\.format).prefix(3) == [nil, .file, .availabilityAndroid])
}

@Test func `progress counts to the number of documents`() async throws {
    let trees = try SignedTrees()
    let tree = try TreeFolder(Folder(path: trees.folder.path("output/production")))
    let environment = try #require(EnvironmentName("production"))
    await confirmation { done in
        _ = try? await TreeVerifier(keys: trees.keys()).verify(tree, environment: environment) { count, total in
            if count == 6, total == 6 { done() }
        }
    }
}

@Test func `the key of a pin and no other is accepted`() async throws {
    let trees = try SignedTrees()
    let keys = try trees.keys().keys
    let fingerprints = try ["production", "staging"].map { name in
        try #require(keys.first { $0.name == name }).publicKey.fingerprint.hexadecimal
    }
    #expect(try await trees.verify(pin: fingerprints[0]).refusals == [])
    let refusals = try await trees.verify(pin: fingerprints[1]).refusals
    #expect(refusals.count == 7)
    #expect(
        refusals.allSatisfy {
            $0.reason == "is signed by a key with fingerprint \(fingerprints[0]), not \(fingerprints[1])"
        })
}

@Test func `trees are found below a folder by their names, and a tree by its own`() throws {
    let trees = try SignedTrees()
    try trees.folder.write("output/.production.staging/publication.jws", "{}")
    try trees.folder.write("output/no-tree/file", "")
    try trees.folder.write("output/file", "")
    func names(_ path: String, _ environment: String? = nil) throws -> [String] {
        try TreeFolder.trees(at: trees.folder.path(path), environment: environment.flatMap(EnvironmentName.init))
            .map(\.environment.rawValue)
    }
    #expect(try names("output") == ["production", "staging"])
    #expect(try names("output", "staging") == ["staging"])
    #expect(try names("output/production") == ["production"])
    #expect(try names("output/production", "staging") == ["staging"])
    let none = try #require(throws: ErrorReport.self) { try names("output/no-tree") }
    #expect(none.message == "\(trees.folder.path("output/no-tree")): holds no tree: there is no publication.jws")
    let other = try #require(throws: ErrorReport.self) { try names("output", "other") }
    #expect(other.message == "\(trees.folder.path("output")): there is no tree of environment \"other\"")
    #expect(other.hint == "there are trees of: production, staging")
    #expect([none.kind, other.kind] == [.missingInput, .missingInput])
    let error = try #require(throws: ErrorReport.self) { try names("output/.production.staging") }
    #expect(error.message.hasSuffix("output/.production.staging: the folder's name is not an environment name"))
    #expect(error.kind == .unparsable)
}

@Test func `a tree that goes too deep or has too many folders is not walked to its end`() throws {
    let temporary = try TemporaryFolder()
    let deep = Array(repeating: "d", count: Limits.folderDepth + 1).joined(separator: "/")
    try temporary.write("deep/\(deep)/file", "")
    let error = try #require(throws: FileError.self) { try TreeFolder(Folder(path: temporary.path("deep"))) }
    #expect(error.reason == .tooMany(limit: Limits.folderDepth))

    for index in 0..<Limits.treeFolders { try temporary.write("wide/\(index)/file", "") }
    #expect(throws: FileError(temporary.path("wide"), .read, .tooMany(limit: Limits.treeFiles))) {
        try TreeFolder(Folder(path: temporary.path("wide")))
    }
}
