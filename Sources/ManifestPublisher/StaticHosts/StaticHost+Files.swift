import LocalFiles
import ManifestVerifier
import PublicationTree

/// The files of a tree as a folder is to have them.
extension StaticHost {
    /// What tells GitHub to serve every file as it is: its builder would leave out names with a leading "_" and rewrite what
    /// looks like a template.
    static let markerName = ".nojekyll"

    func update(_ folder: Folder, to tree: VerifiedTree, over former: StaticSite?) throws -> SiteUpdate {
        var entries = try tree.documents.flatMap { try self.entries(of: $0, in: tree, over: former) }
        if kind == .gitHubPages {
            var marker = Self.entry(Self.markerName, [])
            marker.mayBeOther = true
            entries.append(marker)
        }
        entries.append(Self.entry(DocumentPath.publication.file, tree.index.file))
        return try SiteUpdate(folder, entries, told: told(of: tree, in: folder))
    }

    /// What tells the host how to serve the files.
    func told(
        of tree: VerifiedTree, in folder: Folder, leftAlone: [String: LeftAlone] = [:]
    ) throws -> [(name: String, bytes: [UInt8]?)] {
        let files = kind == .headers ? SiteFile.all(of: tree, leftAlone: leftAlone) : []
        let signatures = tree.documents.map(\.path.signatureSidecar).sorted()
        let nginx = NginxHeaders.text(files, others: signatures)
        return [
            (HeaderRules.fileName, try HeaderRules(of: folder).replacing(files)),
            (NginxHeaders.fileName, kind == .headers ? Array(nginx.utf8) : nil),
        ]
    }

    private func entries(
        of document: VerifiedTree.Document, in tree: VerifiedTree, over former: StaticSite?
    ) throws -> [SiteUpdate.Entry] {
        let path = document.path.rawValue
        // A body is read again when it is written: of a large tree, not all bodies are kept.
        var body = SiteUpdate.Entry(path: path, digest: document.digest) { folder, name in
            guard document.format == .webBundle else { return try folder.write(name, tree.body(of: document)) }
            guard let archive = try tree.archive(of: document) else { throw tree.changed(document) }
            try folder.copy(name, from: archive.folder, named: archive.name)
            guard document.digest.matches(try BodyDigests(of: folder.file(name), date: nil).body) else {
                throw tree.changed(document)
            }
        }
        body.isThere = former?.has(document) ?? false
        return [body, Self.entry(document.path.signatureSidecar, document.signature)]
            + (try document.jws.map { [Self.entry($0.path, try tree.bytes(of: $0))] } ?? [])
    }

    private static func entry(_ path: String, _ bytes: [UInt8]) -> SiteUpdate.Entry {
        SiteUpdate.Entry(path: path, digest: ListedDigest(SHA256.hash(bytes))) { try $0.write($1, bytes) }
    }
}
