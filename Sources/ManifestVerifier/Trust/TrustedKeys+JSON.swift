/// Why an exported key ring cannot be read.
public struct KeyRingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where and what, as a phrase.
    public let description: String
}

extension TrustedKeys {
    /// Reads what `signet keys export` writes: `{ "keys": [ { "id", "name", "environment", "state", "publicKey" } ] }`,
    /// oldest key first, with public keys as base64 of their SubjectPublicKeyInfo (RFC 5480).
    public init(exported json: [UInt8]) throws(KeyRingError) {
        guard json.count <= Limits.keyRingBytes else {
            throw KeyRingError(description: "the key ring is larger than \(Limits.keyRingBytes) bytes")
        }
        let keys: [TrustedKey]
        do {
            keys = try Self.keys(JSONParser.parse(json))
        } catch let error as JSONError {
            throw KeyRingError(description: "\(error.position): \(error.message)")
        } catch let error as JSONShapeError {
            throw KeyRingError(description: (error.position.map { "\($0): " } ?? "") + error.message)
        } catch {
            throw KeyRingError(description: "the key ring cannot be read")
        }
        guard let ring = TrustedKeys(keys) else {
            throw KeyRingError(description: "the same id or the same public key is on the ring twice")
        }
        self = ring
    }

    /// Reads what `signet keys export` writes, as text.
    public init(exported json: String) throws(KeyRingError) {
        try self.init(exported: Array(json.utf8))
    }

    private static func keys(_ value: JSONValue) throws -> [TrustedKey] {
        var object = try JSONObject(value)
        let elements = try object.required("keys").asArray()
        try object.refuseUnknownMembers()
        return try elements.map { (element) throws(JSONShapeError) in try TrustedKey(exported: element) }
    }
}

extension TrustedKey {
    fileprivate init(exported value: JSONValue) throws(JSONShapeError) {
        var object = try JSONObject(value)
        let id = try object.required("id")
        let name = try object.required("name").asString()
        let environment = try object.required("environment")
        let state = try object.required("state")
        let publicKey = try object.required("publicKey")
        try object.refuseUnknownMembers()
        guard let parsedID = KeyID(try id.asString()) else { throw id.unacceptable("not a key id") }
        guard let parsedEnvironment = EnvironmentName(try environment.asString()) else {
            throw environment.unacceptable("not the name of an environment")
        }
        guard let parsedState = KeyState(rawValue: try state.asString()) else {
            throw state.unacceptable("a key is next, active, retired or revoked")
        }
        guard let der = Base64.decode(try publicKey.asString()), let key = try? PublicKey(derRepresentation: der) else {
            throw publicKey.unacceptable("not the base64 of a P-256 SubjectPublicKeyInfo")
        }
        self.init(
            id: parsedID, name: name, environment: parsedEnvironment, isRevoked: parsedState == .revoked,
            publicKey: key)
    }
}
