import Classic
import Foundation
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// A folder with keys and the trees of two environments, `production` (dated) and `staging`, as the tool builds them.
struct SignedTrees: Sendable {
    let folder: TemporaryFolder

    /// Built once; every test works on a copy.
    private static let original = Result { try SignedTrees(building: TemporaryFolder()) }

    init() throws {
        folder = try TemporaryFolder(copying: Self.original.get().folder)
    }

    private init(building folder: TemporaryFolder) throws {
        self.folder = folder
        try folder.makeProject()
        try check(signetPath, ["keys", "generate", "staging", "--environment", "staging", "--quiet"], in: folder.root)
        let policy = try folder.text("policy.json").replacing("\"headers\", \"jws\"", with: "\"headers\"")
        let end = try #require(policy.range(of: "\n  }\n}", options: .backwards))
        let staging = ", \"staging\": { \"extends\": \"production\", \"origin\": \"https://staging.example.com\" }"
        try folder.write("policy.json", policy[..<end.lowerBound] + staging + policy[end.lowerBound...])
        for name in ["a.txt", "b.txt", "more/c.txt"] { try folder.write("static/\(name)", "this is \(name)\n") }
        try check(signetPath, ["build", "--quiet"], in: folder.root)
    }

    // MARK: Tampering

    /// Changes a text file of the tree of `production`.
    func edit(_ path: String, _ change: (String) -> String) throws {
        let file = "output/production/\(path)"
        try folder.write(file, change(try folder.text(file)))
    }

    func remove(_ path: String) throws { try folder.remove("output/production/\(path)") }

    /// Runs a shell command in the tree of `production`.
    func shell(_ command: String) throws {
        try check("sh", ["-ec", command], in: folder.path("output/production"))
    }

    /// Signs a file of the tree anew with the key.
    ///
    /// - Parameter date: the date to sign; nil for now.
    func sign(_ path: String, profile: SignatureProfile = .dated, date: SignedDate? = nil) throws {
        let file = "output/production/\(path)"
        let body = try folder.read(file)
        let date = date ?? SignedDate(secondsSince1970: Int64(Date().timeIntervalSince1970))
        let signed = try RingKey(of: folder).signatures(of: body, date: profile == .dated ? date : nil)
        let type = HeaderField(unchecked: HeaderField.contentType, value: MediaType.of(fileName: path))
        try folder.write(file + DocumentPath.signatureSuffix, signed.sidecarBytes)
        try folder.write(file + DocumentPath.headersSuffix, ([type] + signed.fields).sidecarBytes)
    }

    /// Writes another body, signs it, and lists it in an index that is signed as well.
    func publish(_ path: String, body: [UInt8]) throws {
        try folder.write("output/production/\(path)", body)
        let plain = path.hasSuffix(".zip") ? try folder.read("output/production/\(path).headers") : nil
        try sign(path)
        // Archives have plain headers.
        if let plain { try folder.write("output/production/\(path).headers", plain) }
        let index = try publication()
        let headers = try [HeaderField](sidecarBytes: folder.read("output/production/\(path).headers"))
        let documents = try index.documents.map { document in
            guard document.path.rawValue == path else { return document }
            let jws = try document.jws.map { _ in
                let date = try #require(SignatureClaim(headers: headers, profile: .dated).date)
                let jws = try RingKey(of: folder).jws(of: body, at: document.path, date: date)
                try folder.write("output/production/\(path).jws", jws)
                return SHA256.hash(jws).hexadecimal
            }
            return Publication.Document(
                path: document.path, format: document.format, byteCount: body.count,
                sha256: SHA256.hash(body).hexadecimal, headers: headers, jws: jws,
                knowledge: document.knowledge)
        }
        try signIndex(JSONWriter.bytes(of: index.with(documents).json))
    }

    /// What the index says.
    func publication() throws -> Publication { try Publication(body: indexFile().body) }

    private func indexFile() throws -> JWS {
        try JWS(folder.read("output/production/\(DocumentPath.publication.file)"))
    }

    /// Changes what the index says, and signs it with the key.
    func editIndex(_ change: (String) -> String) throws {
        try signIndex(Array(change(String(decoding: indexFile().body, as: UTF8.self)).utf8))
    }

    /// Signs another index, on the date of the former one.
    func signIndex(
        _ body: [UInt8], at path: DocumentPath = .publication, of environment: String = "production",
        by key: String = "production"
    ) throws {
        try folder.write(
            "output/production/\(DocumentPath.publication.file)",
            RingKey(key, of: folder).jws(of: body, at: path, of: environment, date: indexFile().header.date))
    }

    // MARK: Verifying

    /// The keys of the ring.
    func keys() throws -> TrustedKeys { try TrustedKeys.reading(folder.path("keys")) }

    /// What the verifier says of a tree.
    func verify(_ name: String = "production", pin: String? = nil) async throws -> VerificationReport {
        let environment = try #require(EnvironmentName(name))
        let tree = try TreeFolder(Folder(path: folder.path("output/\(name)")))
        return try await TreeVerifier(keys: keys(), pin: pin).verify(tree, environment: environment)
    }

    /// The refusals as `path: reason`, with the name of a key in capitals in the place of its id.
    func refusals(_ name: String = "production") async throws -> [String] {
        let report = try await verify(name)
        return try report.refusals.map { refusal in
            try keys().keys.reduce("\(refusal.path): \(refusal.reason)") {
                $0.replacing($1.id.rawValue, with: $1.name.uppercased())
            }
        }
    }
}

extension Publication {
    /// The same index of other documents.
    func with(_ documents: [Document], envelopes: Envelopes? = nil) -> Publication {
        Publication(
            environment: environment, profile: profile, origin: origin, resignAfter: resignAfter,
            cacheControl: cacheControl, envelopes: envelopes ?? self.envelopes, keys: keys, policy: policy,
            documents: documents)
    }
}

/// One way to damage the tree of `production`, and all that the verifier must say of it.
struct Tampering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let refusals: [String]
    /// The tree to verify.
    let tree: String
    let tamper: @Sendable (SignedTrees) throws -> Void

    init(
        _ name: String, _ refusals: String..., tree: String = "production",
        tamper: @escaping @Sendable (SignedTrees) throws -> Void
    ) {
        (testDescription, self.refusals, self.tree, self.tamper) = (name, refusals, tree, tamper)
    }
}
