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
        program = AWSProgram(variables: variables, timeLimit: Self.timeLimit)
    }

    /// The public half of a key.
    func publicKey(of key: KMSKeyReference) async throws(KMSError) -> PublicKeyAnswer {
        var answer = try await run(["get-public-key", "--key-id", key.rawValue])
        let arn = try Self.text("KeyId", of: &answer)
        guard let id = KMSKeyReference(arn)?.keyID.flatMap({ KeyID($0) }) else { throw .unusableAnswer("KeyId") }
        return PublicKeyAnswer(
            keyID: id, der: try Self.bytes("PublicKey", of: &answer),
            isForSigning: try Self.text("KeyUsage", of: &answer) == "SIGN_VERIFY")
    }

    /// The DER of a signature over what has this digest.
    func sign(_ digest: SHA256Digest, with key: KMSKeyReference) async throws(KMSError) -> [UInt8] {
        var answer = try await run(
            [
                "sign", "--key-id", key.rawValue, "--message", "fileb:///dev/stdin", "--message-type", "DIGEST",
                "--signing-algorithm", "ECDSA_SHA_256",
            ], input: .bytes(digest.bytes))
        return try Self.bytes("Signature", of: &answer)
    }

    private func run(_ arguments: [String], input: ProgramInput = .bytes([])) async throws(KMSError) -> JSONObject {
        let output: [UInt8]
        await limit.enter()
        defer { limit.leave() }
        do throws(AWSProgram.Failure) {
            output = try await program.run(["kms"] + arguments, input: input)
        } catch {
            switch error {
            case .program(let error): throw .program(error)
            case .complaint(let complaint): throw KMSError(complaint)
            }
        }
        guard let value = try? JSONParser.parse(output), let answer = try? JSONObject(value) else { throw .noJSON }
        return answer
    }

    private static func text(_ name: String, of answer: inout JSONObject) throws(KMSError) -> String {
        guard let text = try? answer.required(name).asString() else { throw .unusableAnswer(name) }
        return text
    }

    private static func bytes(_ name: String, of answer: inout JSONObject) throws(KMSError) -> [UInt8] {
        guard let bytes = Base64.decode(try text(name, of: &answer)) else { throw .unusableAnswer(name) }
        return bytes
    }

    private static let timeLimit = Duration.seconds(120)
}
