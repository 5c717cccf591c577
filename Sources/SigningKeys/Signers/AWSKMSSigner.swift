import ExternalPrograms
import ManifestVerifier

/// Signs with a private key in AWS KMS.
package struct AWSKMSSigner: Signer {
    package let keyID: KeyID
    package let publicKey: PublicKey
    private let key: KMSKeyReference
    private let service: AWSKMS

    /// Gets the public half from KMS.
    ///
    /// - Parameters:
    ///   - keyID: nil for the id that a new key gets, which is the one that KMS knows it by.
    ///   - variables: say to `aws` which region, credentials and endpoint to use.
    init(key: KMSKeyReference, keyID: KeyID?, variables: [String: String]) async throws(SignerError) {
        self.key = key
        service = AWSKMS(variables: variables)
        let answer: AWSKMS.PublicKeyAnswer
        do throws(AWSError) {
            answer = try await service.publicKey(of: key)
        } catch {
            throw .kms(error)
        }
        do throws(PublicKeyError) {
            publicKey = try PublicKey(derRepresentation: answer.der)
        } catch {
            throw .publicKey(error)
        }
        // After the key itself: of one for another purpose its kind is the more useful thing to hear.
        guard answer.isForSigning else { throw .kms(AWSKMS.notForSigning) }
        self.keyID = keyID ?? answer.keyID
    }

    package func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature {
        let der: [UInt8]
        do throws(AWSError) {
            der = try await service.sign(digest, with: key)
        } catch {
            throw .kms(error)
        }
        return try verified(der, for: digest)
    }
}
