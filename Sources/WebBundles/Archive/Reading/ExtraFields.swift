/// The extra fields of an entry (APPNOTE 4.5): most carry only times and owners, some change what the entry is.
struct ExtraFields {
    /// The fields that must be understood.
    private enum Identifier {
        static let zip64 = 0x0001
        static let strongEncryption = 0x0017
        static let unicodePath = 0x7075
        static let aes = 0x9901
    }

    /// Whether a field repeats the name, as UTF-8.
    let repeatsName: Bool

    init(_ bytes: [UInt8], name: [UInt8]) throws(EntryDefect) {
        var repeatsName = false
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw .brokenExtraFields }
            var reader = RecordReader(Array(rest.prefix(4)))
            let (identifier, count) = (reader.uint16(), reader.uint16())
            rest = rest.dropFirst(4)
            guard rest.count >= count else { throw .brokenExtraFields }
            switch identifier {
            case Identifier.zip64: throw .zip64
            case Identifier.aes, Identifier.strongEncryption: throw .encrypted
            case Identifier.unicodePath:
                guard Array(rest.prefix(count)) == Self.unicodePath(name) else { throw .secondName }
                repeatsName = true
            default: break
            }
            rest = rest.dropFirst(count)
        }
        self.repeatsName = repeatsName
    }

    /// The field that agrees with the header (APPNOTE 4.6.9): version 1, the checksum of the header's name, the name.
    private static func unicodePath(_ name: [UInt8]) -> [UInt8] {
        var field: [UInt8] = [1]
        field.append(uint32: Int(CRC32.sum(of: name)))
        return field + name
    }
}
