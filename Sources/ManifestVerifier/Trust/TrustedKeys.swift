/// What a key may be used for.
package enum KeyState: String, Sendable, CaseIterable {
    /// Clients already trust it; it does not sign yet.
    case next
    /// It signs.
    case active
    /// It still verifies.
    case retired
    /// It never verifies.
    case revoked
}

/// A public key and what the key ring says about it.
public struct TrustedKey: Sendable {
    /// The id in signature headers.
    public let id: KeyID
    /// The key's name, for people.
    public let name: String
    /// The one environment that the key signs for.
    public let environment: EnvironmentName
    /// Whether the key is on the ring only to be refused by name.
    public let isRevoked: Bool
    /// The key itself.
    public let publicKey: PublicKey
    /// What the ring says; only tools ask.
    package var state = KeyState.active

    /// Whether this key signs now. If only another key signed a document, the team may not have published it.
    package var signs: Bool { state == .active }

    /// A key of a ring.
    public init(id: KeyID, name: String, environment: EnvironmentName, isRevoked: Bool, publicKey: PublicKey) {
        self.id = id
        self.name = name
        self.environment = environment
        self.isRevoked = isRevoked
        self.publicKey = publicKey
    }
}

/// The keys that a verifier knows, oldest first.
public struct TrustedKeys: Sendable {
    /// The keys in the order of the ring.
    public let keys: [TrustedKey]
    private let indexByID: [KeyID: Int]

    /// Fails when two keys have the same id, or one public key has two ids: a revoked key could live on.
    public init?(_ keys: [TrustedKey]) {
        self.keys = keys
        indexByID = Dictionary(keys.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard indexByID.count == keys.count, Set(keys.map(\.publicKey)).count == keys.count else { return nil }
    }

    /// The key of that id; no other key is ever tried.
    public func key(for id: KeyID) -> TrustedKey? {
        indexByID[id].map { keys[$0] }
    }

    /// Whether a key comes before another one on the ring; false unless both are on it.
    package func isOlder(_ id: KeyID, than other: KeyID) -> Bool {
        guard let index = indexByID[id], let otherIndex = indexByID[other] else { return false }
        return index < otherIndex
    }
}

/// Why an exported key ring cannot be read.
public struct KeyRingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where and what, as a phrase.
    public let description: String
}

extension TrustedKeys {
    /// Reads an exported key ring: `{ "keys": [ { "id", "name", "environment", "state", "publicKey" } ] }`,
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

    /// Reads an exported key ring as text.
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
        let parsedID = try id.parsed(or: "not a key id") { KeyID($0) }
        let parsedEnvironment = try environment.parsed(or: "not the name of an environment") { EnvironmentName($0) }
        let parsedState = try state.parsed(or: "a key is next, active, retired or revoked") { KeyState(rawValue: $0) }
        let key = try publicKey.parsed(or: "not the base64 of a P-256 SubjectPublicKeyInfo") {
            Base64.decode($0).flatMap { try? PublicKey(derRepresentation: $0) }
        }
        self.init(
            id: parsedID, name: name, environment: parsedEnvironment, isRevoked: parsedState == .revoked,
            publicKey: key)
        self.state = parsedState
    }
}
