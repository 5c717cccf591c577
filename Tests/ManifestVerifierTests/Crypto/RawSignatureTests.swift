import Foundation
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// r‖s written down from two numbers of up to 32 bytes.
private func raw(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    [r, s].flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
}

/// The content of an INTEGER of so many significant bytes, with its zero where the highest bit is set.
private func integer(_ count: Int, first: UInt8, using generator: inout SeededGenerator) -> [UInt8] {
    let digits = [first] + (1..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return first >= 0x80 ? [0x00] + digits : digits
}

@Test func `r and s of every length, with and without the highest bit, go to raw form and back`() throws {
    var generator = SeededGenerator(seed: 31)
    for (rCount, sCount) in (1...32).flatMap({ r in (1...32).map { (r, $0) } }) {
        for (rFirst, sFirst) in [(0x01, 0x7F), (0x7F, 0x80), (0x80, 0xFE), (0xFE, 0x01)] as [(UInt8, UInt8)] {
            let parts = SignatureParts(
                r: integer(rCount, first: rFirst, using: &generator),
                s: integer(sCount, first: sFirst, using: &generator))
            let signature = try ECDSASignature(derRepresentation: parts.der)
            let expected = raw(parts.r.drop { $0 == 0 } + [], parts.s.drop { $0 == 0 } + [])
            #expect(signature.rawRepresentation == expected)
            #expect(try ECDSASignature(rawRepresentation: expected).derRepresentation == parts.der)
        }
    }
}

@Test func `signatures that libcrypto makes go to raw form and back, whatever r and s begin with`() throws {
    let key = try PrivateKey.generate()
    let digest = SHA256.hash(Array("message".utf8))
    // Every 256th begins with a zero, every second with the highest bit.
    var (zeros, highBits) = (0, 0)
    for _ in 0..<3_000 {
        let signature = try key.sign(digest)
        let raw = signature.rawRepresentation
        #expect(raw.count == 64)
        #expect(try ECDSASignature(rawRepresentation: raw) == signature)
        zeros += [raw[0], raw[32]].filter { $0 == 0 }.count
        highBits += [raw[0], raw[32]].filter { $0 >= 0x80 }.count
    }
    #expect(zeros > 0 && highBits > 1_000)
}

@Test(
    .peers(.openssl),
    arguments: [
        ("01", "01"), ("7F", "80"), ("80", "7F"), ("FF", "0100"), ("8000", "7FFF"),
        ("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632550", "01"),
        ("00FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "80FFFFFF"),
        ("7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "00000001"),
        ("8000000000000000000000000000000000000000000000000000000000000000", "0000000000000000FF"),
    ])
func `openssl writes the same DER for two numbers`(r: String, s: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("signature.conf", "asn1=SEQUENCE:sig\n[sig]\nr=INTEGER:0x\(r)\ns=INTEGER:0x\(s)\n")
    try folder.openssl("asn1parse", "-genconf", "signature.conf", "-noout", "-out", "signature.der")
    let der = try folder.read("signature.der")
    let bytes = raw([UInt8](hexadecimal: r), [UInt8](hexadecimal: s))
    #expect(try ECDSASignature(rawRepresentation: bytes).derRepresentation == der)
    #expect(try ECDSASignature(derRepresentation: der).rawRepresentation == bytes)
}

/// RFC 7515 §A.3, of which nothing is ours.
@Test func `the example of the standard has the signature that it says`() throws {
    func decoded(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(Array(text.utf8)[...])) }
    let x = try decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
    let y = try decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
    let input =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290"
        + "Ijp0cnVlfQ"
    let signature = try ECDSASignature(
        rawRepresentation: decoded(
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
    let key = try PublicKey(uncompressedPoint: [0x04] + x + y)
    let isValid = key.isValidSignature(signature, for: SHA256.hash(Array(input.utf8)))
    #expect(isValid)
}
