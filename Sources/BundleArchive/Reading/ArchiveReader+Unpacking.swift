import LocalFiles

extension ArchiveReader {
    /// Unpacks everything into an empty folder: folders of mode 0755 and files of mode 0644, less what the process masks.
    /// All of it is on the disk when this returns.
    ///
    /// Every name is opened segment by segment and no link is followed, so that nothing outside the folder is touched.
    /// After an error the folder holds whatever was unpacked until then; the caller removes it.
    package func unpack(into folder: Folder) throws(ArchiveError) {
        guard try ArchiveError.files({ () throws(FileError) in try folder.entries().isEmpty }) else {
            throw .archive(.folderNotEmpty(folder.path))
        }
        var path = OpenPath(folder)
        for entry in entries {
            let segments = entry.name.segments
            let parent = try path.folder(entry.isFolder ? segments[...] : segments.dropLast())
            // The content of a folder is checked, too: it takes nothing but may be packed.
            guard !entry.isFolder, let name = segments.last else {
                try read(entry) { (_: [UInt8]) throws(ArchiveError) in }
                continue
            }
            let file = try ArchiveError.files { () throws(FileError) in try parent.create(name) }
            try read(entry) { (piece) throws(ArchiveError) in
                try ArchiveError.files { () throws(FileError) in try file.write(piece) }
            }
            try ArchiveError.files { () throws(FileError) in
                try file.syncWithFileSystem()
                try file.close()
            }
        }
        // Once for all: to wait for the disk with each of thousands of files takes minutes.
        try ArchiveError.files { () throws(FileError) in try folder.syncFileSystem() }
    }
}

/// The folders that lead to where the last entry was unpacked; they stay open, as the next one is likely to be near.
private struct OpenPath {
    private let root: Folder
    private var below: [(name: String, folder: Folder)] = []

    init(_ root: Folder) { self.root = root }

    /// The folder at a path, made when it is not there.
    mutating func folder(_ segments: ArraySlice<String>) throws(ArchiveError) -> Folder {
        let names = Array(segments)
        // By bytes: two names that only look the same would not both be there.
        let common = zip(below, names).prefix { $0.name.utf8.elementsEqual($1.utf8) }.count
        below.removeLast(below.count - common)
        for name in names[common...] {
            let parent = below.last?.folder ?? root
            let folder = try ArchiveError.files { () throws(FileError) in try parent.folder(creating: name) }
            below.append((name, folder))
        }
        return below.last?.folder ?? root
    }
}
