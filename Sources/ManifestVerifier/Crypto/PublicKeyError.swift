/// Why bytes are no P-256 public key.
public enum PublicKeyError: Error, Equatable, Sendable {
    /// Not one PEM block.
    case notPEM
    /// A PEM block of another kind.
    case otherLabel(String)
    /// The PEM block does not hold canonical base64.
    case invalidBase64
    /// Not the DER of a SubjectPublicKeyInfo.
    case notSubjectPublicKeyInfo
    /// A key for another algorithm or curve.
    case otherKind(String)
    /// The point is compressed; a fingerprint needs the one uncompressed form.
    case compressedPoint
    /// The point is not on the curve.
    case pointNotOnCurve

    /// Names what is there instead of a P-256 key, as far as its object identifiers tell.
    init(notP256 der: [UInt8]) {
        let head = der.prefix(40)
        guard der.first == 0x30 else {
            self = .notSubjectPublicKeyInfo
            return
        }
        if der.starts(with: Self.compressedPrefix), der.count == Self.compressedPrefix.count + 33 {
            self = .compressedPoint
        } else if let kind = Self.kinds.first(where: { head.contains(slice: $0.identifier) }) {
            self = .otherKind(kind.name)
        } else {
            self = .notSubjectPublicKeyInfo
        }
    }

    private static let compressedPrefix: [UInt8] = [
        0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
    ]

    /// Object identifiers with their tag and length; the curve comes before the algorithm that has many of them.
    private static let kinds: [(identifier: [UInt8], name: String)] = [
        ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22], "P-384"),
        ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23], "P-521"),
        ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A], "secp256k1"),
        ([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01], "RSA"),
        ([0x06, 0x03, 0x2B, 0x65, 0x70], "Ed25519"),
        (
            [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01],
            "an elliptic curve that is not the named curve P-256"
        ),
    ]

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .notPEM: "not one PEM block"
        case .otherLabel(let label): "a PEM block \"\(label)\" where a \"PUBLIC KEY\" is needed"
        case .invalidBase64: "the PEM block does not hold canonical base64"
        case .notSubjectPublicKeyInfo: "not a SubjectPublicKeyInfo"
        case .otherKind(let kind): "the key is for \(kind); only P-256 is accepted"
        case .compressedPoint: "the key has a compressed point"
        case .pointNotOnCurve: "the point is not on the curve P-256"
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func contains(slice: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: slice) }
    }
}
