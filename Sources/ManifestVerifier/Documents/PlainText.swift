/// Text that is signed: well-formed UTF-8 without control characters other than tabs and line ends.
enum PlainText {
    /// The first line, counted from 1, that holds anything else; nil for plain text.
    static func firstOtherLine(of bytes: [UInt8]) -> Int? {
        var (index, line) = (0, 1)
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A:
                line += 1
                index += 1
            case 0x20..<0x7F, 0x09, 0x0D: index += 1
            case 0x80...:
                guard let length = bytes.scalarLength(at: index), !bytes.isSecondControl(at: index) else { return line }
                index += length
            default: return line
            }
        }
        return nil
    }
}

extension [UInt8] {
    /// The bytes of the scalar of two to four bytes that begins there, by the table of well-formed UTF-8 (Unicode §3.9,
    /// table 3-7); nil when it is malformed.
    func scalarLength(at index: Int) -> Int? {
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

    /// Whether the well-formed scalar that begins there is one of the second set of control characters, U+0080 to U+009F.
    fileprivate func isSecondControl(at index: Int) -> Bool { self[index] == 0xC2 && self[index + 1] < 0xA0 }
}
