import Classic
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// A private key of a team's folder in the hands of a test, which signs what no build would.
package struct RingKey: Sendable {
    /// The id that the ring gives the key.
    package let id: KeyID
    private let key: PrivateKey

    /// - Parameters:
    ///   - name: the name of the key on the ring.
    ///   - folder: the folder that has the folder `keys`.
    package init(_ name: String = "production", of folder: TemporaryFolder) throws {
        let ring = try KeyRing(JSONParser.parse(folder.read("keys/keyring.json")))
        id = try #require(ring.entries.first { $0.name == name }).id
        var pem = try folder.read("keys/\(name).key.pem")
        key = try PrivateKey(pem: SecretBytes(taking: &pem), passphrase: nil)
    }

    /// A DER signature over the bytes, past the rules of signing.
    package func sign(_ bytes: [UInt8]) throws -> [UInt8] { try key.sign(SHA256.hash(bytes)).derRepresentation }

    /// A `.jws` of a body of environment `production`, signed past the rules of signing.
    package func jws(of body: [UInt8], path: String, date: String = Publisher.date) throws -> [UInt8] {
        try key.jws(
            of: body,
            JWS.Header(
                keyID: id, environment: try #require(EnvironmentName("production")), path: try DocumentPath(path),
                date: try #require(SignedDate(headerValue: date))))
    }

    /// The signatures of a body, past the rules of signing; profile `dated` when there is a date.
    package func signatures(of body: [UInt8], date: SignedDate?) throws -> DocumentSignatures {
        let header = try key.sign(SHA256.hash(SignatureProfile.prefix(date: date), body))
        return DocumentSignatures(
            keyID: id, header: header, headerDate: date, body: try key.sign(SHA256.hash(body)))
    }

    /// A `.jws` of a body, past the rules of signing.
    package func jws(
        of body: [UInt8], at path: DocumentPath, of environment: String = "production", date: SignedDate
    ) throws -> [UInt8] {
        let header = JWS.Header(
            keyID: id, environment: try #require(EnvironmentName(environment)), path: path, date: date)
        let input = JWS.signingInput(header, body)
        return JWS.file(input, try key.sign(SHA256.hash(input)))
    }
}
