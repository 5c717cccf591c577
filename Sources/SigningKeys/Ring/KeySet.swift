import ManifestVerifier

/// Public keys as a JSON Web Key Set (RFC 7517), for the libraries with which other people verify a `.jws`.
///
/// A set cannot say that a key is revoked, and belongs to no environment: it holds the keys of one environment that sign
/// or will sign. Apps embed a ring instead (`KeyExport`).
package enum KeySet {
    /// The one form of the set, keys in the order given: the same keys always give the same bytes.
    package static func bytes(of keys: [TrustedKey]) -> [UInt8] {
        JSONWriter.bytes(of: .object([JSONMember("keys", .array(keys.map(json)))]))
    }

    /// RFC 7518 §6.2.1: each coordinate in 32 bytes.
    private static func json(_ key: TrustedKey) -> JSONValue {
        let coordinates = key.publicKey.derRepresentation.suffix(64)
        func text(_ bytes: ArraySlice<UInt8>) -> JSONValue {
            .string(String(decoding: Base64URL.encode(Array(bytes)), as: UTF8.self))
        }
        return .object([
            JSONMember("kty", .string("EC")),
            JSONMember("crv", .string("P-256")),
            JSONMember("x", text(coordinates.prefix(32))),
            JSONMember("y", text(coordinates.suffix(32))),
            JSONMember("use", .string("sig")),
            JSONMember("alg", .string("ES256")),
            JSONMember("kid", .string(key.id.rawValue)),
        ])
    }
}

extension KeyFolder {
    /// The keys of an environment that a key set holds: active and next, in the order of the ring.
    package func keysOfSet(for environment: EnvironmentName) -> [TrustedKey] {
        zip(ring.entries, keys).filter { entry, _ in
            entry.environment == environment && [.active, .next].contains(entry.state)
        }.map { $1 }
    }
}
