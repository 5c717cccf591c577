import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What an earlier `publish` wrote into a folder: documents, their signatures, and the headers that a host sends with them.
package final class StaticSite: Sendable {
    package let live: LiveTree
    let tree: TreeFolder
    /// The headers that a host sends with a path, or the index lists.
    private let headers: [String: [HeaderField]]
    /// Whether the host is told which headers to send.
    let sendsHeaders: Bool
    private let state: State

    /// What shows that another run has published into the folder: the index, and the list of Signet's files.
    private struct State: Equatable {
        let index: [UInt8]?
        let own: [String: Set<ListedDigest>]

        init(_ folder: Folder) throws {
            index = try folder.readIfPresent(DocumentPath.publication.file, limit: Limits.publicationBytes)
            own = try OwnFiles(of: folder).digests
        }
    }

    /// Fails when another run has published into the folder since the site was read. The caller holds the folder's lock.
    static func check(_ folder: Folder, isStill former: StaticSite?) throws {
        let state = try State(folder)
        guard former.map({ $0.state == state }) ?? (state.index == nil && state.own.isEmpty) else {
            throw ErrorReport(
                .refused, "\(folder.path): another signet has published into it meanwhile; nothing was written",
                hint: "run it again, which compares with what is there now")
        }
    }

    /// Reads the site, as far as a tree is compared with it.
    ///
    /// - Parameter local: the tree that is to take its place.
    package init(_ folder: Folder, for local: VerifiedTree, keys: TrustedKeys) throws {
        state = try State(folder)
        let environment = local.publication.environment
        let listed = try? VerifiedIndex.read(
            in: TreeFolder(folder, only: [DocumentPath.publication.file]), keys: keys, environment: environment)?.get()
        let rules = try HeaderRules(of: folder)
        var headers: [String: [HeaderField]] = [:]
        for document in listed?.publication.documents ?? [] { headers[document.path.rawValue] = document.headers }
        // What hosts read takes precedence over what was listed.
        headers.merge(rules.fields) { $1 }
        sendsHeaders = rules.hasBlock

        let listedFormats = listed?.publication.formats ?? [:]
        let formats = local.publication.formats.merging(listedFormats) { $1 }
        let own = state.own
        // Whatever else is there is the web app's, and is not looked at.
        let tree = try TreeFolder(
            folder,
            only: [DocumentPath.publication.file, OwnFiles.fileName] + own.keys
                + formats.keys.flatMap { [$0.rawValue, $0.signatureSidecar, $0.jwsSidecar] })
        var documents: [String: LiveDocument] = [:]
        var jwsByPath: [String: LiveJWS] = [:]
        var archives: [String: LiveArchive] = [:]
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        for (document, format) in formats {
            let path = document.rawValue
            if format == .webBundle {
                archives[path] = try Self.archive(document, in: tree, listed: listed?.publication)
                continue
            }
            let names = [document.signatureSidecar, document.jwsSidecar]
            // Without any word of Signet's, it is a file of the web app.
            guard listedFormats[document] != nil || own[path] != nil || !tree.files.isDisjoint(with: names) else {
                continue
            }
            documents[path] = try tree.read(path, limit: Limits.publicationBytes).map {
                LiveDocument(body: $0, fields: headers[path] ?? [])
            }
            let limit = JWS.byteLimit(ofBody: Limits.publicationBytes)
            jwsByPath[path] = try tree.read(document.jwsSidecar, limit: limit).flatMap {
                try? LiveJWS($0, of: document, by: verifier)
            }
        }
        self.tree = tree
        self.headers = headers
        live = LiveTree(
            proven: try ProvenTree(
                tree, of: environment, keys: keys, wanted: local.publication.formats, headers: headers),
            documents: documents, jwsByPath: jwsByPath, archives: archives)
    }

    /// What the site has of a tree, as a bucket would have it. With what a host is told nothing about, it sends what it likes.
    func contents(for local: BucketTree) throws(FileError) -> BucketContents {
        var objects: [String: LiveObject] = [:]
        for object in local.objects {
            let fields = headers[object.path] ?? object.headers.fields
            if object.isArchive {
                guard let archive = live.archives[object.path] else { continue }
                objects[object.path] = LiveObject(object: S3Object(fields, byteCount: archive.byteCount))
            } else if let body = try tree.read(object.path, limit: BucketReader.byteLimit(of: object.path)) {
                objects[object.path] = LiveObject(
                    object: S3Object(fields, byteCount: body.count), body: body,
                    document: LiveDocument(body: body, fields: fields))
            }
        }
        return BucketContents(live: live, objects: objects)
    }

    /// Whether the folder has the archive of a document.
    func has(_ document: VerifiedTree.Document) -> Bool {
        live.archives[document.path.rawValue].map {
            $0.byteCount == document.byteCount && $0.sha256 == document.digest.bytes
        } ?? false
    }

    /// The archive at a path. The index is written behind all that it lists, so that one that verifies identifies every file
    /// of the size that it lists; any other file is read.
    private static func archive(
        _ path: DocumentPath, in tree: TreeFolder, listed: Publication?
    ) throws(FileError) -> LiveArchive? {
        guard let body = try tree.body(of: path, .webBundle) else { return nil }
        if let archive = listed?.archive(at: path.rawValue), archive.byteCount == body.byteCount { return archive }
        let digests = try body.digests(date: nil)
        return LiveArchive(byteCount: digests.byteCount, sha256: digests.body.bytes)
    }
}

extension S3Object {
    fileprivate init(_ fields: [HeaderField], byteCount: Int) {
        self.init(fields + [HeaderField(unchecked: "content-length", value: "\(byteCount)")])
    }
}
