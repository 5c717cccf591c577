import Diagnostics
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

    /// Leaves a former site alone when nothing in it has to change: it has the same bodies and headers, signatures that are
    /// valid and fresh, and nothing else.
    ///
    /// - Returns: nil when the site has to be written.
    package func leaveAlone(
        _ former: StaticSite, as tree: VerifiedTree, rules: PublishingRules, now: SignedDate, resignAfter: Int64
    ) throws -> Result? {
        try check(tree)
        let local = try BucketTree(tree)
        let plan = try BucketPlan(
            local, former.contents(for: local), at: path, rules: rules, now: now, resignAfter: resignAfter,
            sendsHeaders: former.sendsHeaders)
        guard plan.steps.isEmpty, let folder = try folder(), folder.kind(of: SiteUpdate.stagingName) == nil else {
            return nil
        }
        for (name, bytes) in try told(of: tree, in: folder, leftAlone: plan.leftAlone) {
            guard try folder.readIfPresent(name, limit: Limits.publicationBytes) == bytes else { return nil }
        }
        let isMarked = kind == .headers || folder.kind(of: Self.markerName) != nil
        let own = try OwnFiles(of: folder).digests
        let expected = Set(local.objects.map(\.path) + (kind == .headers ? [] : [Self.markerName]))
        // A run that was killed listed what it was about to write.
        guard isMarked, own.allSatisfy({ expected.contains($0.key) && $0.value.count == 1 }) else { return nil }
        return result(of: tree, try warnings(tree), isLeftAlone: true)
    }
}
