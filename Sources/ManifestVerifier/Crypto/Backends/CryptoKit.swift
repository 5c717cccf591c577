#if canImport(CryptoKit)
    import CryptoKit

    /// The owner of a running digest.
    final class NativeHasher {
        private var hash = CryptoKit.SHA256()

        init() {}

        func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

        func finalize() -> [UInt8] { Array(hash.finalize()) }
    }

    final class NativePublicKey: Sendable {
        private let key: P256.Signing.PublicKey

        /// Fails when the 65 bytes are not a point on the curve.
        init?(uncompressedPoint point: [UInt8]) {
            guard let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
            self.key = key
        }

        /// Whether `signature` is one over the bytes whose SHA-256 is `digest`.
        func isValidSignature(_ signature: ECDSASignature, for digest: [UInt8]) -> Bool {
            precondition(digest.count == 32, "a SHA-256 has 32 bytes")
            guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation) else {
                return false
            }
            return key.isValidSignature(parsed, for: DigestBytes(bytes: digest))
        }
    }

    private struct DigestBytes: CryptoKit.Digest {
        static let byteCount = 32
        let bytes: [UInt8]

        var description: String { "SHA-256 digest" }

        func makeIterator() -> [UInt8].Iterator { bytes.makeIterator() }

        func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            unsafe try bytes.withUnsafeBytes(body)
        }
    }
#endif
