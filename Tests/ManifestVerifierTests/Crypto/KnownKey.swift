import ManifestVerifier
import TestSupport

/// The P-256 key and signatures that RFC 6979 §A.2.5 prints.
enum KnownKey {
    static let point =
        [0x04] + [UInt8](hexadecimal: "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
        + [UInt8](hexadecimal: "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")

    static let publicKey = Result { try PublicKey(uncompressedPoint: point) }

    /// The signature over SHA-256 of "sample".
    static let sampleSignature = signature(
        r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
        s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")

    /// The signature over SHA-256 of "test".
    static let testSignature = signature(
        r: "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
        s: "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083")

    private static func signature(r: String, s: String) -> [UInt8] {
        func integer(_ text: String) -> [UInt8] {
            let bytes = [UInt8](hexadecimal: text)
            return bytes[0] < 0x80 ? bytes : [0x00] + bytes
        }
        return SignatureParts(r: integer(r), s: integer(s)).der
    }
}
