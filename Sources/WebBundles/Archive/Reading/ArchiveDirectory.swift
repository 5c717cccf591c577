import LocalFiles
import ManifestVerifier

/// The directory of an archive: its place and its records, not checked yet.
struct ArchiveDirectory {
    let records: [DirectoryRecord]
    /// Where it begins, which is where the entries end.
    let offset: Int

    /// Finds and reads the directory.
    ///
    /// The end record must be the last 22 bytes, and the directory right before it: programs that disagree on what an
    /// archive holds have found different ends, or different directories for one end.
    init(_ file: ReadableFile) throws(ArchiveError) {
        guard file.size <= Limits.webBundleBytes else { throw .archive(.tooLarge(limit: Limits.webBundleBytes)) }
        let endOffset = file.size - EndRecord.byteCount
        guard endOffset >= 0, let end = EndRecord(try file.record(at: endOffset, count: EndRecord.byteCount)),
            end.commentBytes == 0
        else { throw .archive(try Self.hasEarlierEnd(file) ? .bytesAfterEnd : .noEnd) }
        let hasLocator = try Self.hasLocator(file, before: endOffset)
        try translating(
            Self.check(end, hasLocator: hasLocator, endOffset: endOffset), to: ArchiveError.archive)
        let directory = try file.record(at: end.directoryOffset, count: end.directoryBytes)
        var records: [DirectoryRecord] = []
        var position = 0
        while position < directory.count {
            guard records.count < end.entries, let record = DirectoryRecord(directory, at: &position) else {
                throw .archive(.brokenDirectory)
            }
            records.append(record)
        }
        guard records.count == end.entries else { throw .archive(.brokenDirectory) }
        self.records = records
        offset = end.directoryOffset
    }

    private static func check(_ end: EndRecord, hasLocator: Bool, endOffset: Int) throws(ArchiveDefect) {
        let isFull = [end.entries, end.entriesOnDisk].contains(0xFFFF)
        guard !hasLocator, !isFull, end.directoryBytes != 0xFFFF_FFFF, end.directoryOffset != 0xFFFF_FFFF else {
            throw .zip64
        }
        guard end.disk == 0, end.directoryDisk == 0, end.entriesOnDisk == end.entries else { throw .split }
        guard end.directoryOffset + end.directoryBytes == endOffset else { throw .misplacedDirectory }
        guard end.entries <= Limits.webBundleEntries else { throw .tooManyEntries(limit: Limits.webBundleEntries) }
        guard end.directoryBytes <= Limits.webBundleDirectoryBytes else {
            throw .directoryTooLarge(limit: Limits.webBundleDirectoryBytes)
        }
        guard end.entries > 0 else { throw .empty }
    }

    /// Whether there is a locator of ZIP64's end record (APPNOTE 4.3.15).
    private static func hasLocator(_ file: ReadableFile, before endOffset: Int) throws(ArchiveError) -> Bool {
        guard endOffset >= 20 else { return false }
        return try file.record(at: endOffset - 20, count: 4) == [0x50, 0x4B, 0x06, 0x07]
    }

    /// Whether there is an end record with something after it, such as a comment.
    private static func hasEarlierEnd(_ file: ReadableFile) throws(ArchiveError) -> Bool {
        let count = min(file.size, EndRecord.byteCount + 0xFFFF)
        let tail = try file.record(at: file.size - count, count: count)
        let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        return tail.indices.dropLast(EndRecord.byteCount).contains { tail[$0..<$0 + 4].elementsEqual(signature) }
    }
}

extension ReadableFile {
    /// Exactly `count` bytes from `offset` on, which the file has unless it was truncated since.
    func record(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        let bytes = try translating(self.bytes(at: offset, count: count), to: ArchiveError.file)
        guard bytes.count == count else { throw .archive(.noEnd) }
        return bytes
    }
}
