/// Gives up to so many bytes of a file from an offset on; fewer only at the end.
typealias ByteSource = @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

/// The part of a file that is in memory. It begins where a line begins, so that no line is put together from pieces.
struct FileWindow {
    private let source: ByteSource
    private let blockBytes: Int
    private var offset: Int
    private(set) var bytes: [UInt8] = []
    /// Whether the file ends where the part ends.
    private(set) var isLast = false

    /// The first block from `offset` on.
    init(_ source: @escaping ByteSource, from offset: Int, blockBytes: Int) throws {
        self.source = source
        self.blockBytes = blockBytes
        self.offset = offset
        try load(blockBytes)
    }

    /// Makes the byte at `position` the first one and reads on; from the first one on, twice as much is read as before.
    mutating func move(to position: Int) throws {
        offset += position
        try load(position > 0 ? blockBytes : 2 * bytes.count)
    }

    private mutating func load(_ count: Int) throws {
        bytes = try source(offset, count)
        isLast = bytes.count < count
    }
}
