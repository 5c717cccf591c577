import ManifestVerifier

extension Sequence<UInt8> {
    /// The bytes as they stand in a URL that AWS signs: all but letters, digits and `-._~` as `%XX` ("UriEncode" of Signature
    /// Version 4).
    ///
    /// - Parameter keepsSlashes: whether a `/` stays, as in the key of an object.
    func percentEncoded(keepsSlashes: Bool = false) -> String {
        var encoded: [UInt8] = []
        for byte in self {
            if byte.isASCIIAlphanumeric || unreserved.contains(byte) || (keepsSlashes && byte == UInt8(ascii: "/")) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

private let unreserved = Set("-._~".utf8)
private let digits = Array("0123456789ABCDEF".utf8)
