import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Writes a verified tree for hosts that serve a folder: Netlify, Cloudflare Pages, nginx.
///
/// The folder has two entries. `site` is what the host serves: every body and signature sidecar under its path, and
/// `_headers`, which Netlify and Cloudflare Pages read and do not serve. `nginx-headers.conf` is beside it, so that an
/// nginx whose root is `site` cannot serve its own configuration. The folder is replaced as a whole in one step, and
/// the same tree gives the same bytes.
package struct StaticHost: Sendable {
    /// What was written.
    package struct Result: Sendable {
        /// The folder that the host serves.
        package let site: String
        /// The file to include in an nginx `server` block.
        package let nginxHeaders: String
        /// How many documents the site has, the index among them.
        package let documentCount: Int
        /// What some host would leave out.
        package let warnings: [StaticHostWarning]
    }

    /// The name of the folder that the host serves.
    package static let siteName = "site"

    private let path: String
    private let parent: String
    private let name: String

    /// - Parameter path: the folder that is written, and replaced when it is there.
    package init(_ path: String) throws {
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
        return Result(
            site: "\(path)/\(Self.siteName)", nginxHeaders: "\(path)/\(NginxHeaders.fileName)",
            documentCount: tree.documents.count, warnings: HeaderRules.warnings(tree.documents))
    }

    // MARK: What is refused

    private func check(_ tree: VerifiedTree) throws {
        for document in tree.documents {
            guard !Self.obeyedPaths.contains(document.path.rawValue.asciiLowercased) else {
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
        let entries = try former.entries()
        guard !entries.isEmpty else { return }
        func has(_ name: String, _ kind: Folder.Kind) -> Bool {
            entries.contains { $0.asciiName == name && $0.kind == kind }
        }
        guard entries.count == 2, has(Self.siteName, .folder), has(NginxHeaders.fileName, .file) else { throw notOurs }
        let start = try former.file(NginxHeaders.fileName).chunk(NginxHeaders.mark.utf8.count + 1)
        guard start.elementsEqual("\(NginxHeaders.mark)\n".utf8) else { throw notOurs }
    }

    private var notOurs: ErrorReport {
        ErrorReport(
            .cannotCreate, "\(path) exists and was not written by signet publish",
            hint: "name a new folder, or one that signet publish wrote; it is replaced as a whole")
    }

    /// Files at the top of a site that Netlify or Cloudflare Pages take for configuration.
    private static let obeyedPaths = [HeaderRules.fileName, "_redirects", "_routes.json", "_worker.js"]

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
        }
        try staged.write([
            TreeFile(
                path: "\(Self.siteName)/\(HeaderRules.fileName)", bytes: Array(HeaderRules.text(tree.documents).utf8)),
            TreeFile(path: NginxHeaders.fileName, bytes: Array(NginxHeaders.text(tree.documents).utf8)),
        ])
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
