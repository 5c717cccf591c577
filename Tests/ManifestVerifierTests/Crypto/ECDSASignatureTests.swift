import ManifestVerifier
import Testing
import TestSupport

// Each rule of DER has its vectors (verification-headers.json), and openssl writes others (ECDSASignaturePeerTests).

/// What is said of bytes that are offered as a signature; nil when they are one.
func outcome(of bytes: [UInt8]) -> VerificationError.Malformed? {
    do throws(VerificationError.Malformed) {
        let signature = try ECDSASignature(derRepresentation: bytes)
        #expect(signature.derRepresentation == bytes)
        return nil
    } catch {
        return error
    }
}

@Test(arguments: [KnownKey.sampleSignature, KnownKey.testSignature])
func `refuses a signature cut short at every byte`(signature: [UInt8]) {
    for count in signature.indices {
        let expected: VerificationError.Malformed =
            switch count {
            case 0: .empty
            case 64: .rawForm
            default: .truncated
            }
        #expect(outcome(of: Array(signature.prefix(count))) == expected, "\(count) bytes")
    }
}

@Test func `random bytes never crash and are never a signature`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Fuzz.rounds(20_000) {
        let count = Int.random(in: 0...140, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        #expect(outcome(of: bytes) != nil, "\(bytes)")
    }
}

@Test func `whatever is accepted after random damage is the one encoding of its two numbers`() {
    var generator = SeededGenerator(seed: 2)
    var accepted = 0
    for _ in 0..<Fuzz.rounds(20_000) {
        var bytes = KnownKey.sampleSignature
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
        }
        guard outcome(of: bytes) == nil else { continue }
        accepted += 1
        let parts = SignatureParts(der: bytes)
        #expect(parts.der == bytes, "\(bytes)")
        #expect(parts.twin.twin.s == parts.s, "\(bytes)")
    }
    #expect(accepted > Fuzz.rounds(1_000))
}
