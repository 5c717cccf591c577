import ManifestVerifier
import Testing
import TestSupport

/// What `PublicKey` says of a PEM text.
func refusal(ofPEM pem: String) -> PublicKeyError? { refusal(ofPEM: Array(pem.utf8)) }

/// What `PublicKey` says of the bytes of a PEM file.
func refusal(ofPEM pem: [UInt8]) -> PublicKeyError? {
    do throws(PublicKeyError) {
        _ = try PublicKey(pemRepresentation: pem)
        return nil
    } catch {
        return error
    }
}

/// What `PublicKey` says of DER.
func refusal(ofDER der: [UInt8]) -> PublicKeyError? {
    do throws(PublicKeyError) {
        _ = try PublicKey(derRepresentation: der)
        return nil
    } catch {
        return error
    }
}

@Test func `a key read from its own DER or PEM is the same key`() throws {
    let key = try KnownKey.publicKey.get()
    let again = try PublicKey(derRepresentation: key.derRepresentation)
    let fromText = try PublicKey(pemRepresentation: Array(key.pemRepresentation.utf8))
    #expect(again == key)
    #expect(fromText == key)
    #expect(Set([key, again, fromText]).count == 1)
    #expect(key.derRepresentation.count == 91)
    #expect(key.derRepresentation.suffix(65) == KnownKey.point)
    #expect(key.fingerprint == SHA256.hash(key.derRepresentation))
}

@Test(arguments: 0..<91)
func `DER cut short at any byte is no key`(count: Int) throws {
    let der = try KnownKey.publicKey.get().derRepresentation
    #expect(refusal(ofDER: Array(der.prefix(count))) == .notSubjectPublicKeyInfo)
}

@Test(arguments: [[0x00], [0x0A], [0x05, 0x00], [UInt8](repeating: 0xFF, count: 4_096)] as [[UInt8]])
func `DER with bytes behind it is no key`(tail: [UInt8]) throws {
    let der = try KnownKey.publicKey.get().derRepresentation
    #expect(refusal(ofDER: der + tail) == .notSubjectPublicKeyInfo)
}

@Test func `a point with any one bit flipped is no key`() throws {
    let der = try KnownKey.publicKey.get().derRepresentation
    for bit in (27 * 8)..<(91 * 8) {
        #expect(refusal(ofDER: der.flipping(bit: bit)) == .pointNotOnCurve, "bit \(bit)")
    }
}

@Test func `a SubjectPublicKeyInfo with any one bit flipped before the point is no key`() throws {
    let der = try KnownKey.publicKey.get().derRepresentation
    for bit in 0..<(27 * 8) {
        #expect(refusal(ofDER: der.flipping(bit: bit)) != nil, "bit \(bit)")
    }
}

@Test(arguments: [0x00, 0x02, 0x03, 0x05, 0x06, 0x07] as [UInt8])
func `a point in another form is no key`(form: UInt8) {
    #expect(throws: PublicKeyError.notSubjectPublicKeyInfo) {
        try PublicKey(uncompressedPoint: [form] + KnownKey.point.dropFirst())
    }
}

@Test(arguments: [
    ("the point (0, 0)", [UInt8](repeating: 0, count: 64)),
    ("coordinates above the field's prime", [UInt8](repeating: 0xFF, count: 64)),
    (
        "x plus the field's prime",
        [UInt8](hexadecimal: "FFFFFFFF00000001000000000000000000000001000000000000000000000004")
            + [UInt8](repeating: 1, count: 32)
    ),
    ("y in the place of x", Array(KnownKey.point.suffix(32) + KnownKey.point.dropFirst().prefix(32))),
])
func `coordinates of no point are no key`(name: String, coordinates: [UInt8]) {
    #expect(throws: PublicKeyError.pointNotOnCurve) { try PublicKey(uncompressedPoint: [0x04] + coordinates) }
}

@Test(arguments: [0, 1, 33, 64, 66, 97])
func `a point of another length is no key`(count: Int) {
    let point = Array((KnownKey.point + KnownKey.point).prefix(count))
    #expect(throws: PublicKeyError.notSubjectPublicKeyInfo) { try PublicKey(uncompressedPoint: point) }
}

@Test func `random bytes are never a key`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
        let count = Int.random(in: 0...200, using: &generator)
        let bytes = [0x30] + (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        #expect(refusal(ofDER: bytes) != nil, "\(bytes)")
    }
}
