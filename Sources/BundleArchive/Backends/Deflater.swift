import CZlib

/// The owner of a running raw deflate stream (RFC 1951), always of level 9 and the same window.
@safe final class Deflater {
    // zlib keeps the address of the stream, so that it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let pieceBytes = 64 << 10

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        precondition(unsafe signet_deflate_start(stream, 9) == Z_OK, "zlib cannot start to deflate")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Deflates further bytes and gives what comes out, which may be nothing yet.
    ///
    /// - Parameter isLast: whether the stream ends with these bytes; nothing may follow then.
    func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        precondition(bytes.count <= 1 << 30, "zlib counts in 32 bits")
        var input = bytes
        return unsafe input.withUnsafeMutableBufferPointer { buffer in
            unsafe stream.pointee.next_in = buffer.baseAddress
            unsafe stream.pointee.avail_in = uInt(buffer.count)
            // The bytes are only there for this call.
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
                // Room that was left over says that nothing more comes out.
                if status == Z_STREAM_END || (!isLast && piece.count < Self.pieceBytes) { return output }
            }
        }
    }
}
