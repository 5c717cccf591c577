import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What an earlier `publish` wrote into a folder: documents, their signatures, and the headers that a host sends with them.
package struct StaticSite: Sendable {
    package let live: LiveTree
    let tree: TreeFolder
    /// The headers that a host sends with a path, or the index lists.
    private let headers: [String: [HeaderField]]
    /// Whether the host is told which headers to send.
    let sendsHeaders: Bool

    /// Reads the site, as far as a tree is compared with it.
    ///
    /// - Parameters:
    ///   - folder: the folder that hosts serve.
    ///   - local: the tree that is to take its place.
    ///   - keys: the ring.
    package init(_ folder: Folder, for local: VerifiedTree, keys: TrustedKeys) throws {
        let index = try TreeFolder(folder, only: [DocumentPath.publication.file]).read(
            DocumentPath.publication.file, limit: VerifiedIndex.byteLimit
        ).map { file in
            Result { () throws(VerifiedIndex.Failure) in
                try VerifiedIndex(file, keys: keys, environment: local.publication.environment)
            }
        }
        let verified = try? index?.get()
        let publication = verified?.publication
        let rules = try HeaderRules(of: folder)
        var headers: [String: [HeaderField]] = [:]
        for document in publication?.documents ?? [] { headers[document.path.rawValue] = document.headers }
        // What hosts read takes precedence over what was listed.
        headers.merge(rules.fields) { $1 }
        sendsHeaders = rules.hasBlock

        var documents: [String: LiveDocument] = [:]
        var jwsByPath: [String: LiveJWS] = [:]
        let environment = local.publication.environment
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        let proofs = BodyProofs(keys: keys, environment: environment, index: verified)
        var archives: [String: LiveArchive] = [:]
        var proven: [String: [ProvenBody]] = [:]
        var formats = Dictionary((publication?.documents ?? []).map { ($0.path, $0.format) }) { first, _ in first }
        for document in local.publication.documents where formats[document.path] == nil {
            formats[document.path] = document.format
        }
        let (listed, own) = (Set(publication?.documents.map(\.path.rawValue) ?? []), try OwnFiles(of: folder).digests)
        // Whatever else is there is the web app's, and is not looked at.
        let tree = try TreeFolder(
            folder,
            only: [DocumentPath.publication.file]
                + formats.keys.flatMap { [$0.rawValue, $0.signatureSidecar, $0.jwsSidecar] })
        for (document, format) in formats {
            let path = document.rawValue
            if format == .webBundle {
                archives[path] = try Self.archive(document, in: tree, listed: publication)
                continue
            }
            let names = [document.signatureSidecar, document.jwsSidecar]
            // Without any word of Signet's, it is a file of the web app.
            guard listed.contains(path) || own[path] != nil || names.contains(where: tree.files.contains) else {
                continue
            }
            let body = try tree.read(path, limit: Limits.publicationBytes).map { ($0, headers[path] ?? []) }
            documents[path] = body.map { LiveDocument(body: $0, fields: $1) }
            let limit = EnvelopeSidecar.jws.byteLimit(ofBody: Limits.publicationBytes)
            let jws = try tree.read(document.jwsSidecar, limit: limit)
            jwsByPath[path] = jws.flatMap { try? LiveJWS($0, of: document, by: verifier) }
            guard format != .file, body != nil || jws != nil else { continue }
            proven[path] = proofs.bodies(
                at: document, body, sidecar: try tree.sidecars(of: document).signature, jws: jws)
        }
        self.tree = tree
        self.headers = headers
        live = LiveTree(
            index: index, proven: ProvenTree(environment: environment, index: verified, bodies: proven),
            documents: documents, jwsByPath: jwsByPath, archives: archives)
    }

    /// What the site has of a tree, as a bucket would have it. With what a host is told nothing about, it sends what it likes.
    func contents(for local: BucketTree) throws(FileError) -> BucketContents {
        var objects: [String: LiveObject] = [:]
        for object in local.objects {
            let fields = headers[object.path] ?? object.headers.fields
            if object.isArchive {
                guard let archive = live.archives[object.path] else { continue }
                objects[object.path] = LiveObject(S3Object(fields, byteCount: archive.byteCount))
            } else if let body = try tree.read(object.path, limit: BucketReader.byteLimit(of: object.path)) {
                objects[object.path] = LiveObject(
                    S3Object(fields, byteCount: body.count), body: body,
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
