extension Span<UInt8> {
    /// The eight bytes from `offset` on, the first in the lowest bits; nil when there are fewer.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count &- 8 else { return nil }
        // Within the bounds; and any eight bytes are a number.
        return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }
}
