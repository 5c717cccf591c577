import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Publishes a verified tree into a folder that a host serves: Netlify, Cloudflare Pages, nginx, GitHub Pages.
///
/// The folder may hold a web app. Signet's files lie beside its files: every body and sidecar but the headers under its path,
/// and what tells the host how to serve them: a block of `_headers`, which Netlify and Cloudflare Pages read and do not serve,
/// and a file for nginx; or `.nojekyll`. `OwnFiles` says which files are Signet's; only these are replaced and removed.
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

    let path: String
    let kind: Kind

    /// - Parameter path: the folder that is served, made when it is not there.
    package init(_ path: String, _ kind: Kind = .headers) {
        var trimmed = path
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.path = trimmed
        self.kind = kind
    }

    /// Writes what the folder lacks of a tree, and removes what it has of a former one.
    ///
    /// - Parameters:
    ///   - former: the site with which the tree was compared, which must still be there, and whose archives stay; nil when
    ///     there was none.
    ///   - patience: how many seconds to wait for another process that writes into the folder.
    ///   - whenWaiting: called once when there is one.
    package func write(
        _ tree: VerifiedTree, over former: StaticSite?, patience: Double = 60,
        whenWaiting: () -> Void = {},
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> Result {
        try check(tree)
        let warnings = try warnings(tree)
        try await Folder.withoutResidue { made in
            let folder = try await Folder.locked(path, patience: patience, made: &made, whenWaiting: whenWaiting)
            try StaticSite.check(folder, isStill: former)
            let update = try update(folder, to: tree, over: former)
            let counter = ProgressCounter(total: update.changed.count, report: progress)
            try update.run { _ in counter.step() }
        }
        return result(of: tree, warnings, isLeftAlone: false)
    }

    /// What writing a tree would come to; fails for one that cannot be published into the folder, and writes nothing.
    package func examine(_ tree: VerifiedTree, over former: StaticSite?) throws -> Result {
        try check(tree)
        if let folder = try folder() { _ = try update(folder, to: tree, over: former) }
        return result(of: tree, try warnings(tree), isLeftAlone: false)
    }

    package func folder() throws(FileError) -> Folder? { try Folder.ifPresent(path) }

    /// What there is when a tree is written, or a former site stays.
    func result(of tree: VerifiedTree, _ warnings: [StaticHostWarning], isLeftAlone: Bool) -> Result {
        Result(
            site: path, nginxHeaders: kind == .headers ? "\(path)/\(NginxHeaders.fileName)" : nil,
            documentCount: tree.documents.count + 1, warnings: warnings, isLeftAlone: isLeftAlone)
    }

    /// What the host would leave out of a tree.
    package func warnings(_ tree: VerifiedTree) throws -> [StaticHostWarning] {
        let obeyed = tree.documents.map(\.path).filter { kind.obeyedNames.contains($0.topName) }
        return (obeyed.isEmpty ? [] : [.obeyedFiles(obeyed)]) + (try envelopeWarnings(tree))
    }

    private func envelopeWarnings(_ tree: VerifiedTree) throws -> [StaticHostWarning] {
        guard kind == .gitHubPages else {
            let rules = try folder().map { try HeaderRules(of: $0) } ?? HeaderRules()
            return rules.warnings(tree.documents, SiteFile.all(of: tree))
        }
        let unverifiable = tree.documents.filter { document in
            document.format != .webBundle && document.jws == nil
        }
        return (tree.publication.envelopes.hasHeaders ? [.headersNotSent] : [])
            + (unverifiable.isEmpty ? [] : [.unverifiable(unverifiable.map(\.path))])
    }

    /// Fails for a tree that the host could not serve so that apps can verify it, and for a place around it.
    package func check(_ tree: VerifiedTree) throws {
        if kind == .gitHubPages, !tree.publication.envelopes.hasJWS {
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
                hint: "publish to a folder outside the tree")
        }
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
