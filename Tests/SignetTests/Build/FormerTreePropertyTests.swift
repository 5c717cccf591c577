import Foundation
import ManifestGenerator
import ManifestVerifier
import Policy
import SigningKeys
import Testing
import TestSupport

/// A team with trees of before, of a key that is retired by now and of the active one, which are mutated at random.
private struct FormerTrees {
    let project: Project
    /// The files of the trees of before.
    let trees: [[String: [UInt8]]]
    /// What a build without a former tree signs.
    let expected: Signed

    /// The bodies of a tree, and what its index lists of the archives, which a build does not read when they are signed
    /// already: their signatures are over the listed digests, whatever the file in the tree is.
    struct Signed: Equatable {
        let bodies: [String: [UInt8]]
        let archives: [String]
    }

    init() throws {
        project = try Project(policy: Project.policy(minimum: "2.0.0", documents: Self.documents))
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild("1.0.0")
        try project.pack("1.0.0")
        var trees = [try project.folder.snapshot("output/production")]
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        try project.writeWebBuild("1.1.0")
        try project.pack("1.1.0")
        trees.append(try project.folder.snapshot("output/production"))
        try project.expectDone(["bundle", "withdraw", "1.0.0"])
        try project.folder.write("policy.json", Project.policy(minimum: "3.0.0", documents: Self.documents))
        try project.folder.remove("output")
        try project.expectDone(["build", "--output", "expected"])
        self.trees = trees
        expected = try Self.signed(project.folder.snapshot("expected/production"))
    }

    private static let documents = Project.webBundles + #", "files": { "files/": "static/" }"#

    private static func signed(_ files: [String: [UInt8]]) throws -> Signed {
        let index = try JSONParser.parse(JWS(#require(files["publication.jws"])).body)
        let archives = try #require(index["documents"]).asArray().filter {
            try $0["format"]?.asString() == "web-bundle"
        }
        let others = [".sig", ".headers", ".zip", ".jws"]
        return Signed(
            // A signature over an archive is another one each time.
            bodies: files.filter { file in !others.contains { file.key.hasSuffix($0) } }.mapValues { bytes in
                guard bytes.first == UInt8(ascii: "{") else { return bytes }
                return Array(
                    String(decoding: bytes, as: UTF8.self).replacing(/"signature": "[^"]*"/, with: "").utf8)
            }, archives: archives.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) })
    }

    /// Builds with a former tree of which some files were changed.
    func build(_ name: String, _ random: inout SeededGenerator, changes: Int) async throws {
        var tree = try #require(trees.randomElement(using: &random))
        for _ in 0..<changes { mutate(&tree, &random) }
        for (path, bytes) in tree { try project.folder.write("\(name)/former/production/\(path)", bytes) }
        let root = project.folder.root
        let now = try #require(SignedDate(secondsSince1970: Int64(Date().timeIntervalSince1970)))
        let policy = PolicyRequest(
            source: .file("\(root)/policy.json"), environments: [], keys: "\(root)/keys", output: "\(root)/\(name)/out",
            previous: "\(root)/\(name)/former/production", isUnsigned: false, variables: [:])
        let request = BuildRequest(
            policy, archives: nil, isFresh: false, isStrict: false, date: now, now: now,
            secrets: SignerSecrets(variables: [:]))
        let reports = try await Builder(request) { _ in }.build()
        #expect(reports.count == 1)
        let built = try project.folder.snapshot("\(name)/out/production")
        #expect(try Self.signed(built) == expected, "\(name)")
        try project.folder.remove(name)
    }

    private func mutate(_ tree: inout [String: [UInt8]], _ random: inout SeededGenerator) {
        guard let path = tree.keys.sorted().randomElement(using: &random), var bytes = tree[path] else { return }
        switch Int.random(in: 0..<6, using: &random) {
        // Without an index there would be no former tree to name.
        case 0 where path != "publication.jws": tree[path] = nil
        case 1: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        case 2:
            // A file of another path, of this or another tree.
            let other = trees.randomElement(using: &random) ?? [:]
            bytes = other.keys.sorted().randomElement(using: &random).flatMap { other[$0] } ?? []
        case 3:
            // One version for another.
            bytes = Array(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "1.0.0", with: "9.9.9").utf8)
        case 4 where !path.contains("/"):
            tree["extra/\(path)"] = bytes
        default:
            guard !bytes.isEmpty else { break }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        if tree[path] != nil { tree[path] = bytes }
    }
}

@Suite struct FormerTreePropertyTests {
    @Test func `whatever the former tree, what is signed is a function of the policy's folder alone`() async throws {
        let trees = try FormerTrees()
        var random = SeededGenerator(seed: 20_261_122)
        for number in 0..<12 { try await trees.build("run\(number)", &random, changes: number % 2 == 0 ? 3 : 80) }
    }
}
