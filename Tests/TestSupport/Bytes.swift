/// A generator whose numbers are the same in every run (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

extension [UInt8] {
    /// These bytes with one bit flipped; bit 0 is the lowest of the first byte.
    package func flipping(bit: Int) -> [UInt8] {
        var bytes = self
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    /// The bytes of a text of hexadecimal digits.
    package init(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
