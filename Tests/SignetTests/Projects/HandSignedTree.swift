import Classic
import ManifestVerifier
import PublicationTree
import SigningKeys
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// A tree of `production` with web bundles that is signed here and not by the tool, so that it can be what no build makes.
struct HandSignedTree {
    /// The archive of a version; it need not be a ZIP, since nothing here unpacks it.
    struct Archive {
        let version: SemanticVersion
        let bytes: [UInt8]

        init(_ version: String, _ text: String = "archive", size: Int = 3_000) throws {
            self.version = try #require(SemanticVersion(version))
            bytes = Array((text + String(repeating: " \(text)", count: size)).utf8.prefix(size))
        }

        /// The path in the tree.
        var path: String { "builds/v\(version).zip" }
    }

    private let project: Project
    private let key: RingKey

    /// - Parameter name: the file name of the key.
    init(_ project: Project, key name: String = "production") throws {
        self.project = project
        key = try RingKey(name, of: project.folder)
    }

    /// Writes a tree with the archives that are offered, a static file and the documents of web bundles.
    ///
    /// - Parameters:
    ///   - day: the day of August 2026 of all dates.
    ///   - last: the archive that the manifest names when none is offered.
    ///   - manifest: the manifest instead of the right one.
    func write(
        _ offered: [Archive], day: Int = 3, withdrawn: [String] = [], retired: [String] = [], last: Archive? = nil,
        manifest: WebBundleManifest? = nil, notes: String = "notes\n", to root: String = "output/production"
    ) throws {
        let date = try self.date(day: day)
        var listed = [try write("files/notes.txt", .file, Array(notes.utf8), date, to: root)]
        for archive in offered { listed.append(try write(archive, to: root)) }
        func versions(_ texts: [String]) throws -> [SemanticVersion] {
            try texts.map { try #require(SemanticVersion($0)) }
        }
        let index = WebBundleIndex(
            try offered.map {
                WebBundleIndex.Entry(
                    bundle: try bundle($0), byteCount: $0.bytes.count,
                    shells: [.ios: try Self.shells, .android: try Self.shells],
                    files: SHA256.hash($0.bytes).hexadecimal)
            }, withdrawn: try versions(withdrawn), retired: try versions(retired))
        let right =
            try WebBundleManifest(of: index)
            ?? last.map { try self.manifest($0, shells: .noShell, withdrawn: index.withdrawn) }
        listed.append(
            try write(
                "builds/index.json", .webBundleIndex, JSONWriter.bytes(of: index.json), date, to: root))
        if let manifest = manifest ?? right {
            listed.append(
                try write(
                    "builds/manifest.json", .webBundleManifest, JSONWriter.bytes(of: manifest.json), date, to: root))
        }
        try writeIndex(listed, date, to: root)
    }

    /// Writes the index of documents that were written.
    func writeIndex(_ listed: [Publication.Document], _ date: SignedDate, to root: String) throws {
        let ring = try KeyFolder.open(project.folder.path("keys"))
        let publication = Publication(
            environment: try #require(EnvironmentName("production")), profile: .dated,
            origin: "https://distribution.example.com", resignAfter: 86_400, cacheControl: .standard,
            envelopes: Envelopes(hasHeaders: true, hasJWS: false),
            keys: zip(ring.ring.entries, ring.keys).map {
                Publication.Key(id: $0.id, sha256: $1.publicKey.fingerprint.hexadecimal, state: $0.state)
            }, documents: listed)
        try project.folder.write(
            "\(root)/publication.jws",
            key.jws(of: JSONWriter.bytes(of: publication.json), at: .publication, date: date))
    }

    /// What the documents say of an archive.
    func bundle(_ archive: Archive) throws -> WebBundle {
        WebBundle(
            version: archive.version, url: "v\(archive.version).zip",
            sha256: SHA256.hash(archive.bytes).hexadecimal,
            signature: try key.sign(archive.bytes))
    }

    /// A manifest that names an archive.
    func manifest(
        _ archive: Archive, shells: ShellRange? = nil, withdrawn: [SemanticVersion] = []
    ) throws -> WebBundleManifest {
        WebBundleManifest(bundle: try bundle(archive), shells: try shells ?? Self.shells, withdrawn: withdrawn)
    }

    private static var shells: ShellRange {
        get throws { try #require(NumericVersion("2.0.0").flatMap { ShellRange($0) }) }
    }

    /// A date at ten o'clock.
    func date(day: Int) throws -> SignedDate {
        let seconds = 1_785_751_200 + Int64(day - 3) * 86_400
        return try #require(SignedDate(secondsSince1970: seconds))
    }

    private func write(_ archive: Archive, to root: String) throws -> Publication.Document {
        let fields = [
            HeaderField(unchecked: "content-type", value: "application/zip"),
            HeaderField(unchecked: "cache-control", value: "public, max-age=31536000, immutable"),
        ]
        return try write(archive.path, .webBundle, archive.bytes, fields, to: root)
    }

    @discardableResult
    func write(
        _ path: String, _ format: DocumentFormat, _ body: [UInt8], _ date: SignedDate, to root: String
    ) throws -> Publication.Document {
        let type = path.hasSuffix(".json") ? "application/json" : "text/plain"
        let fields = [
            HeaderField(unchecked: "content-type", value: type),
            HeaderField(unchecked: "cache-control", value: "public, max-age=300"),
        ]
        return try write(path, format, body, fields + key.signatures(of: body, date: date).fields, to: root)
    }

    private func write(
        _ path: String, _ format: DocumentFormat, _ body: [UInt8], _ fields: [HeaderField], to root: String
    ) throws -> Publication.Document {
        let signature = try key.sign(body)
        try project.folder.write("\(root)/\(path)", body)
        try project.folder.write("\(root)/\(path).sig", Base64.encode(signature) + "\n")
        try project.folder.write("\(root)/\(path).headers", fields.sidecarBytes)
        return Publication.Document(
            path: try DocumentPath(path), format: format,
            byteCount: body.count,
            sha256: SHA256.hash(body).hexadecimal, headers: fields,
            knowledge: format == .webBundleIndex ? .urlPrefix("") : nil)
    }
}
