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
