import ManifestCrypto
import ManifestFormat
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
