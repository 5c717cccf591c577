import BundleArchive
import LocalFiles
import ManifestVerifier

/// The folder that a web build has written, as it is going to be packed.
struct WebFolder {
    /// One file of the folder.
    struct File {
        let name: ArchiveName
        let folder: Folder
        /// Its name in that folder.
        let entry: String
        let byteCount: Int
    }

    /// The files, ordered by the bytes of their names.
    let files: [File]
    /// The page that an app loads first.
    let page: [UInt8]

    /// Lists the folder, and refuses what no bundle has: links, devices, hidden files, private keys, and names that an
    /// archive cannot hold.
    ///
    /// - Parameter ours: folders of ours, which must be neither in it nor around it.
    init(_ path: String, apartFrom ours: [String]) throws {
        let root = try reading { () throws(FileError) in try Folder(path: path) }
        for other in ours {
            let overlaps = try reading { () throws(FileError) in
                let folder = try Folder.nearest(to: other)
                if try root.isWithin(folder), folder.path == other { return true }
                return try folder.isWithin(root)
            }
            guard !overlaps else { throw BundleError.overlaps(path, with: other) }
        }
        var files: [File] = []
        var byteCount = 0
        var pending = [(path: "", folder: root, depth: 0)]
        while let (above, folder, depth) = pending.popLast() {
            guard depth < Limits.folderDepth else {
                throw BundleError.unusable(folder.path, "is more than \(Limits.folderDepth) folders deep")
            }
            for entry in try reading({ () throws(FileError) in try folder.entries() }) {
                let name = above.isEmpty ? entry.name : "\(above)/\(entry.name)"
                let place = folder.child(entry.name)
                guard !entry.name.hasPrefix(".") else { throw BundleError.unusable(place, "is hidden") }
                switch entry.kind {
                case .folder:
                    pending.append(
                        (name, try reading { () throws(FileError) in try folder.folder(entry.name) }, depth + 1))
                case .file:
                    files.append(try Self.file(name, entry.name, in: folder))
                    byteCount += files[files.count - 1].byteCount
                case .link: throw BundleError.unusable(place, "is a symbolic link, which is never followed here")
                case .other: throw BundleError.unusable(place, "is neither a file nor a folder")
                }
                guard files.count <= Limits.webBundleEntries else {
                    throw BundleError.unusable(path, "holds more than \(Limits.webBundleEntries) files")
                }
            }
        }
        guard byteCount <= Limits.webBundleUnpackedBytes else {
            throw BundleError.unusable(path, "holds more than \(Limits.webBundleUnpackedBytes) bytes")
        }
        self.files = files.sorted { $0.name < $1.name }
        let page = try reading { () throws(FileError) in
            try root.readIfPresent(WebPage.name, limit: WebPage.byteLimit)
        }
        guard let page else { throw BundleError.noPage(path) }
        self.page = page
    }

    private static func file(
        _ name: String, _ entry: String, in folder: Folder
    ) throws -> File {
        let place = folder.child(entry)
        let file = try reading { () throws(FileError) in try folder.file(entry) }
        guard file.size <= Limits.webBundleFileBytes else {
            throw BundleError.unusable(place, "is larger than \(Limits.webBundleFileBytes) bytes")
        }
        let start = try reading { () throws(FileError) in try file.bytes(at: 0, count: PrivateKeyText.byteCount) }
        guard !PrivateKeyText.isIn(start) else { throw BundleError.unusable(place, "is a private key") }
        do throws(ArchiveName.Failure) {
            return File(name: try ArchiveName(name), folder: folder, entry: entry, byteCount: file.size)
        } catch {
            throw BundleError.unusable(place, error.message)
        }
    }
}
