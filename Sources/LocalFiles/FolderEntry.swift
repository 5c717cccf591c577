/// One entry of a folder. Its name is bytes: two names are the same only if their bytes are.
///
/// Strings are compared by canonical equivalence instead: for them U+212A KELVIN SIGN is the letter K, and anything that
/// is not UTF-8 is U+FFFD. Code that compares or looks up names uses `asciiName` or `bytes`.
package struct FolderEntry: Sendable {
    package let bytes: [UInt8]
    /// The name as text, to open the entry with; `shownName` for a name that is not UTF-8.
    package let name: String
    /// What the entry is; one whose name is not UTF-8 is never a file or folder of ours.
    package let kind: Folder.Kind

    init(bytes: [UInt8], kind: Folder.Kind) {
        let text = String(decoding: bytes, as: UTF8.self)
        let isUTF8 = text.utf8.elementsEqual(bytes)
        self.bytes = bytes
        name = isUTF8 ? text : Self.escaped(bytes)
        self.kind = isUTF8 ? kind : .other
    }

    /// The name if it is ASCII, of which equal strings have equal bytes.
    package var asciiName: String? { bytes.allSatisfy { $0 < 0x80 } ? name : nil }

    /// The name in ASCII, for messages: `\u{212A}` for a character and `\xFF` for a byte that belongs to none.
    package var shownName: String { asciiName ?? Self.escaped(bytes) }

    /// Whether its name comes before that of another, by their bytes.
    package func precedes(_ other: FolderEntry) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }

    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let byte = rest.first {
            // The shortest prefix that is one character and not the result of repairing invalid bytes.
            let scalar = (1...4).lazy.compactMap { count in
                let start = rest.prefix(count)
                let scalars = String(decoding: start, as: UTF8.self).unicodeScalars
                return scalars.count == 1 && scalars[scalars.startIndex].utf8.elementsEqual(start) ? scalars.first : nil
            }.first
            switch scalar {
            case let scalar? where scalar.isASCII: text.unicodeScalars.append(scalar)
            case let scalar?: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            case nil: text += "\\x\(String(byte, radix: 16, uppercase: true))"
            }
            rest = rest.dropFirst(scalar.map { UTF8.width($0) } ?? 1)
        }
        return text
    }
}
