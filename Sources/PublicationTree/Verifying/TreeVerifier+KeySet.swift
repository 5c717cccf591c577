import Diagnostics
import LocalFiles
import ManifestVerifier

extension TreeVerifier {
    /// Checks `keys.jwks`, which has to be there exactly when the index lists it.
    ///
    /// Keys may have changed their states since the tree was built, so the set need not be the one that a build would write
    /// now. It must name keys of the ring, none of them revoked, and among them the one that signed the tree.
    func checkKeySet(
        of tree: TreeFolder, _ publication: Publication, into report: inout VerificationReport
    ) throws(FileError) -> VerifiedTree.EnvelopeFile? {
        let path = DocumentPath.keySet
        guard let listed = publication.keySetDigest,
            let (bytes, file) = try file(
                path, nil, limit: Limits.keyRingBytes, listed: listed, in: tree, into: &report)
        else { return nil }
        let set: PublishedKeySet
        do throws(DocumentError) {
            set = try PublishedKeySet(body: bytes)
        } catch {
            report.refuse(
                error.place.map { "\(path):\($0)" } ?? path,
                "is not a set of public keys as Signet writes it: \(error.reason)")
            return nil
        }
        for key in set.keys { check(key, environment: publication.environment, into: &report) }
        if let signer = publication.keyID, !set.keys.contains(where: { $0.id == signer }) {
            report.refuse(path, "lacks \"\(signer)\", the key of the publication")
        }
        return file
    }

    private func check(
        _ key: PublishedKeySet.Key, environment: EnvironmentName, into report: inout VerificationReport
    ) {
        let path = DocumentPath.keySet
        guard let known = keys.key(for: key.id) else {
            if isWholeRing { report.refuse(path, VerificationError.unknownKey(key.id).message) }
            return
        }
        if known.publicKey != key.publicKey {
            report.refuse(path, "has another key as \"\(key.id)\" than the key ring")
        }
        if known.isRevoked {
            report.refuse(
                path, VerificationError.revokedKey(key.id).message,
                hint: "build again, so that the set no longer has the key, and publish the result")
        }
        if known.environment != environment {
            report.refuse(path, VerificationError.otherDocument(.key(key.id, of: known.environment)).message)
        }
    }
}

/// The content of `keys.jwks`: a JSON Web Key Set (RFC 7517) with public P-256 keys for signatures and nothing else.
struct PublishedKeySet {
    /// One key.
    struct Key {
        let id: KeyID
        let publicKey: PublicKey
    }

    let keys: [Key]

    /// Its media type (RFC 7517 §8.5.2).
    static let contentType = "application/jwk-set+json"

    /// Reads a set strictly; a member that it does not know could be the private half of a key.
    init(body: [UInt8]) throws(DocumentError) {
        keys = try DocumentError.reading(body) { (value) throws(JSONShapeError) in
            var object = try JSONObject(value)
            let elements = try object.required("keys").asArray()
            try object.refuseUnknownMembers()
            var keys: [Key] = []
            for element in elements {
                let key = try Key(element)
                guard !keys.contains(where: { $0.id == key.id || $0.publicKey == key.publicKey }) else {
                    throw element.unacceptable("key \"\(key.id)\" is listed twice")
                }
                keys.append(key)
            }
            return keys
        }
    }
}

extension PublishedKeySet.Key {
    /// The members that are the same for every key (RFC 7518 §6.2.1, RFC 7517 §4).
    private static let fixed = [("kty", "EC"), ("crv", "P-256"), ("use", "sig"), ("alg", "ES256")]

    fileprivate init(_ value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        for (name, expected) in Self.fixed {
            let member = try object.required(name)
            guard try member.asString().hasSameBytes(as: expected) else {
                throw member.unacceptable("\(name) is not \(expected)")
            }
        }
        let kid = try object.required("kid")
        var point: [UInt8] = [0x04]
        for name in ["x", "y"] {
            let member = try object.required(name)
            guard let coordinate = Base64URL.decode(Array(try member.asString().utf8)[...]), coordinate.count == 32
            else { throw member.unacceptable("\(name) is not the base64url of 32 bytes") }
            point += coordinate
        }
        try object.refuseUnknownMembers()
        guard let id = KeyID(try kid.asString()) else { throw kid.unacceptable("not a key id") }
        guard let publicKey = try? PublicKey(uncompressedPoint: point) else {
            throw value.unacceptable("x and y are not a point of P-256")
        }
        self.id = id
        self.publicKey = publicKey
    }
}
