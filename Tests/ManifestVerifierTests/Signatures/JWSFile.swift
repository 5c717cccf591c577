import ManifestVerifier
import Testing

/// A `.jws` without a defect; each rule has its vectors (verification-jws.json).
enum JWSFile {
    /// The members of the header, in their order.
    static let members = [
        #""alg":"ES256""#, #""kid":"publisher""#, #""typ":"signet+jws""#, #""environment":"production""#,
        #""path":"distribution/availability-ios""#, #""iat":1596495575"#,
    ]
    static let header = "{\(members.joined(separator: ","))}"
    /// Of a length that leaves bits after the last byte.
    static let body = encoded("{\"value\":1}\n ")
    static let signature = encoded(rawSignature)
    static let file = Array("\(encoded(header)).\(body).\(signature)".utf8)

    /// r and s of a real signature; in DER each has a zero before it.
    static let rawSignature = Array(KnownKey.sampleSignature[5..<37] + KnownKey.sampleSignature.suffix(32))

    static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }
    static func encoded(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

    /// What `JWS` says of some bytes.
    static func outcome(of file: [UInt8]) -> VerificationError.Malformed? {
        do throws(VerificationError.Malformed) {
            _ = try JWS(file)
            return nil
        } catch {
            return error
        }
    }
}
