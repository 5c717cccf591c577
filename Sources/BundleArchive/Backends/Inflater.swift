import CZlib

/// The owner of a running raw inflate stream (RFC 1951).
@safe final class Inflater {
    /// How far the stream has come.
    enum State {
        case goesOn
        case ended
        /// The bytes are no deflate stream.
        case broken
    }

    // zlib keeps the address of the stream, so that it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var state = State.goesOn
    private var input: [UInt8] = []
    private var position = 0
    private static let pieceBytes = 64 << 10

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        precondition(unsafe signet_inflate_start(stream) == Z_OK, "zlib cannot start to inflate")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Bytes of the input that were not looked at; after the end of the stream they do not belong to it.
    var unusedCount: Int { input.count - position }

    /// Gives the stream further bytes, once all that could come out has.
    func feed(_ bytes: [UInt8]) {
        precondition(unusedCount == 0 && bytes.count <= 1 << 30, "the bytes before are not used up")
        input = bytes
        position = 0
    }

    /// What comes out next, 64 KiB at most; nothing when the stream needs more bytes, has ended or is broken.
    func next() -> [UInt8] {
        guard state == .goesOn else { return [] }
        var status = Z_OK
        let output = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { space, filled in
            unsafe input.withUnsafeMutableBufferPointer { buffer in
                unsafe stream.pointee.next_in = buffer.baseAddress?.advanced(by: position)
                unsafe stream.pointee.avail_in = uInt(buffer.count - position)
                unsafe stream.pointee.next_out = space.baseAddress
                unsafe stream.pointee.avail_out = uInt(Self.pieceBytes)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                position = unsafe buffer.count - Int(stream.pointee.avail_in)
                filled = unsafe Self.pieceBytes - Int(stream.pointee.avail_out)
                // The bytes and the room are only there for this call.
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        switch status {
        // A buffer error only says that there was nothing to do.
        case Z_OK, Z_BUF_ERROR: state = .goesOn
        case Z_STREAM_END: state = .ended
        default: state = .broken
        }
        return output
    }
}
