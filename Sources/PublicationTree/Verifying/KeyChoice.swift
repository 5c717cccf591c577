import Classic
import ManifestVerifier

package enum KeyChoice: Sendable {
    /// The key of this ring that the headers name.
    case ring(TrustedKeys)
    /// This key, under whatever id the headers name it.
    case single(PublicKey, name: String)
}

extension KeyChoice {
    /// A verifier that knows only the key that signature headers name.
    ///
    /// - Parameters:
    ///   - environment: the environment that the key must be for; nil for any.
    ///   - profile: the profile to check; nil for the one that the headers are of.
    package func verifier(
        of headers: [HeaderField], environment: EnvironmentName?, profile: SignatureProfile?
    ) throws(VerificationError) -> SignatureVerifier {
        let claim = try SignatureClaim(headers: headers, profile: profile)
        return SignatureVerifier(
            key: try key(for: claim.keyID, environment: environment), environment: environment, profile: claim.profile)
    }

    /// Verifies a document that carries its own signature, by a verifier that knows only the key that it names.
    ///
    /// - Parameter environment: the environment that the document must be of; nil for that of the key, and with a single
    ///   key for any.
    package func verify(
        _ file: [UInt8], at path: ExpectedPath, environment: EnvironmentName?
    ) throws(VerificationError) -> (document: JWS, signature: VerifiedSignature, verifier: SignatureVerifier) {
        let document = try translating(JWS(file), to: VerificationError.malformed)
        let key = try key(for: document.header.keyID, environment: environment ?? document.header.environment)
        let verifier = SignatureVerifier(key: key, environment: environment, profile: nil)
        return (document, try path.verify(document, by: verifier), verifier)
    }

    /// The key that a header names. A single key is not bound to an environment and serves the one that is asked for.
    func key(for id: KeyID, environment: EnvironmentName?) throws(VerificationError) -> TrustedKey {
        switch self {
        case .single(let publicKey, let name):
            return TrustedKey(
                id: id, name: name, environment: environment ?? .unnamed, isRevoked: false, publicKey: publicKey)
        case .ring(let ring):
            guard let key = ring.key(for: id) else { throw .unknownKey(id) }
            return key
        }
    }

    /// The ring; one without keys for a single key, which is on none.
    package var ring: TrustedKeys {
        if case .ring(let ring) = self { return ring }
        guard let none = TrustedKeys([]) else { preconditionFailure("no keys have no duplicate") }
        return none
    }

    /// The keys that may have signed what is of one publication.
    ///
    /// - Parameter id: the id under which its signatures name their key.
    package func keys(as id: KeyID?, for environment: EnvironmentName) -> TrustedKeys {
        switch self {
        case .ring(let ring): return ring
        case .single(let publicKey, let name):
            let key = TrustedKey(
                id: id ?? publicKey.ownID, name: name, environment: environment, isRevoked: false, publicKey: publicKey)
            guard let keys = TrustedKeys([key]) else { preconditionFailure("a single key has no duplicate") }
            return keys
        }
    }

    /// The keys that may have signed an index.
    ///
    /// A single key has the id and the environment that the index names in its header.
    ///
    /// - Parameter environment: the environment to expect; nil for the one that the index names.
    package func keys(ofIndex file: [UInt8], environment: EnvironmentName?) -> TrustedKeys {
        if case .ring(let ring) = self { return ring }
        let header = (try? JWS(file))?.header
        return keys(as: header?.keyID, for: environment ?? header?.environment ?? .unnamed)
    }
}

extension PublicKey {
    /// The id that a key has when it is given no other: its fingerprint.
    var ownID: KeyID {
        guard let id = KeyID(fingerprint.hexadecimal) else { preconditionFailure("64 hexadecimal digits are a key id") }
        return id
    }
}

extension EnvironmentName {
    /// What stands for the environment of a key that is bound to none.
    package static var unnamed: EnvironmentName {
        guard let name = EnvironmentName("any") else { preconditionFailure("the name is well-formed") }
        return name
    }
}
