import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What is live at a place: a bucket, the folder of a static host, or an origin.
package struct LiveTree: Sendable {
    /// What the index says, or why it is not believed; nil when there is none.
    package let index: Result<Publication, VerifiedIndex.Failure>?
    /// The documents with their signatures, to be read only while this value lives.
    package let tree: TreeFolder
    /// The documents by their paths, the index among them.
    let documents: [String: LiveDocument]
    /// The archives of web bundles by their paths.
    let archives: [String: LiveArchive]
    /// Where the tree is, if it was fetched.
    private let temporary: PrivateFolder?

    init(
        index: Result<Publication, VerifiedIndex.Failure>?, tree: TreeFolder,
        documents: [String: LiveDocument], archives: [String: LiveArchive], temporary: PrivateFolder? = nil
    ) {
        self.index = index
        self.tree = tree
        self.documents = documents
        self.archives = archives
        self.temporary = temporary
    }

    /// What the index says, if it is believed.
    var publication: Publication? { try? index?.get() }
}

extension Publication {
    /// The archive that a verified index lists at a path.
    func archive(at path: String) -> LiveArchive? {
        documents.first { $0.format == .webBundle && $0.path.rawValue == path }.map {
            LiveArchive(byteCount: $0.byteCount, sha256: ListedDigest(hexadecimal: $0.sha256)?.bytes)
        }
    }
}

extension Folder {
    /// Writes documents and their signature sidecars under their paths, as a tree has them.
    func write(_ paths: [DocumentPath], _ content: (String) -> [UInt8]?) throws(FileError) {
        var folders = ["": self]
        for path in Set(paths.flatMap { $0.folders.map(String.init) }).sorted() {
            let (parent, name) = path.folderAndName
            folders[path] = try folders[parent]?.folder(creating: name)
        }
        for path in paths.flatMap({ [$0.rawValue, $0.signatureSidecar] }) {
            let (parent, name) = path.folderAndName
            guard let body = content(path) else { continue }
            try folders[parent]?.write(name, body)
        }
    }
}
