import ManifestVerifier
import SigningKeys
import TestSupport
import Testing

/// What the tool built with every envelope, and the keys that are known for it.
struct SignedWebTree {
    /// The documents and the index, by path.
    let bodies: [DocumentPath: [UInt8]]
    /// The `.jws` files by the path of their document.
    let files: [DocumentPath: [UInt8]]
    /// The Sigstore bundles by the path of their document.
    let bundles: [DocumentPath: [UInt8]]
    /// The bytes of `keys.jwks`.
    let keySet: [UInt8]
    /// The keys in it.
    let keys: [TrustedKey]
    private let key: PrivateKey

    init() throws {
        let policy = Project.policy().replacing(
            "\"profile\"", with: #""envelopes": ["headers", "jws", "sigstore"], "keySet": true, "profile""#)
        let project = try Project(policy: policy)
        try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
        try project.expectDone(["build"])
        let tree = try project.folder.snapshot("output/production")
        func files(_ suffix: String) throws -> [DocumentPath: [UInt8]] {
            var files: [DocumentPath: [UInt8]] = [:]
            for path in try tree.keys.compactMap(Self.path) { files[path] = tree[path.rawValue + suffix] }
            return files
        }
        (bodies, self.files, bundles) = (try files(""), try files(".jws"), try files(".sigstore.json"))
        #expect(self.files.count == 4 && bundles.count == 4 && bodies.count == 4)
        keySet = try #require(tree["keys.jwks"])
        #expect(try project.expectDone(["keys", "export", "--jwks"]).output == String(decoding: keySet, as: UTF8.self))
        keys = try KeyFolder.open(project.folder.path("keys")).keys
        var pem = try project.folder.read("keys/production.key.pem")
        key = try PrivateKey(pem: SecretBytes(taking: &pem), passphrase: nil)
    }

    /// The path of a document or of the index; nil for sidecars and the key set.
    private static func path(_ name: String) throws -> DocumentPath? {
        if name == DocumentPath.publication.rawValue { return .publication }
        return name == DocumentPath.keySet ? nil : try? DocumentPath(name)
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
