import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import Synchronization

/// Signs with a private key in AWS KMS.
package struct AWSKMSSigner: Signer {
    package let keyID: KeyID
    package let publicKey: PublicKey
    private let key: KMSKeyReference
    private let client: AWSClient

    /// Gets the public half from KMS.
    ///
    /// - Parameter keyID: nil for the id that a new key gets, which is the one that KMS knows it by.
    init(key: KMSKeyReference, keyID: KeyID?, variables: [String: String]) async throws {
        self.key = key
        client = try await Self.client(for: key, variables)
        let request = Self.request("GetPublicKey", [JSONMember("KeyId", .string(key.rawValue))])
        let answer = try KMSAnswer(await client.send(request))
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
        let requests = digests.map { digest in
            Self.request(
                "Sign",
                [
                    JSONMember("KeyId", .string(key.rawValue)),
                    JSONMember("Message", .string(Base64.encode(digest.bytes))),
                    JSONMember("MessageType", .string("DIGEST")),
                    JSONMember("SigningAlgorithm", .string("ECDSA_SHA_256")),
                ])
        }
        let reported = Mutex(0)
        let answers = try await client.send(requests) { done in
            let new = reported.withLock { reported in
                defer { reported = done }
                return done - reported
            }
            for _ in 0..<new { progress() }
        }
        return try zip(digests, answers).map { digest, answer in
            try verified(KMSAnswer(answer.get()).bytes("Signature"), for: digest)
        }
    }

    /// The client for the region of the key: that of its ARN, or the one that the environment names.
    private static func client(for key: KMSKeyReference, _ variables: [String: String]) async throws -> AWSClient {
        var region = key.region
        if region == nil { region = try await AWSRegion.find(variables: variables) }
        guard let region, AWSRegion.isValid(region) else {
            throw ErrorReport(
                .unavailable, "the region of the key in AWS KMS is not known",
                hint: "set AWS_REGION, or name the key by its ARN")
        }
        let configured = try AWSEndpoint.configured(for: "KMS", variables: variables)
        return AWSClient(.kms, region: region, variables: variables) { region in
            configured ?? AWSEndpoint(host: "kms.\(region).\(AWSRegion.domain(of: region))")
        }
    }

    /// A request of the JSON protocol of KMS.
    private static func request(_ operation: String, _ members: [JSONMember]) -> AWSRequest {
        var request = AWSRequest(.post, "/")
        request.headers = [
            HeaderField(unchecked: HeaderField.contentType, value: "application/x-amz-json-1.1"),
            HeaderField(unchecked: "x-amz-target", value: "TrentService.\(operation)"),
        ]
        request.body = .text(String(decoding: JSONWriter.bytes(of: .object(members)), as: UTF8.self))
        return request
    }
}

private struct KMSAnswer {
    private let value: JSONValue

    init(_ answer: AWSAnswer) throws(ErrorReport) {
        guard let value = try? JSONParser.parse(answer.body), case .object = value.content else {
            throw ErrorReport(
                .unavailable, "AWS KMS answered with something other than JSON", hint: "check AWS_ENDPOINT_URL_KMS")
        }
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
            .unavailable, "the answer of AWS KMS has no usable \(name)", hint: "check AWS_ENDPOINT_URL_KMS")
    }
}
