import Diagnostics
import ManifestVerifier

/// The index of a tree whose signature was verified; only verifying makes one.
package struct VerifiedIndex: Sendable {
    /// What the index says.
    package let publication: Publication
    /// The key that signed it.
    package let key: TrustedKey

    /// Verifies the signature over the body, then reads it.
    ///
    /// - Parameters:
    ///   - sidecar: the `.sig` of the index.
    ///   - environment: the environment that the tree must be of; nil for that of the key that signed.
    package init(
        body: [UInt8], sidecar: [UInt8], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(Failure) {
        let signature: BodySignature
        do throws(BodySignatureError) {
            signature = try BodySignature(sidecar: sidecar)
        } catch {
            throw .malformedSignature(error)
        }
        // A key that may not sign counts here, so that it can be named as the reason.
        guard let key = signature.signer(of: SHA256.hash(body), among: keys.keys) else { throw .signedByNoKnownKey }
        try self.init(body: body, signedBy: key, environment: environment)
    }

    /// Verifies the index by its `.sig`, or else by the signature in its response headers, or else by its `.jws`: a
    /// publication that was interrupted can leave a new index beside the former `.sig`.
    package init(
        body: [UInt8], sidecar: [UInt8], headers: [HeaderField], jws: [UInt8]? = nil, keys: TrustedKeys,
        environment: EnvironmentName?
    ) throws(Failure) {
        let failure: Failure
        do throws(Failure) {
            try self.init(body: body, sidecar: sidecar, keys: keys, environment: environment)
            return
        } catch {
            failure = error
        }
        guard failure.leavesOthers else { throw failure }
        do throws(Failure) {
            try self.init(body: body, headers: headers, keys: keys, environment: environment)
            return
        } catch {
            guard error.leavesOthers else { throw error }
        }
        guard let jws else { throw failure }
        do throws(Failure) {
            try self.init(body: body, jws: jws, keys: keys, environment: environment)
        } catch {
            throw error.leavesOthers ? failure : error
        }
    }

    /// Verifies the signature in the response headers of the body, then reads it.
    package init(
        body: [UInt8], headers: [HeaderField], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(Failure) {
        guard let claim = try? SignatureClaim(headers: headers, profile: nil), let key = keys.key(for: claim.keyID),
            // Before the state of the key: a host that writes the id of a revoked key into a header proves nothing.
            key.publicKey.isValidSignature(
                claim.signature, for: SHA256.hash(SignatureProfile.prefix(date: claim.date), body))
        else { throw .signedByNoKnownKey }
        try self.init(body: body, signedBy: key, environment: environment)
    }

    /// Verifies the `.jws` of the index, which must hold this body, then reads it.
    package init(
        body: [UInt8], jws: [UInt8], keys: TrustedKeys, environment: EnvironmentName?
    ) throws(Failure) {
        guard let document = try? WebSignature(jws), document.body == body, document.header.path == .publication,
            let key = keys.key(for: document.header.keyID),
            key.publicKey.isValidSignature(document.signature, for: document.digest)
        else { throw .signedByNoKnownKey }
        guard document.header.environment == key.environment else {
            throw .keyOfAnotherEnvironment(key.id, key.environment)
        }
        try self.init(body: body, signedBy: key, environment: environment)
    }

    private init(body: [UInt8], signedBy key: TrustedKey, environment: EnvironmentName?) throws(Failure) {
        guard !key.isRevoked else { throw .revokedKey(key.id) }
        let environment = environment ?? key.environment
        guard key.environment == environment else { throw .keyOfAnotherEnvironment(key.id, key.environment) }
        do throws(DocumentError) {
            publication = try Publication(body: body)
        } catch {
            throw .notAnIndex(error.description)
        }
        if let contradiction = publication.contradictions(environment: environment, signer: key.id).first {
            throw contradiction
        }
        self.key = key
    }
}

extension [Publication.Document] {
    /// Refuses a list that no tree of Signet can have, whatever key signed it.
    package func checkSizes() throws(VerifiedIndex.Failure) {
        var bytes = 0
        for document in self {
            guard document.byteCount <= document.format.byteLimit else {
                throw .beyondLimits("\"\(document.path)\" with more than \(document.format.byteLimit) bytes")
            }
            if !document.format.isStreamed { bytes += document.byteCount }
        }
        guard bytes <= Limits.treeBytes else { throw .beyondLimits("more than \(Limits.treeBytes) bytes") }
        guard Set(flatMap(\.path.folders)).count < Limits.treeFolders else {
            throw .beyondLimits("more than \(Limits.treeFolders) folders")
        }
    }
}

extension VerifiedIndex {
    /// Why the index of a tree is not trusted.
    package enum Failure: Error, Equatable, Sendable {
        case malformedSignature(BodySignatureError)
        /// No key of the ring signed these bytes.
        case signedByNoKnownKey
        case revokedKey(KeyID)
        case keyOfAnotherEnvironment(KeyID, EnvironmentName)
        /// Signed by a trusted key, but not an index; a place and a reason.
        case notAnIndex(String)
        case ofAnotherEnvironment(EnvironmentName, expected: EnvironmentName)
        /// It says that another key signed it.
        case namesAnotherKey(KeyID?, signer: KeyID)
        /// It says that its signature has another profile.
        case namesAnotherProfile(SignatureProfile, signed: SignatureProfile)
        /// It lists more than a tree may have.
        case beyondLimits(String)

        /// Whether a signature in another envelope may still prove the index.
        package var leavesOthers: Bool {
            switch self {
            case .malformedSignature, .signedByNoKnownKey: true
            default: false
            }
        }

        /// The reason as a phrase.
        package var message: String {
            switch self {
            case .malformedSignature(let error): "its .sig \(error.message)"
            case .signedByNoKnownKey: "is not signed by any trusted key"
            case .revokedKey(let id): "is signed by key \"\(id)\", which is revoked"
            case .keyOfAnotherEnvironment(let id, let environment):
                "is signed by key \"\(id)\", which is for environment \"\(environment)\""
            case .notAnIndex(let reason): "is signed but is not the index of a tree: \(reason)"
            case .ofAnotherEnvironment(let found, let expected): "is for environment \"\(found)\", not \"\(expected)\""
            case .namesAnotherKey(let id, let signer):
                "names \(id.map { "key \"\($0)\"" } ?? "no key") but is signed by \"\(signer)\""
            case .namesAnotherProfile(let named, let signed):
                "says profile \(named.rawValue) but is signed as \(signed.rawValue)"
            case .beyondLimits(let what): "lists \(what)"
            }
        }

        /// The next step.
        package var hint: String {
            switch self {
            case .malformedSignature, .signedByNoKnownKey:
                "check the address and the key ring; if the host is being updated, try again in a few minutes"
            case .revokedKey: "trust nothing in this tree; build without it and publish the result"
            case .keyOfAnotherEnvironment, .ofAnotherEnvironment:
                "each environment has its own address; check which one this is"
            case .notAnIndex, .namesAnotherKey, .namesAnotherProfile, .beyondLimits:
                "another version of signet may have built it; build without it and publish the result"
            }
        }
    }
}

extension Publication {
    /// Where the index contradicts the signature that it came with, or the environment that is expected.
    ///
    /// - Parameter profile: the profile of that signature; nil for a `.sig`, which has none.
    func contradictions(
        environment expected: EnvironmentName, signer: KeyID, profile signed: SignatureProfile? = nil
    ) -> [VerifiedIndex.Failure] {
        var contradictions: [VerifiedIndex.Failure] = []
        if environment != expected { contradictions.append(.ofAnotherEnvironment(environment, expected: expected)) }
        if let signed, profile != signed { contradictions.append(.namesAnotherProfile(profile, signed: signed)) }
        if keyID != signer { contradictions.append(.namesAnotherKey(keyID, signer: signer)) }
        return contradictions
    }
}
