/// A P-256 public key, parsed and checked once.
public struct PublicKey: Sendable, Hashable {
    /// The DER of the SubjectPublicKeyInfo (RFC 5480) with an uncompressed point, 91 bytes.
    public let derRepresentation: [UInt8]
    /// The SHA-256 of the SubjectPublicKeyInfo.
    public let fingerprint: SHA256Digest
    private let native: NativePublicKey

    /// Reads a SubjectPublicKeyInfo.
    public init(derRepresentation der: [UInt8]) throws(PublicKeyError) {
        guard der.starts(with: Self.prefix), der.count == Self.prefix.count + Self.pointBytes else {
            // What agrees with the prefix as far as it goes is such a key, cut short or with something appended.
            guard zip(der, Self.prefix).contains(where: { $0 != $1 }) else { throw .notSubjectPublicKeyInfo }
            throw PublicKeyError(notP256: der)
        }
        // The length and the leading 04 are checked before C sees the point.
        let point = Array(der.dropFirst(Self.prefix.count))
        guard point[0] == 0x04 else { throw .notSubjectPublicKeyInfo }
        guard let native = NativePublicKey(uncompressedPoint: point) else { throw .pointNotOnCurve }
        self.native = native
        derRepresentation = der
        fingerprint = SHA256.hash(der)
    }

    /// Reads one `PUBLIC KEY` block.
    public init(pemRepresentation pem: [UInt8]) throws(PublicKeyError) {
        guard let block = PEM(pem) else { throw .notPEM }
        guard block.label == Self.pemLabel else { throw .otherLabel(block.label) }
        guard let der = block.der else { throw .invalidBase64 }
        try self.init(derRepresentation: der)
    }

    /// The key of an uncompressed point: `04`, x, y.
    package init(uncompressedPoint point: [UInt8]) throws(PublicKeyError) {
        try self.init(derRepresentation: Self.prefix + point)
    }

    /// The PEM of the SubjectPublicKeyInfo.
    public var pemRepresentation: String { PEM.text(label: Self.pemLabel, der: derRepresentation) }

    /// Whether `signature` is this key's signature over the bytes that have this digest.
    public func isValidSignature(_ signature: ECDSASignature, for digest: SHA256Digest) -> Bool {
        native.isValidSignature(signature, for: digest.bytes)
    }

    /// Whether `signature` is this key's signature over the bytes that have this digest.
    package func isValidSignature(_ signature: ECDSASignature, for digest: ListedDigest) -> Bool {
        native.isValidSignature(signature, for: digest.bytes)
    }

    public static func == (a: PublicKey, b: PublicKey) -> Bool { a.derRepresentation == b.derRepresentation }

    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }

    private static let pemLabel = "PUBLIC KEY"
    private static let pointBytes = 65
    /// Everything before the point in the SubjectPublicKeyInfo of every P-256 key (RFC 5480 §2.1.1 and §2.2):
    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING }. A fixed prefix leaves nothing to interpret.
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}

/// Why bytes are not a P-256 public key.
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

    /// Names what is there instead of a P-256 key, as far as its object identifiers show.
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
