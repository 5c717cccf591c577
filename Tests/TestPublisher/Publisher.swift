import Classic
import Foundation
import ManifestVerifier
import SigningKeys
import Testing

/// A publisher with one key, and what a client of it knows.
package struct Publisher: Sendable {
    package static let date = "Mon, 03 Aug 2020 22:59:35 UTC"
    /// A minute after that date.
    package static let now = Date(timeIntervalSince1970: 1_596_495_635)
    package static let body = Array("{\"value\": \"13.5.0\"}\n".utf8)

    package let id: KeyID
    package let key: PrivateKey

    package init(_ id: String = "publisher") throws {
        self.id = try #require(KeyID(id))
        key = try PrivateKey.generate()
    }

    /// A date so many hours after the first one.
    package static func date(hoursLater hours: Int) throws -> String {
        let first = try #require(SignedDate(headerValue: date))
        return try #require(SignedDate(secondsSince1970: first.secondsSince1970 + Int64(hours) * 3_600)).headerValue
    }

    /// A signed document as it would be downloaded.
    package func download(
        _ profile: SignatureProfile, body: [UInt8] = Self.body, date: String = Self.date
    ) async throws -> Download {
        let signed = try #require(SignedDate(headerValue: date))
        let date = profile == .dated ? signed : nil
        let signer = LocalSigner(keyID: id, key: key)
        return Download(body: body, headers: try await signer.sign([Self.signable(body, date: date)])[0].fields)
    }

    /// The body as the first of all formats that it can be signed as, a file before all.
    private static func signable(_ body: [UInt8], date: SignedDate?) throws -> SignableBody {
        for format in [nil] + DocumentFormat.allCases {
            if let signable = try? SignableBody(body, as: format, .headers(date: date)) { return signable }
        }
        return try SignableBody(body, as: .file, .headers(date: date))
    }

    /// A `.jws` of a body, signed past the rules of signing.
    package func jws(
        path: String = "distribution/availability-ios", environment: String = "production",
        body: [UInt8] = Self.body, date: String = Self.date
    ) throws -> [UInt8] {
        try key.jws(
            of: body,
            JWS.Header(
                keyID: id, environment: try #require(EnvironmentName(environment)), path: try DocumentPath(path),
                date: try #require(SignedDate(headerValue: date))))
    }

    /// A download of a body that no signer takes: signed past the rules of signing.
    package func download(signingAnything body: [UInt8]) throws -> Download {
        Download(body: body, headers: try headers(signing: body))
    }

    /// Headers of profile `body` with a signature made over any bytes, past the rules of signing.
    package func headers(signing bytes: [UInt8]) throws -> [HeaderField] {
        let signature = SignatureHeader(keyID: id, signature: try signature(of: bytes))
        return [HeaderField(unchecked: SignatureHeader.name, value: signature.value)]
    }

    /// A DER signature over any bytes, past the rules of signing.
    package func signature(of bytes: [UInt8]) throws -> [UInt8] { try key.sign(SHA256.hash(bytes)).derRepresentation }

    /// The public half as a ring has it.
    package func trusted(
        as name: String? = nil, in environment: String = "production", isRevoked: Bool = false
    ) throws -> TrustedKey {
        TrustedKey(
            id: try #require(KeyID(name ?? id.rawValue)), name: "test",
            environment: try #require(EnvironmentName(environment)), isRevoked: isRevoked, publicKey: key.publicKey)
    }
}

extension PrivateKey {
    /// A `.jws` of a body, signed past the rules of signing.
    func jws(of body: [UInt8], _ header: JWS.Header) throws -> [UInt8] {
        let input = JWS.signingInput(header, body)
        return JWS.file(input, try sign(SHA256.hash(input)))
    }
}
