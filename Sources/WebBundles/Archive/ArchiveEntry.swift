import ManifestVerifier

package struct ArchiveEntry: Sendable {
    package enum Method: Int, Sendable {
        case stored = 0
        case deflated = 8
    }

    package let name: ArchiveName
    /// Bytes of the content, unpacked.
    package let byteCount: Int
    /// Bytes of the content in the archive.
    package let packedByteCount: Int
    /// The checksum of the unpacked content.
    package let crc: UInt32
    package let method: Method
    /// Where the packed content begins in the archive.
    package let offset: Int

    package var isFolder: Bool { name.isFolder }

    /// Whether packed bytes may unpack to `byteCount` bytes; more is taken for a bomb.
    static func isPlausible(_ byteCount: Int, from packedByteCount: Int) -> Bool {
        byteCount <= Limits.webBundleFreeBytes + packedByteCount * Limits.webBundleRatio
    }
}
