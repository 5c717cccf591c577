import Foundation
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

@Suite struct ArticleProgramTests {
    private let article: Article

    init() throws { article = try Article("ManifestVerifier/VerifyWithoutSignet") }

    @Test func `every program of the article is run by a test here, but for those that cannot be run`() {
        let titles = article.blocks.map { "\($0.language) \($0.title.first ?? "")" }
        let areRun = [
            "sh verify-sig.sh", "sh verify-dated.sh", "python verify.py", "java ManifestSignature.java",
            "js verify.mjs",
        ]
        // By `JWSLibraryTests`.
        let ofJWS = [
            "python open_pyjwt.py", "python open_jwcrypto.py", "python open_joserfc.py", "python verify_jws.py",
            "js verify-jws.mjs", "js open-jose.mjs", "java JWS.java", "ruby open_jws.rb", "go open_jws.go",
            "sh verify-jose.sh", "sh verify-jws.sh", "console signet",
        ]
        #expect(titles.sorted() == (areRun + ofJWS + ["sh cosign"]).sorted())
    }

    @Test(.peers(.openssl), arguments: SignatureProfile.allCases)
    func `the openssl commands for a .sig accept what Signet signs and nothing else`(profile: SignatureProfile) throws {
        let tree = try Tree(profile: profile)
        let folder = try TemporaryFolder()
        try folder.write("verify-sig.sh", article.code("verify-sig.sh", language: "sh"))
        func verify() throws -> CommandResult {
            try run("sh", ["verify-sig.sh", "body", "body.sig", "key.pem"], in: folder.root)
        }

        for (path, document) in tree.documents {
            try document.write(to: folder)
            try folder.write("body.sig", #require(tree.signatures[path]))
            let result = try verify()
            #expect(result.status == 0 && result.output == "Verified OK\n", "\(path): \(result)")
        }
        let (sample, otherKey) = (try tree.sample, try PrivateKey.generate().publicKey.pemRepresentation)
        let signature = try #require(tree.signatures["distribution/availability-ios"])
        let otherSignature = try #require(tree.signatures["distribution/availability-android"])
        let wrong: [(name: String, body: [UInt8], signature: [UInt8], key: String)] = [
            ("one bit of the body", flippingOneBit(sample.body), signature, sample.publicKey),
            ("signature of another document", sample.body, otherSignature, sample.publicKey),
            ("no base64", sample.body, Array("?".utf8), sample.publicKey),
            ("another key", sample.body, signature, otherKey),
        ]
        for (name, body, signature, key) in wrong {
            try folder.write("body", body)
            try folder.write("body.sig", signature)
            try folder.write("key.pem", key)
            let result = try verify()
            #expect(result.status == 1 && !result.output.contains("Verified OK"), "\(name): \(result)")
        }
    }

    @Test(.peers(.openssl))
    func `the openssl commands for a dated header accept what Signet signs and nothing else`() throws {
        let folder = try TemporaryFolder()
        try folder.write("verify-dated.sh", article.code("verify-dated.sh", language: "sh"))
        try hold("sh", against: .dated, isShell: true) { files in
            try files.map { file in
                try file.write(to: folder)
                return try run("sh", ["verify-dated.sh", "body", "body.headers", "key.pem"], in: folder.root)
            }
        }
    }

    @Test(.peers(.python3, .cryptography), arguments: SignatureProfile.allCases)
    func `verify.py accepts what Signet signs and nothing else`(profile: SignatureProfile) throws {
        let folder = try TemporaryFolder()
        try folder.write("verify.py", article.code("verify.py", language: "python"))
        try hold("verify.py", against: profile) { files in
            try runs(of: files, in: folder, "python3", ["-B", peerProgram("many/many.py"), "verify.py"])
        }
    }

    @Test(.peers(.java), arguments: SignatureProfile.allCases)
    func `ManifestSignature.java accepts what Signet signs and nothing else`(profile: SignatureProfile) throws {
        let folder = try TemporaryFolder()
        try folder.write("ManifestSignature.java", article.code("ManifestSignature.java", language: "java"))
        // Java 8 is what Android API 26 has of the language and, but for a few classes, of the library.
        try check(
            "javac",
            [
                "-J\(AndroidClient.quickly)", "--release", "8", "-Xlint:all,-options", "-Werror",
                "ManifestSignature.java",
            ], in: folder.root)
        // With a class System of the test, so that its end is not that of the virtual machine.
        let sources = ["ManifestSignature.java", peerProgram("many/System.java"), peerProgram("many/Many.java")]
        try check(
            "javac", ["-J\(AndroidClient.quickly)", "--release", "8", "-Xlint:-options", "-d", "many"] + sources,
            in: folder.root)
        try hold("ManifestSignature.java", against: profile) { files in
            try runs(of: files, in: folder, "java", [AndroidClient.quickly, "-cp", "many", "Many"])
        }
    }

    @Test(.peers(.java)) func `ManifestSignature.java runs as a single file`() throws {
        let folder = try TemporaryFolder()
        try folder.write("ManifestSignature.java", article.code("ManifestSignature.java", language: "java"))
        try Tree(profile: .dated).sample.write(to: folder)
        let output = try check(
            "java", [AndroidClient.quickly, "ManifestSignature.java", "body", "body.headers", "key.pem"],
            in: folder.root)
        #expect(output.hasPrefix("ok: "))
    }

    @Test(.peers(.node), arguments: SignatureProfile.allCases)
    func `verify.mjs accepts what Signet signs and nothing else`(profile: SignatureProfile) throws {
        let folder = try TemporaryFolder()
        try folder.write("verify.mjs", article.code("verify.mjs", language: "js"))
        try hold("verify.mjs", against: profile) { files in
            try runs(of: files, in: folder, "node", [peerProgram("many/many.mjs"), "verify.mjs"])
        }
    }

    /// What a program says of each file, in one process for all of them.
    private func runs(
        of files: [SignedFile], in folder: TemporaryFolder, _ program: String, _ words: [String]
    ) throws -> [CommandResult] {
        struct Run: Decodable {
            let status: Int32
            let output: String
            let errors: String
        }
        for (index, file) in files.enumerated() { try file.write(to: folder, below: "\(index)/") }
        return try check(program, words + ["\(files.count)"], in: folder.root).split(separator: "\n").map { line in
            let run = try JSONDecoder().decode(Run.self, from: Data(line.utf8))
            return CommandResult(status: run.status, output: run.output, errors: run.errors)
        }
    }

    /// Shows a program every document of a tree, and one document with everything wrong that can be.
    private func hold(
        _ program: String, against profile: SignatureProfile, isShell: Bool = false,
        verify: ([SignedFile]) throws -> [CommandResult]
    ) throws {
        let tree = try Tree(profile: profile)
        let tamperings = Tampering.all(profile: profile, other: try tree.other, key: try PrivateKey.generate())
            .filter { !(isShell && $0.isBeyondShell) }
        let documents = tree.documents.sorted { $0.key < $1.key }
        let results = try verify(
            documents.map(\.value)
                + tamperings.map { tampering in
                    var changed = try tree.sample
                    try tampering.change(&changed)
                    return changed
                })
        try #require(results.count == documents.count + tamperings.count)
        for (path, result) in zip(documents.map(\.key), results) {
            #expect(result.status == 0, "\(program), \(path): \(result)")
            #expect(result.output.contains("profile \(profile)"), "\(program), \(path): \(result)")
        }
        for (tampering, result) in zip(tamperings, results.dropFirst(documents.count)) {
            if tampering.isAccepted {
                #expect(result.status == 0, "\(program), \(tampering.name): \(result)")
            } else {
                #expect(
                    result.status == 1 && !result.output.contains("ok"), "\(program), \(tampering.name): \(result)")
                // A refusal is said in words, and a crash is not a refusal.
                #expect(
                    isShell || result.errors.hasPrefix("refused: "), "\(program), \(tampering.name): \(result)")
            }
        }
    }
}

/// A tree that the tool made of a policy and a few more files.
private struct Tree {
    /// The documents by their path.
    let documents: [String: SignedFile]
    /// The `.sig` sidecars by the path of their document.
    let signatures: [String: [UInt8]]

    init(profile: SignatureProfile) throws {
        let folder = try TemporaryFolder()
        try folder.makeProject()
        let policy = try folder.text("policy.json").replacing(
            "\"profile\": \"dated\"", with: "\"profile\": \"\(profile.rawValue)\"")
        try folder.write("policy.json", policy)
        try folder.write("static/bytes.gz", [0x1F, 0x8B, 0x08] + Array(0...255) + [0x0D, 0x0A, 0x00])
        try folder.write("static/empty.txt", [])
        try folder.write("static/nested/text.txt", "Ŵyneb, 日本語\r\n")
        try check(signetPath, ["build"], in: folder.root)
        let key = try folder.text("keys/production.pub.pem")
        var documents: [String: SignedFile] = [:]
        var signatures: [String: [UInt8]] = [:]
        for name in try folder.snapshot("output/production").keys where name.hasSuffix(".headers") {
            let path = String(name.dropLast(".headers".count))
            documents[path] = try SignedFile(body: "output/production/\(path)", in: folder, publicKey: key)
            signatures[path] = try folder.read("output/production/\(path).sig")
        }
        try #require(documents.count == 6)
        (self.documents, self.signatures) = (documents, signatures)
    }

    /// The document to be changed.
    var sample: SignedFile {
        get throws { try #require(documents["distribution/availability-ios"]) }
    }

    /// Another one of the same key.
    var other: SignedFile {
        get throws { try #require(documents["distribution/availability-android"]) }
    }
}
