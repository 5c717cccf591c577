import ManifestVerifier

/// The digests of a body that has one meaning only; signers take nothing else.
package struct SignableBody: Sendable {
    /// Over the body alone.
    let digest: SHA256Digest
    /// Over `SignatureProfile.prefix(date:)` and the body.
    let headerDigest: SHA256Digest

    /// Looks through a whole body.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - digest: over the body alone.
    ///   - headerDigest: over `SignatureProfile.prefix(date:)` and the body.
    package init(
        _ body: [UInt8], as format: DocumentFormat?, digest: SHA256Digest, headerDigest: SHA256Digest
    ) throws(SigningError) {
        do throws(OtherMeaning) {
            try OtherMeaning.check(body, as: format)
        } catch {
            throw .otherMeaning(error)
        }
        self.digest = digest
        self.headerDigest = headerDigest
    }

    /// Looks at the beginning of a body that is read in a stream; only what cannot be a document of another kind passes.
    ///
    /// - Parameters:
    ///   - start: at least the first 30 bytes.
    ///   - digest: over the body alone.
    ///   - headerDigest: over `SignatureProfile.prefix(date:)` and the body.
    package init(start: [UInt8], digest: SHA256Digest, headerDigest: SHA256Digest) throws(SigningError) {
        do throws(OtherMeaning) {
            try OtherMeaning.check(startOfLargeBody: start)
        } catch {
            throw .otherMeaning(error)
        }
        self.digest = digest
        self.headerDigest = headerDigest
    }
}
