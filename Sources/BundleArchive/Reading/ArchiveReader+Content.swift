import LocalFiles
import ManifestVerifier

extension ArchiveReader {
    private static let pieceBytes = 64 << 10

    /// Reads the content of an entry, piece by piece. Its length, check sum and end are checked: what came was right
    /// only when this returns.
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

    /// Reads the whole archive once, from its first byte to its last: every content is checked, and all bytes are hashed.
    ///
    /// - Parameters:
    ///   - progress: told how many bytes of the archive were read since the last call.
    ///   - each: receives the contents in the order of the archive, piece by piece.
    /// - Returns: SHA-256 of the archive.
    package func readWhole(
        progress: (Int) -> Void = { _ in }, each: (ArchiveEntry, [UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> SHA256Digest {
        let hash = SHA256()
        var position = 0
        // Each entry, and what is before it: headers and descriptors. Last comes the directory.
        for entry in entries.sorted(by: { $0.offset < $1.offset }).map(Optional.some) + [nil] {
            while case let count = min(Self.pieceBytes, (entry?.offset ?? file.size) - position), count > 0 {
                hash.update(try file.record(at: position, count: count))
                position += count
                progress(count)
            }
            guard let entry else { break }
            try read(
                entry,
                packed: { piece in
                    hash.update(piece)
                    position += piece.count
                    progress(piece.count)
                }
            ) { (piece) throws(ArchiveError) in try each(entry, piece) }
        }
        return hash.finalize()
    }

    /// Reads all contents only to check them.
    package func checkContents() throws(ArchiveError) {
        for entry in entries { try read(entry) { (_: [UInt8]) throws(ArchiveError) in } }
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
    /// The error that names this entry.
    fileprivate func error(_ defect: EntryDefect) -> ArchiveError { .entry(name.spelling, defect) }
}
