/// A P-256 public key, parsed and checked once.
public struct PublicKey: Sendable, Hashable {
    /// The DER of the SubjectPublicKeyInfo (RFC 5480) with an uncompressed point, 91 bytes.
    public let derRepresentation: [UInt8]
    /// The SHA-256 of the SubjectPublicKeyInfo.
    public let fingerprint: SHA256Digest
    let native: NativePublicKey

    /// Reads a SubjectPublicKeyInfo.
    public init(derRepresentation der: [UInt8]) throws(PublicKeyError) {
        guard der.starts(with: Self.prefix), der.count == Self.prefix.count + Self.pointBytes else {
            // What agrees with the prefix as far as it goes is such a key cut short, or with something behind it.
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
        native.isValidSignature(signature, for: digest)
    }

    public static func == (a: PublicKey, b: PublicKey) -> Bool { a.derRepresentation == b.derRepresentation }

    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }

    private static let pemLabel = "PUBLIC KEY"
    private static let pointBytes = 65
    /// All that comes before the point in the SubjectPublicKeyInfo of every P-256 key (RFC 5480 §2.1.1 and §2.2):
    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING }. A fixed prefix leaves nothing to interpret.
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}
