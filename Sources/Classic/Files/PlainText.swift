import ManifestVerifier

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
    /// Whether the well-formed scalar that begins there is one of the second set of control characters, U+0080 to U+009F.
    fileprivate func isSecondControl(at index: Int) -> Bool { self[index] == 0xC2 && self[index + 1] < 0xA0 }
}
