import ManifestVerifier

/// The index of a published tree whose signature was verified; only verifying makes one.
package struct PublishedIndex: Sendable {
    /// What the index says.
    package let publication: Publication
    /// The key that signed it.
    package let key: TrustedKey

    /// Verifies the signature over the body, then reads it.
    ///
    /// - Parameters:
    ///   - sidecar: the `.sig` of the index.
    ///   - environment: the environment that the tree must be of; nil for that of the key that signed.
    package init(
        body: [UInt8], sidecar: [UInt8], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(TreeDownloadError.IndexFailure) {
        let signature: BodySignature
        do throws(BodySignatureError) {
            signature = try BodySignature(sidecar: sidecar)
        } catch {
            throw .malformedSignature(error)
        }
        // A .sig names no key, so that each is tried; those that are not good enough only to say so.
        let digest = SHA256.hash(body)
        guard let key = keys.keys.first(where: { $0.publicKey.isValidSignature(signature.signature, for: digest) })
        else { throw .signedByNoKnownKey }
        try self.init(body: body, signedBy: key, environment: environment)
    }

    /// Verifies the index by its `.sig` or else, since a publication that was interrupted can leave an index that the
    /// former `.sig` does not fit, by the signature in its response headers.
    package init(
        body: [UInt8], sidecar: [UInt8], headers: [HeaderField], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(TreeDownloadError.IndexFailure) {
        let failure: TreeDownloadError.IndexFailure
        do throws(TreeDownloadError.IndexFailure) {
            try self.init(body: body, sidecar: sidecar, keys: keys, environment: environment)
            return
        } catch {
            failure = error
        }
        switch failure {
        case .malformedSignature, .signedByNoKnownKey: break
        default: throw failure
        }
        do throws(TreeDownloadError.IndexFailure) {
            try self.init(body: body, headers: headers, keys: keys, environment: environment)
        } catch {
            throw error == .signedByNoKnownKey ? failure : error
        }
    }

    /// Verifies the signature in the response headers of the body, then reads it.
    private init(
        body: [UInt8], headers: [HeaderField], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(TreeDownloadError.IndexFailure) {
        let hasDate = headers.contains { $0.isNamed(SignatureHeader.dateName) }
        let profile: SignatureProfile = hasDate ? .dated : .body
        guard let claim = try? SignatureClaim(headers: headers, profile: profile),
            let key = keys.key(for: claim.keyID),
            // Revoked keys and those of another environment are told apart below.
            key.publicKey.isValidSignature(
                claim.signature, for: SHA256.hash(SignatureProfile.prefix(date: claim.date), body))
        else { throw .signedByNoKnownKey }
        try self.init(body: body, signedBy: key, environment: environment)
    }

    private init(
        body: [UInt8], signedBy key: TrustedKey, environment: EnvironmentName?
    ) throws(TreeDownloadError.IndexFailure) {
        guard !key.isRevoked else { throw .revokedKey(key.id) }
        let environment = environment ?? key.environment
        guard key.environment == environment else { throw .keyOfAnotherEnvironment(key.id, key.environment) }

        let publication: Publication
        do {
            publication = try Publication(JSONParser.parse(body))
        } catch let error as JSONError {
            throw .notAnIndex("\(error.position): \(error.message)")
        } catch let error as JSONShapeError {
            throw .notAnIndex((error.position.map { "\($0): " } ?? "") + error.message)
        } catch {
            throw .notAnIndex("it cannot be read")
        }
        guard publication.environment == environment else { throw .ofAnotherEnvironment(publication.environment) }
        guard publication.keyID == key.id else { throw .namesAnotherKey(publication.keyID, signer: key.id) }
        self.publication = publication
        self.key = key
    }
}
