import Classic
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestSupport

/// A team's folder with two builds of `production`: `former/production`, and a day later `output/production`, in which
/// `distribution/a.txt` has another body.
struct PublishedProject: Sendable {
    let folder: TemporaryFolder

    /// Built once; every test works on a copy.
    private static let original = Result { try PublishedProject(building: TemporaryFolder()) }

    init() throws {
        folder = try TemporaryFolder(copying: Self.original.get().folder)
    }

    init(copying other: PublishedProject) throws { folder = try TemporaryFolder(copying: other.folder) }

    private init(building folder: TemporaryFolder) throws {
        self.folder = folder
        try folder.makeProject()
        try folder.setEnvelopes(["headers"])
        for name in ["a.txt", "more/c.bin"] { try folder.write("static/\(name)", "this is \(name)\n") }
        try folder.write("static/b.json", "{ \"b\": true }\n")
        try folder.write("static/empty", [])
        try build("former", at: "2026-08-03T22:59:35Z")
        try folder.write("static/a.txt", "this is new\n")
        try build("output", at: Self.builtAt)
    }

    /// The same two builds in other envelopes.
    init(envelopes: [String], profile: String = "dated") throws {
        try self.init()
        try folder.setEnvelopes(envelopes)
        try folder.edit("policy.json") {
            $0.replacing(
                "\"profile\": \"dated\"", with: "\"profile\": \"\(profile)\"")
        }
        for tree in ["former", "output"] { try folder.remove(tree) }
        // Nothing would carry the signature of a file without bytes.
        if !envelopes.contains("headers") { try folder.remove("static/empty") }
        try folder.write("static/a.txt", "this is a.txt\n")
        try build("former", at: "2026-08-03T22:59:35Z")
        try folder.write("static/a.txt", "this is new\n")
        try build("output", at: Self.builtAt)
    }

    /// When the newer tree was built.
    static let builtAt = "2026-08-04T22:59:35Z"
    /// An hour later.
    static var now: SignedDate {
        get throws { try #require(SignedDate(headerValue: "Tue, 04 Aug 2026 23:59:35 UTC")) }
    }

    /// Builds into a folder; nothing is kept of a former tree.
    func build(_ output: String, at date: String) throws {
        try check(signetPath, ["build", "--quiet", "--output", output, "--at", date], in: folder.root)
    }

    /// The keys of the ring.
    func keys() throws -> TrustedKeys { try TrustedKeys.reading(folder.path("keys")) }

    /// The verified tree in a folder.
    func tree(_ path: String = "output/production") async throws -> VerifiedTree {
        let environment = try #require(EnvironmentName("production"))
        let verdict = try await VerifiedTree.verify(
            TreeFolder(Folder(path: folder.path(path))), environment: environment, keys: keys())
        guard case .verified(let tree) = verdict else { throw CannotRun(description: "the tree is refused") }
        return tree
    }

    /// A file of the former tree, as one that publishing left alone.
    func leftAlone(_ path: String) throws -> LeftAlone {
        let body = try folder.read("former/production/\(path)")
        let fields = try headers("former/production")[path] ?? []
        return LeftAlone(
            byteCount: body.count, digest: ListedDigest(SHA256.hash(body)),
            headers: fields.compactMap { HeaderField(line: Array($0.utf8)[...]) })
    }

    /// What the headers sidecars of a tree say, by document, and what its index says of itself.
    func headers(_ path: String = "output/production") throws -> [String: [String]] {
        let index = try Publication(body: JWS(folder.read("\(path)/publication.jws")).body)
        var headers = ["publication.jws": index.headers.map { "\($0.name): \($0.value)" }]
        for (name, bytes) in try folder.snapshot(path) where name.hasSuffix(".headers") {
            headers[String(name.dropLast(".headers".count))] =
                String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return headers
    }

    /// What a static host sends: those headers, and one that lets pages of any origin read the file.
    func hostHeaders() throws -> [String: [String]] {
        try headers().mapValues { $0 + ["access-control-allow-origin: *"] }
    }
}

extension TemporaryFolder {
    /// Sets the envelopes of the environments of a policy.
    func setEnvelopes(_ envelopes: [String]) throws {
        let member = "\"envelopes\": [\(envelopes.map { "\"\($0)\"" }.joined(separator: ", "))]"
        try edit("policy.json") { text in
            let others = text.replacing(#/"envelopes": *\[[^\]]*\]/#, with: member)
            return others != text || text.contains(member)
                ? others : text.replacing("\"profile\": ", with: "\(member),\n      \"profile\": ")
        }
    }
}
