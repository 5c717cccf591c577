import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier

/// Signs with a private key in AWS KMS, through the program `aws`.
package struct AWSKMSSigner: Signer {
    package let keyID: KeyID
    package let publicKey: PublicKey
    private let key: KMSKeyReference
    private let program: AWSProgram

    /// Gets the public half from KMS.
    ///
    /// - Parameters:
    ///   - keyID: nil for the id that a new key gets, which is the one that KMS knows it by.
    ///   - variables: what they say of region, credentials, endpoint and retries is left as it is.
    init(key: KMSKeyReference, keyID: KeyID?, variables: [String: String]) async throws {
        self.key = key
        program = AWSProgram(.kms, variables: variables, timeLimit: .seconds(120))
        let answer = try KMSAnswer(await program.run(["kms", "get-public-key", "--key-id", key.rawValue]))
        guard let ownID = KMSKeyReference(try answer.text("KeyId"))?.keyID.flatMap({ KeyID($0) }) else {
            throw KMSAnswer.unusable("KeyId")
        }
        let (der, usage) = (try answer.bytes("PublicKey"), try answer.text("KeyUsage"))
        publicKey = try PublicKey(fromSigner: der)
        // After the key itself: for a key with another purpose its kind is the more useful message.
        guard usage == "SIGN_VERIFY" else {
            throw ErrorReport(
                .unparsable, "the key in AWS KMS is not for signing (its usage is not SIGN_VERIFY)",
                hint: "make a key with: aws kms create-key --key-spec ECC_NIST_P256 --key-usage SIGN_VERIFY")
        }
        self.keyID = keyID ?? ownID
    }

    package func sign(
        _ digests: [SHA256Digest], progress: @escaping @Sendable () -> Void
    ) async throws -> [ECDSASignature] {
        try await digests.inParallel(Limits.signingProgramsAtOnce) { (digest) throws in
            let answer = try await program.run(
                [
                    "kms", "sign", "--key-id", key.rawValue, "--message", "fileb:///dev/stdin", "--message-type",
                    "DIGEST", "--signing-algorithm", "ECDSA_SHA_256",
                ], input: .bytes(digest.bytes))
            let signature = try verified(KMSAnswer(answer).bytes("Signature"), for: digest)
            progress()
            return signature
        }
    }
}

/// What KMS answers, as `aws` prints it.
private struct KMSAnswer {
    private let value: JSONValue

    init(_ value: JSONValue?) throws(AWSError) {
        guard let value else { throw .notJSON }
        self.value = value
    }

    func text(_ name: String) throws -> String {
        guard let text = try? value[name]?.asString() else { throw Self.unusable(name) }
        return text
    }

    func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64.decode(try text(name)) else { throw Self.unusable(name) }
        return bytes
    }

    static func unusable(_ name: String) -> ErrorReport {
        ErrorReport(
            .unavailable, "the answer of AWS KMS has no usable \(name)",
            hint: "check AWS_ENDPOINT_URL_KMS, and which program aws is: aws --version")
    }
}
