import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// A SEC1 private key (RFC 5915) built by hand of a scalar and a point, in PEM.
private func sec1(scalar: [UInt8], point: [UInt8]) -> String {
    let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    let bits = SignatureParts.element(0x03, [0x00] + point)
    let content =
        [0x02, 0x01, 0x01] + SignatureParts.element(0x04, scalar) + curve + SignatureParts.element(0xA1, bits)
    return PEM.text(label: "EC PRIVATE KEY", der: SignatureParts.element(0x30, content))
}

/// The private key of RFC 6979 §A.2.5.
private let scalar = [UInt8](hexadecimal: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
private let x = [UInt8](hexadecimal: "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
private let y = [UInt8](hexadecimal: "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
private let point = [0x04] + x + y

@Test func `a private key built by hand is read when its halves belong together`() throws {
    let key = try privateKey(Array(sec1(scalar: scalar, point: point).utf8))
    #expect(key.publicKey == (try PublicKey(uncompressedPoint: point)))
}

@Test func `a private key with the public half of another is refused`() throws {
    for _ in 0..<5 {
        let other = try PrivateKey.generate().publicKey.derRepresentation.suffix(65)
        #expect(refusal(of: sec1(scalar: scalar, point: Array(other))) == .inconsistent)
    }
}

@Test func `a private key with any one bit of the scalar flipped is refused`() {
    for bit in 0..<256 {
        let outcome = refusal(of: sec1(scalar: scalar.flipping(bit: bit), point: point))
        #expect(outcome == .inconsistent, "bit \(bit)")
    }
}

@Test(arguments: [
    ("zero", [UInt8](repeating: 0, count: 32)),
    ("n", Array(SignatureParts.order.dropFirst())),
    ("all ones", [UInt8](repeating: 0xFF, count: 32)),
    ("one byte", [0x01]),
    ("no bytes", []),
])
func `a private key whose scalar is out of range is refused`(name: String, scalar: [UInt8]) {
    #expect([.inconsistent, .malformed].contains(refusal(of: sec1(scalar: scalar, point: point))))
}

@Test(arguments: [
    ("not on the curve", [0x04] + x + y.flipping(bit: 0)),
    ("at infinity", [0x00]),
    ("zeros", [0x04] + [UInt8](repeating: 0, count: 64)),
    ("cut short", [0x04] + x),
    ("in another form", [0x05] + x + y),
])
func `a private key whose point is not one of the curve is refused`(name: String, point: [UInt8]) {
    #expect([.inconsistent, .malformed].contains(refusal(of: sec1(scalar: scalar, point: point))))
}

@Test(arguments: [
    ("nothing", ""),
    ("garbage", "garbage"),
    ("zero bytes", "\0\0\0\0"),
    ("the middle of a boundary", "BEGIN PRIVATE KEY"),
    ("a boundary with another dash", "-----BEGIN PRIVATE KEY----"),
    ("a lowercase boundary", "-----begin private key-----\nAAAA\n-----end private key-----\n"),
    ("a public key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"),
    ("an OpenSSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"),
])
func `text without a private key is refused as such`(name: String, text: String) {
    #expect(refusal(of: text) == .notAPrivateKey)
    #expect(refusal(of: text, passphrase: "secret") == .notAPrivateKey)
}

@Test(arguments: ["PRIVATE KEY", "EC PRIVATE KEY"])
func `a private key block with other content is malformed`(label: String) {
    for content in ["", "AAAA\n", "garbage!\n", "MAA=\n", "MHcCAQEEIA==\n"] {
        #expect(refusal(of: "-----BEGIN \(label)-----\n\(content)-----END \(label)-----\n") == .malformed)
    }
    #expect(refusal(of: "-----BEGIN \(label)-----") == .malformed)
}

@Test func `a private key cut short at any byte is refused`() throws {
    let pem = try PrivateKey.generate().pem(passphrase: nil).copy()
    let lastNeeded = pem.count - 1
    for count in 0..<lastNeeded {
        #expect(refusal(of: Array(pem.prefix(count))) != nil, "\(count) bytes")
    }
    #expect(refusal(of: pem) == nil)
}

@Test func `an encrypted private key cut short at any byte is refused`() throws {
    let pem = try PrivateKey.generate().pem(passphrase: SecretBytes("secret")).copy()
    for count in stride(from: 0, to: pem.count - 1, by: 3) {
        #expect(refusal(of: Array(pem.prefix(count)), passphrase: "secret") != nil, "\(count) bytes")
    }
}

@Test func `a passphrase for an outdated key does not make it readable`() throws {
    let old =
        "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n"
        + "-----END EC PRIVATE KEY-----\n"
    #expect(refusal(of: old) == .outdatedEncryption)
    #expect(refusal(of: old, passphrase: "secret") == .outdatedEncryption)
}
