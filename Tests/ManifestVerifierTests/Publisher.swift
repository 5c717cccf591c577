import Foundation
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import TestSupport
import Testing

/// A publisher with one key, and what a client of it knows.
struct Publisher {
    static let date = "Mon, 03 Aug 2020 22:59:35 UTC"
    /// A minute after that date.
    static let now = Date(timeIntervalSince1970: 1_596_495_635)
    static let body = Array("{\"value\": \"13.5.0\"}\n".utf8)

    let id: KeyID
    let key: PrivateKey

    init(_ id: String = "publisher") throws {
        self.id = try #require(KeyID(id))
        key = try PrivateKey.generate()
    }

    /// A signed document as it would be downloaded.
    func download(
        _ profile: SignatureProfile, body: [UInt8] = Self.body, date: String = Self.date
    ) async throws -> Download {
        let signed = try #require(SignedDate(headerValue: date))
        let date = profile == .dated ? signed : nil
        let signer = DocumentSigner(signer: LocalSigner(keyID: id, key: key), date: date)
        let digest = SHA256.hash(body)
        let signatures = try await signer.sign(
            bodyDigest: digest, headerDigest: signer.headerDigest(of: body, digest: digest), bodyStart: body)
        return Download(body: body, headers: signatures.fields)
    }

    /// Headers of profile `body` with a signature made over any bytes, past the rules of signing.
    func headers(signing bytes: [UInt8]) throws -> [HeaderField] {
        let signature = try key.sign(SHA256.hash(bytes)).derRepresentation
        return [HeaderField(name: SignatureHeader.name, value: SignatureHeader(keyID: id, signature: signature).value)]
    }

    /// The public half as a ring has it.
    func trusted(
        as name: String? = nil, in environment: String = "production", isRevoked: Bool = false
    ) throws -> TrustedKey {
        TrustedKey(
            id: try #require(KeyID(name ?? id.rawValue)), name: "test",
            environment: try #require(EnvironmentName(environment)), isRevoked: isRevoked, publicKey: key.publicKey)
    }

    /// A client that knows this publisher's key only.
    func verifier(_ profile: SignatureProfile, bodyLimit: Int = Limits.manifestBytes) throws -> Verifier {
        try Verifier.knowing([trusted()], profile, bodyLimit: bodyLimit)
    }
}

extension Verifier {
    /// A client of environment `production`.
    static func knowing(
        _ keys: [TrustedKey], _ profile: SignatureProfile, format: DocumentFormat = .file,
        bodyLimit: Int = Limits.manifestBytes
    ) throws -> Verifier {
        Verifier(
            keyRing: try #require(TrustedKeys(keys)), environment: try #require(EnvironmentName("production")),
            format: format, profile: profile, bodyLimit: bodyLimit)
    }

    /// What a client does that has nothing stored, a minute after the document was signed.
    func verify(_ download: Download) throws(VerificationError) -> VerifiedManifest {
        try verify(download, stored: nil, now: Publisher.now)
    }

    /// Why a download is refused; nil when it is accepted.
    func refusal(
        of download: Download, stored: VerifiedManifest? = nil, now: Date = Publisher.now
    ) -> VerificationError? {
        do throws(VerificationError) {
            _ = try verify(download, stored: stored, now: now)
            return nil
        } catch {
            return error
        }
    }
}

extension Download {
    /// The value of a header.
    func value(_ name: String) throws -> String {
        try #require(headers.first { $0.name == name }).value
    }

    /// The signature inside the header.
    func signature() throws -> [UInt8] { try SignatureHeader(value(SignatureHeader.name)).signature }

    /// The same with another body.
    func with(body: [UInt8]) -> Download { Download(body: body, headers: headers) }

    /// The same with more headers.
    func adding(_ name: String, _ value: String) -> Download {
        Download(body: body, headers: headers + [HeaderField(name: name, value: value)])
    }

    /// The same without a header.
    func without(_ name: String) -> Download {
        Download(body: body, headers: headers.filter { $0.name != name })
    }

    /// The same with another value of a header.
    func with(_ name: String, _ value: String) -> Download {
        Download(
            body: body, headers: headers.map { $0.name == name ? HeaderField(name: name, value: value) : $0 })
    }

    /// The same with another signature, from the key that the header names.
    func with(signature: [UInt8]) throws -> Download {
        let id = try SignatureHeader(value(SignatureHeader.name)).keyID
        return with(SignatureHeader.name, SignatureHeader(keyID: id, signature: signature).value)
    }
}
