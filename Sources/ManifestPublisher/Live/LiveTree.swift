import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What is live at a place: a bucket, the folder of a static host, or an origin.
package struct LiveTree: Sendable {
    /// What the index says, or why it is not trusted; nil when there is none.
    package let index: Result<Publication, VerifiedIndex.Failure>?
    /// The documents with their signatures, to be read only while this value lives.
    package let tree: TreeFolder
    /// The documents by their paths, the index among them.
    let documents: [String: LiveDocument]
    /// The `.jws` that a trusted key signed, by the paths of their documents.
    let webSignatures: [String: LiveWebSignature]
    /// The archives of web bundles by their paths.
    let archives: [String: LiveArchive]
    /// The folder of the tree, if it was fetched.
    private let temporary: PrivateFolder?

    init(
        index: Result<Publication, VerifiedIndex.Failure>?, tree: TreeFolder,
        documents: [String: LiveDocument], webSignatures: [String: LiveWebSignature],
        archives: [String: LiveArchive], temporary: PrivateFolder? = nil
    ) {
        self.index = index
        self.tree = tree
        self.documents = documents
        self.webSignatures = webSignatures
        self.archives = archives
        self.temporary = temporary
    }

    /// What the index says, if it is trusted.
    var publication: Publication? { try? index?.get() }
}

/// A document as it is live now, in a bucket, in the folder of a static host or at an origin; none of it is trusted.
struct LiveDocument: Sendable {
    /// The digests of the body, and what its headers claim.
    let body: SignedBody

    /// A document whose body is read for the date that its headers claim.
    init<Failure>(
        fields: [HeaderField], read: (SignedDate?) throws(Failure) -> BodyDigests
    ) throws(Failure) {
        body = try SignedBody(headers: fields, profile: nil, read: read)
    }

    /// A document in memory.
    init(body: [UInt8], fields: [HeaderField]) {
        self.init(fields: fields) { BodyDigests(of: body, date: $0) }
    }

    /// A document in a file, which is read to its end.
    init(file: ReadableFile, fields: [HeaderField]) throws(FileError) {
        try self.init(fields: fields) { (date) throws(FileError) in try BodyDigests(of: file, date: date) }
    }
}

/// The archive of a web bundle as it is live now.
struct LiveArchive: Sendable {
    let byteCount: Int
    /// The SHA-256; nil where the host does not report it.
    let sha256: [UInt8]?
}

extension LiveArchive {
    /// An archive as a verified index lists it.
    init(_ listed: Publication.Document) { self.init(byteCount: listed.byteCount, sha256: listed.digest.bytes) }
}

extension Publication {
    /// The archive that a verified index lists at a path.
    func archive(at path: String) -> LiveArchive? {
        documents.first { $0.format == .webBundle && $0.path.rawValue == path }.map { LiveArchive($0) }
    }
}

extension Folder {
    /// Writes documents and their signature sidecars under their paths, as a tree has them.
    func write(_ paths: [DocumentPath], _ content: (String) -> [UInt8]?) throws(FileError) {
        let folders = try folders(creating: Set(paths.flatMap { $0.folders.map(String.init) }))
        for path in paths.flatMap({ [$0.rawValue, $0.signatureSidecar] }) {
            let (parent, name) = path.folderAndName
            guard let body = content(path) else { continue }
            try folders[parent]?.write(name, body)
        }
    }
}
