import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// The two operations of AWS KMS that a signer needs, through the program `aws`.
struct AWSKMS: Sendable {
    /// What KMS says of a key.
    struct PublicKeyAnswer {
        /// The key's own id.
        let keyID: KeyID
        /// The SubjectPublicKeyInfo.
        let der: [UInt8]
        let isForSigning: Bool
    }

    private let program: AWSProgram
    private let limit = ConcurrencyLimit(Limits.signingProgramsAtOnce)

    /// - Parameter variables: what they say of region, credentials, endpoint and retries is left as it is.
    init(variables: [String: String]) {
        program = AWSProgram(.kms, variables: variables, timeLimit: Self.timeLimit)
    }

    /// The public half of a key.
    func publicKey(of key: KMSKeyReference) async throws(AWSError) -> PublicKeyAnswer {
        var answer = try await run(["get-public-key", "--key-id", key.rawValue])
        let arn = try Self.text("KeyId", of: &answer)
        guard let id = KMSKeyReference(arn)?.keyID.flatMap({ KeyID($0) }) else { throw .noMember("KeyId") }
        return PublicKeyAnswer(
            keyID: id, der: try Self.bytes("PublicKey", of: &answer),
            isForSigning: try Self.text("KeyUsage", of: &answer) == "SIGN_VERIFY")
    }

    /// The DER of a signature over what has this digest.
    func sign(_ digest: SHA256Digest, with key: KMSKeyReference) async throws(AWSError) -> [UInt8] {
        var answer = try await run(
            [
                "sign", "--key-id", key.rawValue, "--message", "fileb:///dev/stdin", "--message-type", "DIGEST",
                "--signing-algorithm", "ECDSA_SHA_256",
            ], input: .bytes(digest.bytes))
        return try Self.bytes("Signature", of: &answer)
    }

    private func run(_ arguments: [String], input: ProgramInput = .bytes([])) async throws(AWSError) -> JSONObject {
        await limit.enter()
        defer { limit.leave() }
        guard let answer = try await program.run(["kms"] + arguments, input: input),
            let object = try? JSONObject(answer)
        else { throw .notJSON }
        return object
    }

    private static func text(_ name: String, of answer: inout JSONObject) throws(AWSError) -> String {
        guard let text = try? answer.required(name).asString() else { throw .noMember(name) }
        return text
    }

    private static func bytes(_ name: String, of answer: inout JSONObject) throws(AWSError) -> [UInt8] {
        guard let bytes = Base64.decode(try text(name, of: &answer)) else { throw .noMember(name) }
        return bytes
    }

    static let notForSigning = AWSError(
        unusable: "the key in AWS KMS is not for signing (its usage is not SIGN_VERIFY)", .unparsable,
        hint: "make a key with: aws kms create-key --key-spec ECC_NIST_P256 --key-usage SIGN_VERIFY")

    private static let timeLimit = Duration.seconds(120)
}

extension AWSError {
    fileprivate static func noMember(_ name: String) -> AWSError {
        AWSError(
            unusable: "the answer of AWS KMS has no usable \(name)",
            hint: "check AWS_ENDPOINT_URL_KMS, and which program aws is: aws --version")
    }
}
