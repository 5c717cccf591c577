import ManifestVerifier
import Testing
import TestSupport

@Test(arguments: SignatureVector.wellFormed)
func `accepts a signature in the one DER form`(vector: SignatureVector) {
    #expect(vector.outcome == nil)
}

@Test(arguments: SignatureVector.numbers)
func `refuses r and s outside of 1 to n minus 1 or not in their shortest form`(vector: SignatureVector) {
    #expect(vector.outcome == vector.verdict)
}

@Test(arguments: SignatureVector.structure)
func `refuses DER of another structure`(vector: SignatureVector) {
    #expect(vector.outcome == vector.verdict)
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
        #expect(SignatureVector.outcome(of: Array(signature.prefix(count))) == expected, "\(count) bytes")
    }
}

@Test func `random bytes never crash and are never a signature`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Fuzz.rounds(20_000) {
        let count = Int.random(in: 0...140, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        #expect(SignatureVector.outcome(of: bytes) != nil, "\(bytes)")
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
        guard SignatureVector.outcome(of: bytes) == nil else { continue }
        accepted += 1
        let parts = SignatureParts(der: bytes)
        #expect(parts.der == bytes, "\(bytes)")
        #expect(parts.twin.twin.s == parts.s, "\(bytes)")
    }
    #expect(accepted > Fuzz.rounds(1_000))
}
