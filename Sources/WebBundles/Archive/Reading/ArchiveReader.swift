import LocalFiles
import ManifestVerifier

/// An archive whose names, sizes and places are all in order; the contents are checked as they are read.
package struct ArchiveReader: Sendable {
    /// The files and folders in the order of the archive's directory; at least one.
    package let entries: [ArchiveEntry]
    let file: ReadableFile

    /// Checks everything that can be checked before a byte is unpacked.
    package init(_ file: ReadableFile) throws(ArchiveError) {
        let directory = try ArchiveDirectory(file)
        var names: [ArchiveName] = []
        var taken = ArchiveNameSet()
        var byteCount = 0
        for record in directory.records {
            do throws(EntryDefect) {
                let name = try record.checkedName()
                try taken.insert(name)
                names.append(name)
            } catch {
                throw record.error(error)
            }
            // Each is within its own limit, so the sum cannot overflow.
            byteCount += record.header.byteCount
            guard byteCount <= Limits.webBundleUnpackedBytes else {
                throw .archive(.unpackedTooLarge(limit: Limits.webBundleUnpackedBytes))
            }
            guard taken.count <= Limits.webBundleEntries else {
                throw .archive(.tooManyEntries(limit: Limits.webBundleEntries))
            }
        }
        let offsets = try ArchiveLayout(file: file, directory: directory).contentOffsets()
        self.file = file
        entries = directory.records.indices.map { index in
            let header = directory.records[index].header
            return ArchiveEntry(
                name: names[index], byteCount: header.byteCount, packedByteCount: header.packedByteCount,
                crc: UInt32(header.crc), method: header.method == 0 ? .stored : .deflated, offset: offsets[index])
        }
    }
}

extension ArchiveReader {
    private static let pieceBytes = 64 << 10

    /// Reads the content of an entry, piece by piece. Its length, checksum and end are checked: the pieces are right only
    /// when this returns.
    package func read(
        _ entry: ArchiveEntry, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        try read(entry, packed: { _ in }, each: each)
    }

    private func read(
        _ entry: ArchiveEntry, packed: ([UInt8]) -> Void, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var (sum, done) = (CRC32(), 0)
        func take(_ piece: [UInt8]) throws(ArchiveError) {
            guard !piece.isEmpty else { return }
            done += piece.count
            guard done <= entry.byteCount else { throw entry.error(.longerThanDeclared) }
            sum.update(piece)
            try each(piece)
        }
        switch entry.method {
        case .stored:
            try readPacked(entry) { (piece) throws(ArchiveError) in
                packed(piece)
                try take(piece)
            }
        case .deflated: try inflate(entry, packed: packed, each: take)
        }
        guard done == entry.byteCount else { throw entry.error(.endsEarly) }
        guard sum.value == entry.crc else { throw entry.error(.wrongChecksum) }
    }

    /// Reads the whole archive once, on all cores: every content is checked, and all bytes are hashed.
    ///
    /// - Parameters:
    ///   - progress: receives how many bytes of the archive were read since the last call.
    ///   - each: receives the contents in the order of the archive, piece by piece.
    /// - Returns: SHA-256 of the archive, and the list of its files.
    package func readWhole(
        progress: (Int) -> Void = { _ in }, each: (ArchiveEntry, [UInt8]) throws(ArchiveError) -> Void
    ) async throws(ArchiveError) -> (digest: SHA256Digest, files: FileList) {
        let hash = SHA256()
        var files = FileList()
        var position = 0
        let ordered = entries.sorted { $0.offset < $1.offset }
        try await ordered.takeInOrder(byteCount: { $0.packedByteCount + $0.byteCount }) {
            (entry) throws(ArchiveError) in
            var (packed, content): ([[UInt8]], [[UInt8]]) = ([], [])
            let digest = try digest(entry, packed: { packed.append($0) }) { content.append($0) }
            return (packed: packed, content: content, digest: digest)
        } take: { (entry, read) throws(ArchiveError) in
            try passBytes(position..<entry.offset, to: hash, progress)
            position = entry.offset + entry.packedByteCount
            if let read {
                for piece in read.packed {
                    hash.update(piece)
                    progress(piece.count)
                }
                for piece in read.content { try each(entry, piece) }
                files.add(entry, digest: read.digest)
            } else {
                let digest = try digest(
                    entry,
                    packed: {
                        hash.update($0)
                        progress($0.count)
                    }
                ) { (piece) throws(ArchiveError) in try each(entry, piece) }
                files.add(entry, digest: digest)
            }
        }
        try passBytes(position..<file.size, to: hash, progress)
        return (hash.finalize(), files)
    }

    /// Hashes what is between the contents: headers and descriptors, and in the end the directory.
    private func passBytes(
        _ range: Range<Int>, to hash: borrowing SHA256, _ progress: (Int) -> Void
    ) throws(ArchiveError) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceBytes) {
            let piece = try file.record(at: start, count: min(Self.pieceBytes, range.upperBound - start))
            hash.update(piece)
            progress(piece.count)
        }
    }

    /// Reads the content of an entry and hashes it.
    private func digest(
        _ entry: ArchiveEntry, packed: ([UInt8]) -> Void, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> SHA256Digest {
        let hash = SHA256()
        try read(entry, packed: packed) { (piece) throws(ArchiveError) in
            hash.update(piece)
            try each(piece)
        }
        return hash.finalize()
    }

    private func inflate(
        _ entry: ArchiveEntry, packed: ([UInt8]) -> Void, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let inflater = Inflater()
        try readPacked(entry) { (bytes) throws(ArchiveError) in
            packed(bytes)
            guard inflater.state == .goesOn else { throw entry.error(.bytesAfterDeflate) }
            inflater.feed(bytes)
            while case let piece = inflater.next(), !piece.isEmpty { try each(piece) }
            switch inflater.state {
            case .goesOn: break
            case .ended: guard inflater.unusedCount == 0 else { throw entry.error(.bytesAfterDeflate) }
            case .broken: throw entry.error(.brokenDeflate)
            }
        }
        guard inflater.state == .ended else { throw entry.error(.endsEarly) }
    }

    private func readPacked(
        _ entry: ArchiveEntry, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var done = 0
        while done < entry.packedByteCount {
            let count = min(Self.pieceBytes, entry.packedByteCount - done)
            let piece = try file.record(at: entry.offset + done, count: count)
            done += count
            try each(piece)
        }
    }
}

extension ArchiveEntry {
    fileprivate func error(_ defect: EntryDefect) -> ArchiveError { .entry(name.spelling, defect) }
}

extension ArchiveReader {
    /// Unpacks everything into an empty folder: folders of mode 0755 and files of mode 0644, less the process's umask. All
    /// of it is on the disk when this returns.
    ///
    /// Every name is opened segment by segment and no link is followed, so nothing outside the folder is touched. After an
    /// error the folder holds what was unpacked until then; the caller removes it.
    ///
    /// - Returns: the list of the files.
    @discardableResult
    package func unpack(into folder: Folder) throws(ArchiveError) -> FileList {
        guard try translating(folder.entries(), to: ArchiveError.file).isEmpty else {
            throw .archive(.folderNotEmpty(folder.path))
        }
        var (path, list) = (OpenPath(folder), FileList())
        for entry in entries {
            let segments = entry.name.segments
            let parent = try path.folder(entry.isFolder ? segments[...] : segments.dropLast())
            // The content of a folder is checked as well: it is empty, but may be packed.
            guard !entry.isFolder, let name = segments.last else {
                try read(entry) { (_: [UInt8]) throws(ArchiveError) in }
                continue
            }
            let file = try translating(parent.create(name), to: ArchiveError.file)
            let digest = try digest(entry, packed: { _ in }) { (piece) throws(ArchiveError) in
                try translating(file.write(piece), to: ArchiveError.file)
            }
            list.add(entry, digest: digest)
            try translating(file.syncWithFileSystem(), to: ArchiveError.file)
            try translating(file.close(), to: ArchiveError.file)
        }
        // Once for all files: waiting for the disk with each of thousands takes minutes.
        try translating(folder.syncFileSystem(), to: ArchiveError.file)
        return list
    }
}

/// The folders on the path of the last entry; they stay open, as the next one is likely to be near.
private struct OpenPath {
    private let root: Folder
    private var below: [(name: String, folder: Folder)] = []

    init(_ root: Folder) { self.root = root }

    /// The folder at a path, made if it is missing.
    mutating func folder(_ segments: ArraySlice<String>) throws(ArchiveError) -> Folder {
        let names = Array(segments)
        // By bytes: an archive never holds two names that only look the same.
        let common = zip(below, names).prefix { $0.name.utf8.elementsEqual($1.utf8) }.count
        below.removeLast(below.count - common)
        for name in names[common...] {
            let parent = below.last?.folder ?? root
            let folder = try translating(parent.folder(creating: name), to: ArchiveError.file)
            below.append((name, folder))
        }
        return below.last?.folder ?? root
    }
}
