import LocalFiles
import ManifestVerifier

/// An archive whose names, sizes and places are all in order; what is in its entries is checked as it is read.
package struct ArchiveReader {
    /// The files and folders in the order of the archive's directory; at least one.
    package let entries: [ArchiveEntry]
    let file: ReadableFile

    /// Checks all that can be checked before a byte is unpacked.
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
            // Each is within its own limit, so that the sum cannot overflow.
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

    /// Bytes of all contents, unpacked.
    package var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }
}
