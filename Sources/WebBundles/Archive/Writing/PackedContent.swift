import LocalFiles
import ManifestVerifier

/// A content as an archive holds it: deflated where that makes it smaller and no reader takes it for a bomb, otherwise stored.
package struct PackedContent: Sendable {
    let name: ArchiveName
    let header: EntryHeader
    private(set) var pieces: [[UInt8]] = []

    private static let pieceBytes = 256 << 10
    /// Of a large content so much is tried first, since most images, fonts and archives do not get smaller.
    private static let trialBytes = 8 << 10

    /// Packs a file ahead of its turn, in memory, which takes hardly more bytes than the file has.
    package init(_ name: ArchiveName, from source: ReadableFile) throws(ArchiveError) {
        self.name = name
        var pieces: [[UInt8]] = []
        header = try Self.pack(name, from: source) { (piece, offset) throws(ArchiveError) in
            if offset == 0 { pieces = [] }
            pieces.append(piece)
        }
        self.pieces = pieces
    }

    /// Packs a file piece by piece.
    ///
    /// - Parameters:
    ///   - progress: receives how many bytes of the file have been processed so far.
    ///   - write: gets bytes and their offset in the packed content; those from offset 0 on may come twice, and the later
    ///     ones, which are never fewer, count.
    static func pack(
        _ name: ArchiveName, from source: ReadableFile, progress: (Int) -> Void = { _ in },
        write: ([UInt8], Int) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> EntryHeader {
        if let header = try deflate(name, from: source, progress: progress, write: write) { return header }
        var sum = CRC32()
        var done = 0
        while case let piece = try piece(of: source, at: done), !piece.isEmpty {
            guard done + piece.count <= source.size else { throw .entry(name.spelling, .changedWhileRead) }
            sum.update(piece)
            try write(piece, done)
            done += piece.count
        }
        guard done == source.size else { throw .entry(name.spelling, .changedWhileRead) }
        return EntryHeader(name: name, method: .stored, crc: sum.value, packedByteCount: done, byteCount: done)
    }

    /// Deflates a content; nil as soon as it turns out that it must be stored.
    private static func deflate(
        _ name: ArchiveName, from source: ReadableFile, progress: (Int) -> Void,
        write: ([UInt8], Int) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> EntryHeader? {
        guard try shrinks(source) else { return nil }
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
            isLast = piece.count < pieceBytes
            let output = deflater.deflate(piece, isLast: isLast)
            if packed + output.count < source.size {
                try write(output, packed)
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

    /// Whether a content is not worth a trial, or its start gets smaller by a 32nd at least.
    private static func shrinks(_ source: ReadableFile) throws(ArchiveError) -> Bool {
        guard source.size >= 4 * trialBytes else { return true }
        let start = try translating(source.bytes(at: 0, count: trialBytes), to: ArchiveError.file)
        return Deflater().deflate(start, isLast: true).count < start.count - start.count / 32
    }

    private static func piece(of source: ReadableFile, at offset: Int) throws(ArchiveError) -> [UInt8] {
        try translating(source.bytes(at: offset, count: pieceBytes), to: ArchiveError.file)
    }
}
