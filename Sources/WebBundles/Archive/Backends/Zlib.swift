import CZlib

/// The owner of a running raw deflate stream (RFC 1951), always of level 6, which `zip` has, and the same window:
/// level 9 takes twice as long and makes scripts one percent smaller.
@safe final class Deflater {
    // zlib keeps the address of the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let pieceBytes = 64 << 10

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        precondition(unsafe signet_deflate_start(stream, 6) == Z_OK, "zlib cannot start to deflate")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Deflates further bytes and returns the output so far, which may be empty.
    ///
    /// - Parameter isLast: whether the stream ends with these bytes.
    func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        precondition(bytes.count <= 1 << 30, "zlib counts in 32 bits")
        var input = bytes
        return unsafe input.withUnsafeMutableBufferPointer { buffer in
            unsafe stream.pointee.next_in = buffer.baseAddress
            unsafe stream.pointee.avail_in = uInt(buffer.count)
            // The bytes are valid only during this call.
            defer { unsafe stream.pointee.next_in = nil }
            var output: [UInt8] = []
            while true {
                var status = Z_OK
                let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { space, filled in
                    unsafe stream.pointee.next_out = space.baseAddress
                    unsafe stream.pointee.avail_out = uInt(Self.pieceBytes)
                    status = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    filled = unsafe Self.pieceBytes - Int(stream.pointee.avail_out)
                    unsafe stream.pointee.next_out = nil
                }
                precondition(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR, "zlib cannot deflate")
                output += piece
                // Unused room means that there is no more output.
                if status == Z_STREAM_END || (!isLast && piece.count < Self.pieceBytes) { return output }
            }
        }
    }
}

/// The owner of a running raw inflate stream (RFC 1951).
@safe final class Inflater {
    /// How far the stream has come.
    enum State {
        case goesOn
        case ended
        /// The bytes are not a deflate stream.
        case broken
    }

    // zlib keeps the address of the stream, so it must not move.
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

    /// Bytes of the input that were not consumed; after the end of the stream they do not belong to it.
    var unusedCount: Int { input.count - position }

    /// Gives the stream further bytes, once it has used up the former ones.
    func feed(_ bytes: [UInt8]) {
        precondition(unusedCount == 0 && bytes.count <= 1 << 30, "the bytes before are not used up")
        input = bytes
        position = 0
    }

    /// The next output, at most 64 KiB; empty when the stream needs more bytes, has ended or is broken.
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
                // The bytes and the room are valid only during this call.
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        switch status {
        // A buffer error only means that there was nothing to do.
        case Z_OK, Z_BUF_ERROR: state = .goesOn
        case Z_STREAM_END: state = .ended
        default: state = .broken
        }
        return output
    }
}

/// The checksum of a ZIP entry over bytes that come in parts (APPNOTE 4.4.7).
@safe package struct CRC32: Sendable {
    /// The sum of all bytes that were added.
    package private(set) var value: UInt32 = 0

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
        // Without a pointer zlib starts over, whatever came before.
        guard !bytes.isEmpty else { return }
        let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe crc32_z(uLong(value), buffer.baseAddress, buffer.count)
        }
        value = UInt32(truncatingIfNeeded: sum)
    }

    package static func sum(of bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }
}
