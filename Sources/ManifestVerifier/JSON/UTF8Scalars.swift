extension [UInt8] {
    /// The bytes of the scalar of two to four bytes that begins there, by the table of well-formed UTF-8 (Unicode §3.9,
    /// table 3-7); nil when it is malformed.
    package func scalarLength(at index: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch self[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= count, second.contains(self[index + 1]) else { return nil }
        for offset in 2..<Swift.max(length, 2) where !(0x80...0xBF).contains(self[index + offset]) { return nil }
        return length
    }
}
