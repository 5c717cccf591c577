/// A public key and what the key ring says of it.
public struct TrustedKey: Sendable {
    /// The id in signature headers.
    public let id: KeyID
    /// What people call the key.
    public let name: String
    /// The one environment that the key signs for.
    public let environment: EnvironmentName
    /// Whether the key is on the ring only so that it is refused by name.
    public let isRevoked: Bool
    /// The key itself.
    public let publicKey: PublicKey

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

    /// Fails when two keys have the same id, or one public key stands under two ids: a revoked key could live on.
    public init?(_ keys: [TrustedKey]) {
        self.keys = keys
        indexByID = Dictionary(keys.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard indexByID.count == keys.count, Set(keys.map(\.publicKey)).count == keys.count else { return nil }
    }

    /// The key of that id; no other key is ever tried.
    public func key(for id: KeyID) -> TrustedKey? {
        indexByID[id].map { keys[$0] }
    }

    /// Whether a key comes before another one on the ring; false when one of them is not there.
    package func isOlder(_ id: KeyID, than other: KeyID) -> Bool {
        guard let index = indexByID[id], let otherIndex = indexByID[other] else { return false }
        return index < otherIndex
    }
}
