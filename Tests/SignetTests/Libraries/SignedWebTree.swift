import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// What the tool built with every envelope, and the keys that are known for it.
struct SignedWebTree {
    /// The documents and the index, by path.
    let bodies: [DocumentPath: [UInt8]]
    /// The `.jws` files by the path of their document.
    let files: [DocumentPath: [UInt8]]
    /// What `keys export --jwks` gives.
    let keySet: [UInt8]
    /// The keys in it.
    let keys: [TrustedKey]
    private let key: PrivateKey

    init() throws {
        let project = try Project(policy: Project.policy(envelopes: #"["headers", "jws"]"#))
        try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
        try project.expectDone(["build"])
        let tree = try project.folder.snapshot("output/production")
        func files(_ suffix: String) throws -> [DocumentPath: [UInt8]] {
            var files: [DocumentPath: [UInt8]] = [:]
            for path in tree.keys.compactMap({ try? DocumentPath($0) }) { files[path] = tree[path.rawValue + suffix] }
            return files
        }
        let index = try #require(tree["publication.jws"])
        bodies = try files("").merging([.publication: JWS(index).body]) { $1 }
        self.files = try files(".jws").merging([.publication: index]) { $1 }
        #expect(self.files.count == 4 && bodies.count == 4)
        keySet = Array(try project.expectDone(["keys", "export", "--jwks"]).output.utf8)
        keys = try KeyFolder.open(project.folder.path("keys")).keys
        var pem = try project.folder.read("keys/production.key.pem")
        key = try PrivateKey(pem: SecretBytes(taking: &pem), passphrase: nil)
    }

    /// The file to be changed.
    var sample: SignedWebFile {
        get throws { try document("distribution/availability-ios") }
    }

    /// Everything that is made of it.
    func tamperings() throws -> [WebTampering] {
        try WebTampering.all(
            of: sample, other: document("distribution/availability-android"), nextKey: try #require(keys.last).id)
    }

    private func document(_ path: String) throws -> SignedWebFile {
        try SignedWebFile(try #require(files[try DocumentPath(path)]), key: key)
    }
}
