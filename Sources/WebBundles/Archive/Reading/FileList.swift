import ManifestVerifier

/// The list of a bundle's files, by which what is on a disk is the same as what was signed: one line `SHA256 SIZE PATH` for
/// each file, sorted by their bytes, each with a line feed at its end.
package struct FileList: Equatable, Sendable {
    private var lines: [[UInt8]] = []

    package init() {}

    package mutating func add(_ path: String, digest: SHA256Digest, byteCount: Int) {
        lines.append(Array("\(digest.hexadecimal) \(byteCount) \(path)\n".utf8))
    }

    /// Adds an entry of an archive, unless it is a folder.
    mutating func add(_ entry: ArchiveEntry, digest: SHA256Digest) {
        if !entry.isFolder { add(entry.name.spelling, digest: digest, byteCount: entry.byteCount) }
    }

    package var bytes: [UInt8] { Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()) }

    /// The SHA-256 of the list, 64 lowercase hexadecimal digits.
    package var digest: String { SHA256.hash(bytes).hexadecimal }
}
