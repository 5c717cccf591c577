import ManifestVerifier

extension DirectoryRecord {
    /// The entry's name, if everything that the directory says about the entry is in order.
    func checkedName() throws(EntryDefect) -> ArchiveName {
        guard ![header.packedByteCount, header.byteCount, offset].contains(0xFFFF_FFFF), disk != 0xFFFF else {
            throw .zip64
        }
        guard disk == 0 else { throw .split }
        let extra = try ExtraFields(extra, name: name)
        try checkPacking()
        let name = try translating(ArchiveName(bytes: self.name), to: EntryDefect.name)
        // Programs on UNIX write names as they are; elsewhere an unmarked name is in any code page.
        let isMarked = header.flags & EntryHeader.Flag.utf8 != 0 || extra.repeatsName
        guard isMarked || system == System.unix || system == System.macOS || self.name.allSatisfy({ $0 < 0x80 }) else {
            throw .unmarkedName
        }
        try checkKind(isFolder: name.isFolder)
        try checkSizes(isFolder: name.isFolder)
        return name
    }

    private func checkPacking() throws(EntryDefect) {
        typealias Flag = EntryHeader.Flag
        let encrypted = Flag.encrypted | Flag.strongEncryption | Flag.maskedHeader
        guard header.flags & encrypted == 0 else { throw .encrypted }
        let unknown = header.flags & ~(Flag.level | Flag.descriptor | Flag.utf8)
        guard unknown == 0 else { throw .unknownFlags(unknown) }
        guard ArchiveEntry.Method(rawValue: header.method) != nil else { throw .unknownMethod(header.method) }
        // 2.0 has folders and deflate; everything later is refused above or unknown here. In some archives the upper byte
        // names the system.
        guard header.versionNeeded & 0xFF <= 20 else { throw .tooNew(header.versionNeeded & 0xFF) }
    }

    /// Checks the attributes of every system they may belong to: programs differ in which they apply.
    private func checkKind(isFolder: Bool) throws(EntryDefect) {
        switch mode & 0o170000 {
        case 0: break
        case 0o100000: guard !isFolder else { throw .contradictsName }
        case 0o040000: guard isFolder else { throw .contradictsName }
        default: throw .specialFile(SpecialFile(mode: mode))
        }
        guard mode & 0o7000 == 0 else { throw .specialPermissions }
        // MS-DOS marks folders by 0x10; it has no mark for files. 0x08 is the label of a volume.
        guard attributes & 0x10 == 0 || isFolder, attributes & 0x08 == 0 else { throw .contradictsName }
    }

    private func checkSizes(isFolder: Bool) throws(EntryDefect) {
        guard !isFolder || (header.byteCount == 0 && header.crc == 0) else { throw .folderWithContent }
        guard header.byteCount <= Limits.webBundleFileBytes else { throw .tooLarge(limit: Limits.webBundleFileBytes) }
        guard header.method != ArchiveEntry.Method.stored.rawValue || header.byteCount == header.packedByteCount else {
            throw .storedSizes
        }
        guard ArchiveEntry.isPlausible(header.byteCount, from: header.packedByteCount) else {
            throw .ratio(limit: Limits.webBundleRatio)
        }
    }
}
