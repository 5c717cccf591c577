import ChildProcesses
import ManifestCrypto
import ManifestFormat

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

    private let variables: [String: String]
    private let limit = ConcurrencyLimit(Limits.signingProgramsAtOnce)

    /// - Parameter variables: what they say of region, credentials, endpoint and retries is left as it is.
    init(variables: [String: String]) {
        // Of the program's defaults these wait for somebody at a terminal, or give up when KMS is busy.
        let settings = [
            "AWS_PAGER": "", "AWS_CLI_AUTO_PROMPT": "off", "AWS_RETRY_MODE": "standard",
            "AWS_MAX_ATTEMPTS": String(Self.attempts),
        ]
        self.variables = variables.merging(settings) { given, _ in given }
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
            ], input: digest.bytes)
        return try Self.bytes("Signature", of: &answer)
    }

    private func run(_ arguments: [String], input: [UInt8] = []) async throws(KMSError) -> JSONObject {
        let process = ChildProcess(
            "aws", ["kms"] + arguments + ["--output", "json"], variables: variables, input: input,
            timeLimit: Self.timeLimit, outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        await limit.enter()
        defer { limit.leave() }
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            throw .program(error)
        }
        guard result.ending == .exited(0) else { throw KMSError(complaint: result.errors) }
        guard let value = try? JSONParser.parse(result.output), let answer = try? JSONObject(value) else {
            throw .noJSON
        }
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

    /// How often `aws` asks when KMS is busy, with pauses of 31 seconds in all at most.
    private static let attempts = 6
    private static let timeLimit = Duration.seconds(120)
}
