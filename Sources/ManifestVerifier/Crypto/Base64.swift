#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Standard padded base64 (RFC 4648 §4) in its one canonical form.
public enum Base64 {
    /// The base64 of `bytes`.
    public static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The bytes of `text`; nil unless encoding them gives `text` back to the byte (padding bits included).
    public static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text) else { return nil }
        let bytes = [UInt8](data)
        guard encode(bytes).hasSameBytes(as: text) else { return nil }
        return bytes
    }
}

/// The URL-safe base64 without padding (RFC 4648 §5, RFC 7515 §2) in its one canonical form.
///
/// Its loops are spelled out: whole bodies go through them, and in a debug build a closure for each byte costs more than
/// everything else that is done with it.
package enum Base64URL {
    private static let (plus, slash, equals) = (UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="))
    private static let (minus, underscore) = (UInt8(ascii: "-"), UInt8(ascii: "_"))

    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let (plus, slash, minus, underscore) = (plus, slash, minus, underscore)
        var text = Array(Base64.encode(bytes).utf8)
        while text.last == equals { text.removeLast() }
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == plus { text[index] = minus } else if byte == slash { text[index] = underscore }
            index += 1
        }
        return text
    }

    /// The bytes of `text`; nil unless encoding them gives `text` back to the byte.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let (plus, slash, equals, minus, underscore) = (plus, slash, equals, minus, underscore)
        var standard = Array(text)
        var index = 0
        while index < standard.count {
            let byte = standard[index]
            if byte == plus || byte == slash || byte == equals { return nil }
            if byte == minus { standard[index] = plus } else if byte == underscore { standard[index] = slash }
            index += 1
        }
        standard += [UInt8](repeating: equals, count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(standard)) else { return nil }
        let bytes = [UInt8](data)
        // Both are ASCII, which has no other spelling.
        return Base64.encode(bytes) == String(decoding: standard, as: UTF8.self) ? bytes : nil
    }
}

/// The textual encoding of one DER value (RFC 7468), read strictly: one block, nothing around it.
package struct PEM {
    /// The text between `BEGIN` and the dashes.
    package let label: String
    /// The lines between the boundaries, joined.
    private let base64: String

    /// Fails when `bytes` are not one block with matching boundaries.
    package init?(_ bytes: [UInt8]) {
        // Strings are compared by canonical equivalence, which cannot mislead in ASCII.
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let (begin, end, dashes) = ("-----BEGIN ", "-----END ", "-----")
        guard lines.count >= 2, let first = lines.first, let last = lines.last, first.hasPrefix(begin),
            first.hasSuffix(dashes), first.utf8.count > begin.utf8.count + dashes.utf8.count
        else { return nil }
        label = String(first.dropFirst(begin.count).dropLast(dashes.count))
        let content = lines.dropFirst().dropLast()
        guard last == end + label + dashes, !content.contains(where: { $0.hasPrefix(dashes) }) else { return nil }
        base64 = content.joined()
    }

    /// The DER; nil when the lines are not canonical base64.
    package var der: [UInt8]? { Base64.decode(base64) }

    /// The text of `der` under `label`, 64 characters a line.
    package static func text(label: String, der: [UInt8]) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }
}
