import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Writes a verified tree for hosts that serve a folder: Netlify, Cloudflare Pages, nginx, GitHub Pages.
///
/// The folder has two entries. `site` is what the host serves: every body and sidecar but the headers under its path, and
/// what tells the host how: `_headers`, which Netlify and Cloudflare Pages read and do not serve, or `.nojekyll`. Beside it,
/// so that no host serves it, is `nginx-headers.conf` or a note: by its first line the folder is recognised as Signet's. The
/// folder is replaced as a whole in one step, and the same tree gives the same bytes.
package struct StaticHost: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Which headers to send with a file: Netlify, Cloudflare Pages, nginx.
        case headers
        /// Nothing, so that every signature has to be in a file: GitHub Pages.
        case gitHubPages = "github-pages"
    }

    package struct Result: Sendable {
        package let site: String
        /// The file to include in an nginx `server` block, for hosts that send headers.
        package let nginxHeaders: String?
        /// How many documents the site has, the index among them.
        package let documentCount: Int
        /// What some host would leave out.
        package let warnings: [StaticHostWarning]
        /// Whether the former site stays, as it is as good as a new one.
        package let isLeftAlone: Bool
    }

    package static let siteName = "site"

    let path: String
    private let parent: String
    private let name: String
    private let kind: Kind

    /// - Parameter path: the folder that is written, and replaced when it is there.
    package init(_ path: String, _ kind: Kind = .headers) throws {
        var trimmed = path
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        let (parent, name) = trimmed.folderAndName
        guard !["", ".", "..", "/"].contains(name) else {
            throw ErrorReport(
                .usage, "\(path) cannot be replaced as a whole", hint: "name a new folder, for example public/site")
        }
        self.path = trimmed
        self.parent = parent.isEmpty ? (trimmed.hasPrefix("/") ? "/" : ".") : parent
        self.name = name
        self.kind = kind
    }

    /// Writes the site beside the former one and puts it in its place.
    ///
    /// - Parameters:
    ///   - former: the former site, whose archives are taken over; nil when there is none.
    ///   - patience: how long to wait for another process that writes beside it.
    ///   - whenWaiting: called once when there is one.
    ///   - progress: receives the number of written documents and the total.
    package func write(
        _ tree: VerifiedTree, over former: StaticSite? = nil, patience: Duration = .seconds(60),
        whenWaiting: () -> Void = {},
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Result {
        try check(tree)
        var made: [String] = []
        do {
            try await replace(
                with: tree, over: former, patience, made: &made, whenWaiting: whenWaiting, progress: progress)
        } catch {
            Folder.removeEmpty(made)
            throw error
        }
        return result(of: tree, isLeftAlone: false)
    }

    /// What there is when a tree is written, or a former site stays.
    func result(of tree: VerifiedTree, isLeftAlone: Bool) -> Result {
        Result(
            site: "\(path)/\(Self.siteName)",
            nginxHeaders: kind == .headers ? "\(path)/\(NginxHeaders.fileName)" : nil,
            documentCount: tree.documents.count + 1, warnings: warnings(tree), isLeftAlone: isLeftAlone)
    }

    /// What the host would leave out of a tree.
    package func warnings(_ tree: VerifiedTree) -> [StaticHostWarning] {
        let obeyed = tree.documents.map(\.path).filter { kind.obeyedNames.contains($0.topName) }
        return (obeyed.isEmpty ? [] : [.obeyedFiles(obeyed)]) + envelopeWarnings(tree)
    }

    private func envelopeWarnings(_ tree: VerifiedTree) -> [StaticHostWarning] {
        guard kind == .gitHubPages else { return HeaderRules.warnings(tree.documents, SiteFile.all(of: tree)) }
        let unverifiable = tree.documents.filter { document in
            document.format != .webBundle && !document.envelopes.contains { $0.sidecar == .jws }
        }
        return (tree.publication.envelopes.hasHeaders ? [.headersNotSent] : [])
            + (unverifiable.isEmpty ? [] : [.unverifiable(unverifiable.map(\.path))])
    }

    // MARK: What is refused

    /// Fails for a tree that the host could not serve so that apps can verify it, and for a place around it.
    package func check(_ tree: VerifiedTree) throws {
        if kind == .gitHubPages, !tree.publication.envelopes.sidecars.contains(.jws) {
            throw ErrorReport(
                .refused, "\(tree.folder.path): has no .jws, and \(kind.rawValue) sends no signature headers",
                hint: "add \"envelopes\": [\"headers\", \"jws\"] to the environment, and build again")
        }
        for document in kind == .headers ? tree.documents : [] {
            guard !document.path.isObeyedByHosts else {
                throw ErrorReport(
                    .refused, "\(document.path) is a file that static hosts obey and do not serve",
                    hint: "give the document another path in the policy")
            }
            if let field = HeaderRules.longHeader(of: document) {
                throw ErrorReport(
                    .refused,
                    "\(document.path): header \(field.name) is longer than the \(Limits.headerRuleBytes) bytes hosts take",
                    hint: "build the tree with signet build, which writes none that long")
            }
        }
        let nearest = try Folder.nearest(to: path)
        let isAround = try nearest.path == path && tree.folder.isWithin(nearest)
        if try isAround || nearest.isWithin(tree.folder) {
            throw ErrorReport(
                .usage, "\(path) is inside the tree \(tree.folder.path), or around it",
                hint: "write the site to a folder outside the tree")
        }
    }

    /// Fails unless the folder is absent, empty, or one that this type wrote.
    private func checkReplaceable(in folder: Folder) throws {
        switch folder.kind(of: name) {
        case nil: return
        case .folder: break
        case .file, .link, .other: throw notOurs
        }
        let former = try folder.folder(name)
        guard try former.entries().isEmpty || SiteMark.isOn(former) else { throw notOurs }
    }

    private var notOurs: ErrorReport {
        ErrorReport(
            .cannotCreate, "\(path) exists and was not written by signet publish",
            hint: "name a new folder, or one that signet publish wrote; it is replaced as a whole")
    }

    // MARK: Writing

    private func replace(
        with tree: VerifiedTree, over former: StaticSite?, _ patience: Duration, made: inout [String],
        whenWaiting: () -> Void,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws {
        let folder = try await Folder.locked(parent, patience: patience, made: &made, whenWaiting: whenWaiting)
        let place = FolderExchange(in: folder, name: name)
        // Before anything is cleared or written: what is there may not be Signet's.
        try checkReplaceable(in: folder)
        do {
            let folders = Set(tree.documents.flatMap(\.path.folders).map { "\(Self.siteName)/\($0)" })
            let staged = try place.stage(folders.union([Self.siteName]))
            try await write(tree, over: former, to: staged, progress: progress)
            try place.install()
        } catch {
            place.discard()
            throw error
        }
    }

    private func write(
        _ tree: VerifiedTree, over former: StaticSite?, to staged: StagedTree,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws {
        let counter = ProgressCounter(total: tree.documents.count, report: progress)
        _ = try await tree.documents.concurrentMap { (document) throws(FileError) in
            defer { counter.step() }
            let path = "\(Self.siteName)/\(document.path)"
            if document.format == .webBundle {
                try write(document, of: tree, over: former, to: path, of: staged)
            } else {
                try staged.write([TreeFile(path: path, bytes: tree.body(of: document))])
            }
            try staged.write([
                TreeFile(path: "\(Self.siteName)/\(document.path.signatureSidecar)", bytes: document.signature)
            ])
            for file in document.envelopes { try write(file, of: tree, to: staged) }
        }
        try staged.write([
            TreeFile(path: "\(Self.siteName)/\(DocumentPath.publication.file)", bytes: tree.index.file)
        ])
        try staged.write(instructions(for: tree))
    }

    private func write(
        _ file: VerifiedTree.EnvelopeFile, of tree: VerifiedTree, to staged: StagedTree
    ) throws(FileError) {
        try staged.write([TreeFile(path: "\(Self.siteName)/\(file.path)", bytes: tree.bytes(of: file))])
    }

    /// What tells the host how to serve the site, and marks the folder.
    func instructions(for tree: VerifiedTree, leftAlone: [String: LeftAlone] = [:]) -> [TreeFile] {
        switch kind {
        case .headers:
            let files = SiteFile.all(of: tree, leftAlone: leftAlone)
            return [
                TreeFile(
                    path: "\(Self.siteName)/\(HeaderRules.fileName)", bytes: Array(HeaderRules.text(files).utf8)),
                TreeFile(path: NginxHeaders.fileName, bytes: Array(NginxHeaders.text(files).utf8)),
            ]
        case .gitHubPages:
            // Its builder would leave out names with a leading "_" and rewrite what looks like a template.
            return [
                TreeFile(path: "\(Self.siteName)/.nojekyll", bytes: []),
                TreeFile(path: SiteMark.fileName, bytes: Array(SiteMark.text.utf8)),
            ]
        }
    }

    /// Takes over an archive that the former site has, or copies that of the tree, which was not read before now.
    private func write(
        _ archive: VerifiedTree.Document, of tree: VerifiedTree, over former: StaticSite?, to path: String,
        of staged: StagedTree
    ) throws(FileError) {
        if let file = try former?.archive(of: archive) { return try staged.write(.file(file), to: path) }
        guard let file = try tree.archive(of: archive) else { throw tree.changed(archive) }
        try staged.write(.file(file), to: path)
        guard archive.digest.matches(try staged.digest(of: path)) else { throw tree.changed(archive) }
    }
}

extension StaticHost.Kind {
    /// What a host of this kind may obey as well as serve, at the top of a site: files, and folders with all that is in them.
    fileprivate var obeyedNames: Set<String> {
        switch self {
        case .headers: ["netlify.toml", "functions", "404.html"]
        case .gitHubPages: ["cname", "404.html"]
        }
    }
}
