extension ArchiveReader {
    private static let pieceBytes = 64 << 10

    /// Reads the content of an entry, piece by piece. Its length, check sum and end are checked: what came was right
    /// only when this returns.
    package func read(
        _ entry: ArchiveEntry, each: ([UInt8]) throws(ArchiveError) -> Void
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
        case .stored: try readPacked(entry, each: take)
        case .deflated: try inflate(entry, each: take)
        }
        guard done == entry.byteCount else { throw entry.error(.endsEarly) }
        guard sum.value == entry.crc else { throw entry.error(.wrongChecksum) }
    }

    /// Reads all contents only to check them.
    package func checkContents() throws(ArchiveError) {
        for entry in entries { try read(entry) { (_: [UInt8]) throws(ArchiveError) in } }
    }

    private func inflate(
        _ entry: ArchiveEntry, each: ([UInt8]) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let inflater = Inflater()
        try readPacked(entry) { (packed) throws(ArchiveError) in
            guard inflater.state == .goesOn else { throw entry.error(.bytesAfterDeflate) }
            inflater.feed(packed)
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
