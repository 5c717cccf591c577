import Diagnostics
import LocalFiles
import ManifestVerifier
import WebBundles

/// The folder that a web build has written, as it is going to be packed.
struct WebFolder {
    struct File {
        let name: ArchiveName
        let folder: Folder
        /// Its name in that folder.
        let entry: String
        let byteCount: Int
    }

    /// The files, ordered by the bytes of their names.
    let files: [File]

    /// Lists the folder, and refuses what no archive can hold: links, devices, hidden files, and some names.
    ///
    /// - Parameter ours: folders of ours, which must be neither in it nor around it.
    init(_ path: String, apartFrom ours: [String]) throws {
        let root = try Folder(path: path)
        for other in ours {
            let folder = try Folder.nearest(to: other)
            let isInside = try root.isWithin(folder) && folder.path == other
            guard try !isInside && !folder.isWithin(root) else {
                throw ErrorReport(
                    .refused, "\(path) and \(other) are inside one another",
                    hint: "pack the folder that your web build writes, not the one of the project")
            }
        }
        var files: [File] = []
        var byteCount = 0
        var pending = [(path: "", folder: root, depth: 0)]
        while let (above, folder, depth) = pending.popLast() {
            guard depth < Limits.folderDepth else {
                throw ErrorReport.unusable(folder.path, "is more than \(Limits.folderDepth) folders deep")
            }
            for entry in try folder.entries() {
                let name = above.isEmpty ? entry.name : "\(above)/\(entry.name)"
                let place = folder.child(entry.name)
                guard !entry.name.hasPrefix(".") else { throw ErrorReport.unusable(place, "is hidden") }
                switch entry.kind {
                case .folder:
                    pending.append(
                        (name, try folder.folder(entry.name), depth + 1))
                case .file:
                    files.append(try Self.file(name, entry.name, in: folder))
                    byteCount += files[files.count - 1].byteCount
                case .link: throw ErrorReport.unusable(place, "is a symbolic link, which is never followed here")
                case .other: throw ErrorReport.unusable(place, "is neither a file nor a folder")
                }
                guard files.count <= Limits.webBundleEntries else {
                    throw ErrorReport.unusable(path, "holds more than \(Limits.webBundleEntries) files")
                }
            }
        }
        guard byteCount <= Limits.webBundleUnpackedBytes else {
            throw ErrorReport.unusable(path, "holds more than \(Limits.webBundleUnpackedBytes) bytes")
        }
        self.files = files.sorted { $0.name < $1.name }
        guard files.contains(where: { $0.name.spelling == WebPage.name }) else { throw ErrorReport.noPage(path) }
    }

    private static func file(
        _ name: String, _ entry: String, in folder: Folder
    ) throws -> File {
        let place = folder.child(entry)
        let file = try folder.file(entry)
        guard file.size <= Limits.webBundleFileBytes else {
            throw ErrorReport.unusable(place, "is larger than \(Limits.webBundleFileBytes) bytes")
        }
        let archiveName = try translating(ArchiveName(name)) { (failure: ArchiveName.Failure) in
            ErrorReport.unusable(place, failure.message)
        }
        return File(name: archiveName, folder: folder, entry: entry, byteCount: file.size)
    }

    /// Packs the files into a new archive, on all cores; the same files give the same bytes.
    ///
    /// - Parameter progress: told how many bytes are packed.
    func pack(as name: String, into folder: Folder, progress: (Int) -> Void) async throws {
        let archive = try folder.create(name)
        var writer = ArchiveWriter(archive)
        var done = 0
        try await files.takeInOrder(byteCount: \.byteCount) { file in
            let content = try file.open()
            return try translating(PackedContent(file.name, from: content), to: file.report)
        } take: { file, packed in
            if let packed {
                try translating(writer.add(packed), to: file.report)
            } else {
                let content = try file.open()
                try translating(writer.add(file.name, from: content) { progress(done + $0) }, to: file.report)
            }
            done += file.byteCount
            progress(done)
        }
        do throws(ArchiveError) { try writer.finish() } catch { throw ErrorReport.archive(name, error) }
        try archive.close()
    }
}

extension WebFolder.File {
    /// Opens it, if it has the size for which there is room.
    fileprivate func open() throws(FileError) -> ReadableFile {
        let file = try folder.file(entry)
        guard file.size == byteCount else { throw FileError(file.path, .read, .changed) }
        return file
    }

    fileprivate func report(_ error: ArchiveError) -> ErrorReport { .archive(folder.child(entry), error) }
}
