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

    /// Begins an archive in a new, empty file.
    package init(_ file: WritableFile) { self.file = file }

    /// Adds a file; names come in the order of their bytes. Memory use does not grow with the file.
    ///
    /// - Parameter progress: receives how many bytes of the file have been processed so far.
    package mutating func add(
        _ name: ArchiveName, from source: ReadableFile, progress: (Int) -> Void = { _ in }
    ) throws(ArchiveError) {
        try admit(name, byteCount: source.size)
        let start = contentStart(of: name)
        let header = try PackedContent.pack(name, from: source, progress: progress) {
            (piece, offset) throws(ArchiveError) in
            try translating(file.write(piece, at: start + offset), to: ArchiveError.file)
        }
        try enter(name, header)
    }

    /// Adds a file that was packed ahead.
    package mutating func add(_ content: PackedContent) throws(ArchiveError) {
        try admit(content.name, byteCount: content.header.byteCount)
        var offset = contentStart(of: content.name)
        for piece in content.pieces {
            try translating(file.write(piece, at: offset), to: ArchiveError.file)
            offset += piece.count
        }
        try enter(content.name, content.header)
    }

    private func contentStart(of name: ArchiveName) -> Int {
        byteCount + LocalRecord.byteCount + name.spelling.utf8.count
    }

    /// Fails when the reader would refuse a file of this name and size after the ones before it.
    private mutating func admit(_ name: ArchiveName, byteCount: Int) throws(ArchiveError) {
        precondition(!isFinished, "the archive is finished")
        do throws(EntryDefect) {
            guard !name.isFolder else { throw .contradictsName }
            if let lastName {
                guard lastName != name else { throw .duplicateName }
                guard lastName < name else { throw .outOfOrder }
            }
            guard byteCount <= Limits.webBundleFileBytes else { throw .tooLarge(limit: Limits.webBundleFileBytes) }
            try names.insert(name)
        } catch {
            throw .entry(name.spelling, error)
        }
        guard names.count <= Limits.webBundleEntries else {
            throw .archive(.tooManyEntries(limit: Limits.webBundleEntries))
        }
        unpackedByteCount += byteCount
        guard unpackedByteCount <= Limits.webBundleUnpackedBytes else {
            throw .archive(.unpackedTooLarge(limit: Limits.webBundleUnpackedBytes))
        }
    }

    /// Writes the header of a content that is written, and enters it into the directory.
    private mutating func enter(_ name: ArchiveName, _ header: EntryHeader) throws(ArchiveError) {
        let local = LocalRecord.bytes(header, name: name)
        try translating(file.write(local, at: byteCount), to: ArchiveError.file)
        directory += DirectoryRecord.bytes(header, name: name, offset: byteCount)
        byteCount = contentStart(of: name) + header.packedByteCount
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
}
