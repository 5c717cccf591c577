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

/// The extra fields of an entry (APPNOTE 4.5): most carry only times and owners, some change what the entry is.
struct ExtraFields {
    /// The fields that must be understood.
    private enum Identifier {
        static let zip64 = 0x0001
        static let strongEncryption = 0x0017
        static let unicodePath = 0x7075
        static let aes = 0x9901
    }

    /// Whether a field repeats the name, as UTF-8.
    let repeatsName: Bool

    init(_ bytes: [UInt8], name: [UInt8]) throws(EntryDefect) {
        var repeatsName = false
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw .brokenExtraFields }
            var reader = RecordReader(Array(rest.prefix(4)))
            let (identifier, count) = (reader.uint16(), reader.uint16())
            rest = rest.dropFirst(4)
            guard rest.count >= count else { throw .brokenExtraFields }
            switch identifier {
            case Identifier.zip64: throw .zip64
            case Identifier.aes, Identifier.strongEncryption: throw .encrypted
            case Identifier.unicodePath:
                guard Array(rest.prefix(count)) == Self.unicodePath(name) else { throw .secondName }
                repeatsName = true
            default: break
            }
            rest = rest.dropFirst(count)
        }
        self.repeatsName = repeatsName
    }

    /// The field that agrees with the header (APPNOTE 4.6.9): version 1, the checksum of the header's name, the name.
    private static func unicodePath(_ name: [UInt8]) -> [UInt8] {
        var field: [UInt8] = [1]
        field.append(uint32: Int(CRC32.sum(of: name)))
        return field + name
    }
}
