import LocalFiles
import ManifestVerifier

/// The places of an archive's entries: one after the other from the first byte to the directory, without gaps, each with
/// a header of its own that agrees with the directory.
///
/// Overlapping entries make bombs, and bytes that belong to nothing hide what other programs find.
struct ArchiveLayout {
    let file: ReadableFile
    let directory: ArchiveDirectory

    /// Where the content of each entry begins, in the order of the directory.
    func contentOffsets() throws(ArchiveError) -> [Int] {
        let records = directory.records
        let order = records.indices.sorted { (records[$0].offset, $0) < (records[$1].offset, $1) }
        guard let first = order.first, records[first].offset == 0 else { throw .archive(.bytesBeforeFirst) }
        var offsets = Array(repeating: 0, count: order.count)
        for (place, index) in order.enumerated() {
            let next = place + 1 < order.count ? records[order[place + 1]] : nil
            offsets[index] = try contentOffset(of: records[index], before: next)
        }
        return offsets
    }

    private func contentOffset(
        of record: DirectoryRecord, before next: DirectoryRecord?
    ) throws(ArchiveError) -> Int {
        let end = next?.offset ?? directory.offset
        let overlap = next.map { EntryDefect.overlaps($0.shownName) } ?? .overlapsDirectory
        let nameOffset = record.offset + LocalRecord.byteCount
        let extraOffset = nameOffset + record.name.count
        guard extraOffset <= end else { throw record.error(overlap) }
        let bytes = try file.record(at: record.offset, count: extraOffset - record.offset)
        guard let local = LocalRecord(Array(bytes.prefix(LocalRecord.byteCount))) else {
            throw record.error(.noLocalHeader)
        }
        let name = Array(bytes.dropFirst(LocalRecord.byteCount))
        if let field = record.difference(from: local.header, name: name) {
            throw record.error(.localHeaderDiffers(field))
        }
        let contentOffset = extraOffset + local.header.extraBytes
        let contentEnd = contentOffset + record.header.packedByteCount
        guard contentEnd <= end else { throw record.error(overlap) }
        let extra = try file.record(at: extraOffset, count: local.header.extraBytes)
        _ = try translating(ExtraFields(extra, name: name), to: record.error)
        if record.header.flags & EntryHeader.Flag.descriptor == 0 {
            guard contentEnd == end else { throw record.error(.gapAfter) }
        } else {
            // The longest descriptor has 16 bytes; one more byte shows that there are too many.
            let descriptor = try file.record(at: contentEnd, count: min(end - contentEnd, 17))
            guard record.isDescriptor(descriptor) else { throw record.error(.brokenDescriptor) }
        }
        return contentOffset
    }
}

extension DirectoryRecord {
    var shownName: String { String(showing: name) }

    func error(_ defect: EntryDefect) -> ArchiveError { .entry(shownName, defect) }

    /// What differs in the entry's own header; nil when it agrees.
    ///
    /// Times and the version needed do not matter. Where the sizes follow the content, the header may have a zero for each
    /// (APPNOTE 4.4.4, bit 3).
    fileprivate func difference(from local: EntryHeader, name: [UInt8]) -> String? {
        let isLate = header.flags & EntryHeader.Flag.descriptor != 0
        func agrees(_ field: KeyPath<EntryHeader, Int>) -> Bool {
            local[keyPath: field] == header[keyPath: field] || (isLate && local[keyPath: field] == 0)
        }
        if local.nameBytes != header.nameBytes || name != self.name { return "the name" }
        if local.flags != header.flags { return "the flags" }
        if local.method != header.method { return "the method" }
        if !agrees(\.crc) { return "the checksum" }
        if !agrees(\.packedByteCount) || !agrees(\.byteCount) { return "the sizes" }
        return nil
    }

    /// Whether the bytes between the content and the next entry are the descriptor that the entry announces, with or
    /// without its signature (APPNOTE 4.3.9).
    fileprivate func isDescriptor(_ bytes: [UInt8]) -> Bool {
        var plain: [UInt8] = []
        for number in [header.crc, header.packedByteCount, header.byteCount] { plain.append(uint32: number) }
        return bytes == plain || bytes == [0x50, 0x4B, 0x07, 0x08] + plain
    }
}
