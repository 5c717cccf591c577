import ManifestVerifier

/// The signature of a `.sig` as a Sigstore bundle v0.3, which `cosign verify-blob --key KEY --bundle BUNDLE` takes: a
/// message signature, and a hint at the public key in place of a certificate.
package enum SigstoreBundle {
    /// The one form of the bundle: the same signature always gives the same bytes.
    ///
    /// - Parameters:
    ///   - signature: over the body alone.
    ///   - digest: of the body.
    ///   - keyID: the hint; the verifier is given the key itself.
    package static func bytes(_ signature: ECDSASignature, over digest: SHA256Digest, keyID: KeyID) -> [UInt8] {
        bytes(signature, over: ListedDigest(digest), keyID: keyID)
    }

    private static func bytes(_ signature: ECDSASignature, over digest: ListedDigest, keyID: KeyID) -> [UInt8] {
        JSONWriter.bytes(
            of: .object([
                JSONMember("mediaType", .string(EnvelopeSidecar.sigstore.contentType)),
                JSONMember(
                    "verificationMaterial",
                    .object([JSONMember("publicKey", .object([JSONMember("hint", .string(keyID.rawValue))]))])),
                JSONMember(
                    "messageSignature",
                    .object([
                        JSONMember(
                            "messageDigest",
                            .object([
                                JSONMember("algorithm", .string("SHA2_256")),
                                JSONMember("digest", .string(Base64.encode(digest.bytes))),
                            ])),
                        JSONMember("signature", .string(Base64.encode(signature.derRepresentation))),
                    ])),
            ]))
    }

    /// Whether bytes are the bundle of a signature that this key made over the body of this digest.
    package static func isValid(_ bytes: [UInt8], over digest: ListedDigest, key: TrustedKey) -> Bool {
        guard let text = (try? JSONParser.parse(bytes))?["messageSignature"]?["signature"],
            case .string(let base64) = text.content, let der = Base64.decode(base64),
            let signature = try? ECDSASignature(derRepresentation: der)
        else { return false }
        return key.publicKey.isValidSignature(signature, for: digest)
            && bytes == self.bytes(signature, over: digest, keyID: key.id)
    }
}
