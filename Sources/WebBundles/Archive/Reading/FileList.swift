import ManifestVerifier

/// The list of a bundle's files, by which what is on a disk is the same as what was signed: one line `SHA256 SIZE PATH` for
/// each file, sorted by their bytes, each with a line feed at its end.
package struct FileList: Equatable, Sendable {
    /// What a file must be.
    package struct Entry: Equatable, Sendable {
        /// 64 lowercase hexadecimal digits.
        package let sha256: String
        package let byteCount: Int
    }

    /// The files by their paths, in bytes: texts that look the same are different files.
    package private(set) var entries: [[UInt8]: Entry] = [:]

    package init() {}

    /// Reads a list; nil for anything but the one spelling of one.
    package init?(_ text: [UInt8]) {
        guard text.last == Self.lineFeed else { return nil }
        for line in text.dropLast().split(separator: Self.lineFeed, omittingEmptySubsequences: false) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            // Another spelling of the number or the digest is refused with the whole text.
            guard parts.count == 3, parts[0].count == 64, parts[0].allSatisfy(Self.isHexadecimal),
                (1...10).contains(parts[1].count), let size = Int(String(decoding: parts[1], as: UTF8.self)), size >= 0,
                let name = try? ArchiveName(bytes: Array(parts[2])), !name.isFolder,
                entries.count < Limits.webBundleEntries
            else { return nil }
            let entry = Entry(sha256: String(decoding: parts[0], as: UTF8.self), byteCount: size)
            guard entries.updateValue(entry, forKey: Array(parts[2])) == nil else { return nil }
        }
        guard bytes == text else { return nil }
    }

    package mutating func add(_ path: String, digest: SHA256Digest, byteCount: Int) {
        entries[Array(path.utf8)] = Entry(sha256: digest.hexadecimal, byteCount: byteCount)
    }

    /// Adds an entry of an archive, unless it is a folder.
    mutating func add(_ entry: ArchiveEntry, digest: SHA256Digest) {
        if !entry.isFolder { add(entry.name.spelling, digest: digest, byteCount: entry.byteCount) }
    }

    package var bytes: [UInt8] {
        let lines = entries.map { path, entry in
            Array("\(entry.sha256) \(entry.byteCount) ".utf8) + path + [Self.lineFeed]
        }
        return Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined())
    }

    /// The SHA-256 of the list, 64 lowercase hexadecimal digits.
    package var digest: String { SHA256.hash(bytes).hexadecimal }

    private static let lineFeed = UInt8(ascii: "\n")

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
