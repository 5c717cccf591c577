import LocalFiles

/// The bytes of a file or of a part of it, read when they are asked for.
///
/// The file was opened when the response was made: one that is replaced or removed meanwhile is served to its end as it was.
public struct BundleBody: AsyncSequence, Sendable {
    /// The next bytes of a body.
    public typealias Element = [UInt8]

    /// How many bytes there are.
    public let byteCount: Int
    private let file: ReadableFile
    private let start: Int

    /// A part of an open file.
    init(_ file: ReadableFile, _ range: Range<Int>) {
        self.file = file
        start = range.lowerBound
        byteCount = range.count
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the body, none behind it.
    ///
    /// This reads from the disk: from the main actor rather iterate over the body, which reads elsewhere.
    public func bytes(at offset: Int, count: Int) throws(ServingError) -> [UInt8] {
        precondition(offset >= 0 && count >= 0, "there is nothing before a body")
        let wanted = Swift.min(count, byteCount - offset)
        guard wanted > 0 else { return [] }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try file.bytes(at: start + offset, count: wanted)
        } catch {
            throw ServingError(error)
        }
        guard bytes.count == wanted else { throw .fileCutShort(file.path) }
        return bytes
    }

    /// Reads the body in pieces of 256 KiB.
    public func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let body: BundleBody
        private var offset = 0

        /// Begins at the start.
        init(body: BundleBody) { self.body = body }

        /// The next piece, which is not empty; nil at the end.
        ///
        /// It is read away from the caller's actor.
        ///
        /// - Throws: ``ServingError``.
        @concurrent
        public mutating func next() async throws -> [UInt8]? {
            let piece = try body.bytes(at: offset, count: 256 << 10)
            offset += piece.count
            return piece.isEmpty ? nil : piece
        }
    }
}
