import ManifestVerifier

/// A signature over a body alone, as a `.sig` sidecar holds it.
package struct BodySignature: Sendable {
    package let signature: ECDSASignature

    /// Reads a sidecar: one line of canonical base64 of DER.
    package init(sidecar bytes: [UInt8]) throws(BodySignatureError) {
        guard bytes.last == UInt8(ascii: "\n"),
            let der = Base64.decode(String(decoding: bytes.dropLast(), as: UTF8.self))
        else { throw .notOneLineOfBase64 }
        try self.init(der: der)
    }

    /// Reads what other tools write as well: DER, or base64 with or without line ends.
    package init(file bytes: [UInt8]) throws(BodySignatureError) {
        let text = bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        try self.init(der: Base64.decode(String(decoding: text, as: UTF8.self)) ?? bytes)
    }

    private init(der: [UInt8]) throws(BodySignatureError) {
        signature = try translating(ECDSASignature(derRepresentation: der), to: BodySignatureError.malformed)
    }

    /// The first of the keys that signed the bytes of this digest: a `.sig` names no key.
    package func signer(of digest: SHA256Digest, among keys: [TrustedKey]) -> TrustedKey? {
        keys.first { $0.publicKey.isValidSignature(signature, for: digest) }
    }

    /// Fails unless `key` signed the bytes of this digest.
    package func check(digest: SHA256Digest, key: PublicKey) throws(BodySignatureError) {
        guard key.isValidSignature(signature, for: digest) else { throw .badSignature }
    }

    /// Fails unless the key of a verified header signed the body of this digest as well.
    package func check(_ digest: SHA256Digest, beside header: VerifiedSignature) throws(BodySignatureError) {
        // With profile `body` it is usually the header's signature, which was verified already.
        guard header.profile == .dated || signature != header.claim.signature else { return }
        try check(digest: digest, key: header.key.publicKey)
    }

    /// Fails unless `key` signed the bytes of a digest that a verified document lists.
    package func check(listed digest: ListedDigest, key: PublicKey) throws(BodySignatureError) {
        guard key.isValidSignature(signature, for: digest) else { throw .badSignature }
    }
}

/// Why a signature over a body is refused.
package enum BodySignatureError: Error, Equatable, Sendable {
    case notOneLineOfBase64
    case malformed(VerificationError.Malformed)
    case badSignature

    package var message: String {
        switch self {
        case .notOneLineOfBase64: "is not one line of canonical base64"
        case .malformed(let failure): "does not hold a signature: \(failure.rawValue)"
        case .badSignature: "is not a signature of this key over the body"
        }
    }

    package var hint: String {
        switch self {
        case .malformed(.rawForm): "convert r||s to DER first"
        case .notOneLineOfBase64, .malformed: "a .sig is one line: the base64 of an ASN.1 DER signature"
        case .badSignature: "the body or its .sig were changed after signing, or another key signed"
        }
    }
}
