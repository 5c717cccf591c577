import LocalFiles
import ManifestVerifier

/// The digests of a body that is read in a stream, so that its size does not matter.
package struct BodyDigests: Sendable {
    /// Over the body alone.
    package let body: SHA256Digest
    /// Over `SignatureProfile.prefix(date:)` and the body.
    package let header: SHA256Digest
    /// The first 30 bytes of the body, or all when it is shorter.
    package let start: [UInt8]
    package let byteCount: Int

    /// Reads `file` to its end.
    ///
    /// - Parameter progress: told of every piece how many bytes it has.
    package init(
        of file: ReadableFile, date: SignedDate?, progress: (Int) -> Void = { _ in }
    ) throws(FileError) {
        let bodyHash = SHA256()
        let headerHash = SHA256()
        headerHash.update(SignatureProfile.prefix(date: date))
        var start: [UInt8] = []
        var count = 0
        while true {
            let chunk = try file.chunk(min(Self.chunkBytes, file.size + 1))
            if chunk.isEmpty { break }
            if count == 0 { start = Array(chunk.prefix(SignedDate.byteCount + 1)) }
            count += chunk.count
            bodyHash.update(chunk)
            if date != nil { headerHash.update(chunk) }
            progress(chunk.count)
        }
        body = bodyHash.finalize()
        header = date == nil ? body : headerHash.finalize()
        self.start = start
        byteCount = count
    }

    /// The digests of a body in memory.
    package init(of bytes: [UInt8], date: SignedDate?) {
        body = SHA256.hash(bytes)
        header = date == nil ? body : SHA256.hash(SignatureProfile.prefix(date: date), bytes)
        start = Array(bytes.prefix(SignedDate.byteCount + 1))
        byteCount = bytes.count
    }

    private static let chunkBytes = 256 << 10
}
