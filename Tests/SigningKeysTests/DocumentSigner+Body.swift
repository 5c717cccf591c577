import ManifestVerifier
import SigningKeys

extension DocumentSigner {
    /// Signs a file by its digests, as a build does.
    func sign(_ body: [UInt8]) async throws(SigningError) -> DocumentSignatures {
        let digest = SHA256.hash(body)
        return try await sign(
            SignableBody(
                body, as: .file, digest: digest, headerDigest: headerDigest(of: body, digest: digest)))
    }
}
