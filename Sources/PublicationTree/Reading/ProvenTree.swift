import Classic
import ManifestVerifier

/// What is live at a place, as far as keys of the environment prove it.
///
/// A host that damages one signature must not switch a comparison off. So every proof is tried: the
/// signature in the headers, the `.jws`, the `.sig`, and the digest in a verified index. Where they prove different
/// bodies, as after an upload that was cut off, all of them count.
package struct ProvenTree: Sendable {
    package let environment: EnvironmentName
    package let index: VerifiedIndex?
    /// The bodies that are proven at each path; none where something is there that nothing proves. A path where
    /// nothing is, is not among them, nor are static files and archives.
    package let bodies: [String: [ProvenBody]]

    package init(environment: EnvironmentName, index: VerifiedIndex?, bodies: [String: [ProvenBody]]) {
        self.environment = environment
        self.index = index
        self.bodies = bodies
    }
}

package struct ProvenBody: Sendable {
    package let bytes: [UInt8]
    package let digest: SHA256Digest
    /// The keys that signed it, or the index that lists it; none of them is revoked.
    package fileprivate(set) var keys: [TrustedKey]

    /// The retired key that proves it, where no other key does.
    package var retiredKey: TrustedKey? { keys.allSatisfy(\.isRetired) ? keys.first : nil }
}

/// Tries every proof of what is at a path.
package struct BodyProofs: Sendable {
    private let verifier: SignatureVerifier
    /// The keys that may have made a `.sig`, which names none.
    private let keys: [TrustedKey]
    private let indexKey: TrustedKey?
    private let listed: [DocumentPath: Publication.Document]

    /// - Parameter index: the index of the place, if it is trusted.
    package init(keys: TrustedKeys, environment: EnvironmentName, index: VerifiedIndex?) {
        verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        self.keys = keys.keys.filter { $0.environment == environment && !$0.isRevoked }
        indexKey = index?.key
        listed = Dictionary((index?.publication.documents ?? []).map { ($0.path, $0) }) { first, _ in first }
    }

    /// The bodies that are proven at a path.
    ///
    /// - Parameters:
    ///   - body: what is there, with its response headers; nil when nothing is.
    ///   - sidecar: its `.sig`.
    ///   - jws: its `.jws`, which may hold another body.
    package func bodies(
        at path: DocumentPath, _ body: (bytes: [UInt8], headers: [HeaderField])?, sidecar: [UInt8]?, jws: [UInt8]?
    ) -> [ProvenBody] {
        var found: [ProvenBody] = []
        if let body {
            let digest = SHA256.hash(body.bytes)
            let signature = sidecar.flatMap { try? BodySignature(sidecar: $0) }
            // The cheapest proof first; a key that is not retired makes the others needless.
            let proofs: [() -> TrustedKey?] = [
                { listed[path]?.digest.matches(digest) == true ? indexKey : nil },
                { (try? verifier.verify(body.bytes, headers: body.headers))?.key },
                { signature?.signer(of: digest, among: keys) },
            ]
            var signers: [TrustedKey] = []
            for proof in proofs where signers.allSatisfy(\.isRetired) { signers += [proof()].compactMap(\.self) }
            if !signers.isEmpty { found.append(ProvenBody(bytes: body.bytes, digest: digest, keys: signers)) }
        }
        guard let jws, let document = try? JWS(jws) else { return found }
        let digest = SHA256.hash(document.body)
        if let proven = found.first, proven.digest == digest, proven.retiredKey == nil { return found }
        guard let signature = try? verifier.verify(document, path: path) else { return found }
        if found.first?.digest == digest {
            found[0].keys.append(signature.key)
        } else {
            found.append(ProvenBody(bytes: document.body, digest: digest, keys: [signature.key]))
        }
        return found
    }
}
