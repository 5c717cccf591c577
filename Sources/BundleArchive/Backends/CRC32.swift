import CZlib

/// The check sum of a ZIP entry over bytes that come in parts (APPNOTE 4.4.7).
@safe package struct CRC32: Sendable {
    /// The sum of all bytes that were added.
    package private(set) var value: UInt32 = 0

    /// Starts with no bytes.
    package init() {}

    /// Adds `bytes`.
    package mutating func update(_ bytes: [UInt8]) {
        // Without a pointer zlib gives the sum of nothing, whatever went before.
        guard !bytes.isEmpty else { return }
        let sum = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe crc32_z(uLong(value), buffer.baseAddress, buffer.count)
        }
        value = UInt32(truncatingIfNeeded: sum)
    }

    /// The sum of `bytes`.
    package static func sum(of bytes: [UInt8]) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        return sum.value
    }
}
