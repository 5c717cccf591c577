import LocalFiles
import ManifestVerifier

/// Writes a ZIP archive (APPNOTE 6.3) of nothing but names and contents: with the same zlib, the same ones give the same
/// bytes.
///
/// It refuses what the reader would refuse. After an error the file is useless.
package struct ArchiveWriter {
    private let file: WritableFile
    private var directory: [UInt8] = []
    private var entryCount = 0
    private var unpackedByteCount = 0
    private var names = ArchiveNameSet()
    private var lastName: ArchiveName?
    private var isFinished = false
    /// Bytes written so far; of the whole archive once it is finished.
    package private(set) var byteCount = 0

    private static let pieceBytes = 256 << 10

    /// Begins an archive in a new, empty file.
    package init(_ file: WritableFile) { self.file = file }

    /// Adds a file; names come in the order of their bytes. Memory use does not grow with the file.
    ///
    /// - Parameter progress: receives how many bytes of the file have been processed so far.
    package mutating func add(
        _ name: ArchiveName, from source: ReadableFile, progress: (Int) -> Void = { _ in }
    ) throws(ArchiveError) {
        precondition(!isFinished, "the archive is finished")
        do throws(EntryDefect) {
            guard !name.isFolder else { throw .contradictsName }
            if let lastName {
                guard lastName != name else { throw .duplicateName }
                guard lastName < name else { throw .outOfOrder }
            }
            guard source.size <= Limits.webBundleFileBytes else { throw .tooLarge(limit: Limits.webBundleFileBytes) }
            try names.insert(name)
        } catch {
            throw .entry(name.spelling, error)
        }
        guard names.count <= Limits.webBundleEntries else {
            throw .archive(.tooManyEntries(limit: Limits.webBundleEntries))
        }
        unpackedByteCount += source.size
        guard unpackedByteCount <= Limits.webBundleUnpackedBytes else {
            throw .archive(.unpackedTooLarge(limit: Limits.webBundleUnpackedBytes))
        }
        let start = byteCount + LocalRecord.byteCount + name.spelling.utf8.count
        let header = try pack(name, from: source, at: start, progress: progress)
        let local = LocalRecord.bytes(header, name: name)
        try translating(file.write(local, at: byteCount), to: ArchiveError.file)
        directory += DirectoryRecord.bytes(header, name: name, offset: byteCount)
        byteCount = start + header.packedByteCount
        entryCount += 1
        lastName = name
        // With room for the end, so that `finish` need not check again.
        guard byteCount + directory.count + EndRecord.byteCount <= Limits.webBundleBytes else {
            throw .archive(.tooLarge(limit: Limits.webBundleBytes))
        }
        guard directory.count <= Limits.webBundleDirectoryBytes else {
            throw .archive(.directoryTooLarge(limit: Limits.webBundleDirectoryBytes))
        }
    }

    /// Writes the directory, which completes the archive. The caller flushes and closes the file.
    package mutating func finish() throws(ArchiveError) {
        precondition(!isFinished, "the archive is finished")
        guard entryCount > 0 else { throw .archive(.empty) }
        let end = EndRecord(entries: entryCount, directoryBytes: directory.count, directoryOffset: byteCount)
        let bytes = directory + end.bytes
        try translating(file.write(bytes, at: byteCount), to: ArchiveError.file)
        byteCount += bytes.count
        directory = []
        isFinished = true
    }

    /// Writes a content deflated where that makes it smaller and no reader takes it for a bomb, otherwise stored.
    private func pack(
        _ name: ArchiveName, from source: ReadableFile, at start: Int, progress: (Int) -> Void
    ) throws(ArchiveError) -> EntryHeader {
        if let packed = try deflate(name, from: source, at: start, progress: progress) { return packed }
        // The source is read again and overwrites what was written, which is never longer than the file.
        var sum = CRC32()
        var done = 0
        while case let piece = try piece(of: source, at: done), !piece.isEmpty {
            guard done + piece.count <= source.size else { throw .entry(name.spelling, .changedWhileRead) }
            sum.update(piece)
            try translating(file.write(piece, at: start + done), to: ArchiveError.file)
            done += piece.count
        }
        guard done == source.size else { throw .entry(name.spelling, .changedWhileRead) }
        return EntryHeader(name: name, method: .stored, crc: sum.value, packedByteCount: done, byteCount: done)
    }

    /// Writes a content deflated; nil as soon as it turns out that it must be stored.
    private func deflate(
        _ name: ArchiveName, from source: ReadableFile, at start: Int, progress: (Int) -> Void
    ) throws(ArchiveError) -> EntryHeader? {
        let deflater = Deflater()
        var sum = CRC32()
        var (done, packed) = (0, 0)
        var isLast = false
        while !isLast {
            let piece = try piece(of: source, at: done)
            done += piece.count
            guard done <= source.size else { throw .entry(name.spelling, .changedWhileRead) }
            sum.update(piece)
            // Only the last piece is short.
            isLast = piece.count < Self.pieceBytes
            let output = deflater.deflate(piece, isLast: isLast)
            if packed + output.count < source.size {
                try translating(file.write(output, at: start + packed), to: ArchiveError.file)
                packed += output.count
            } else {
                progress(source.size)
                return nil
            }
            progress(done)
        }
        guard done == source.size else { throw .entry(name.spelling, .changedWhileRead) }
        guard ArchiveEntry.isPlausible(done, from: packed) else { return nil }
        return EntryHeader(name: name, method: .deflated, crc: sum.value, packedByteCount: packed, byteCount: done)
    }

    private func piece(of source: ReadableFile, at offset: Int) throws(ArchiveError) -> [UInt8] {
        try translating(source.bytes(at: offset, count: Self.pieceBytes), to: ArchiveError.file)
    }
}
