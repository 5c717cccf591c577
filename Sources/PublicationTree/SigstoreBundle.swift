import ManifestVerifier

/// The signature of a `.sig` as a Sigstore bundle v0.3, which `cosign verify-blob --key KEY --bundle BUNDLE` takes: a
/// message signature, and a hint at the public key in place of a certificate.
package enum SigstoreBundle {
    /// The one form of the bundle: the same signature always gives the same bytes.
    ///
    /// - Parameters:
    ///   - signature: over the body alone.
    ///   - digest: of the body.
    ///   - keyID: the hint; whoever verifies brings the key.
    package static func bytes(_ signature: ECDSASignature, over digest: SHA256Digest, keyID: KeyID) -> [UInt8] {
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
}
