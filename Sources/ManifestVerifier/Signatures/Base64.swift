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
