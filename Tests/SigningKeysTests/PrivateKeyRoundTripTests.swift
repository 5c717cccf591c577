import Diagnostics
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

private let passphrases: [String?] = [
    nil, "x", "correct horse battery staple", " spaces ", "schlüssel☂", String(repeating: "p", count: 1_024),
]

@Test(arguments: passphrases)
func `a new key that is written and read again is the same key`(passphrase: String?) throws {
    let key = try PrivateKey.generate()
    let pem = try key.pem(passphrase: passphrase.map { SecretBytes($0) })
    let again = try PrivateKey(pem: pem, passphrase: passphrase.map { SecretBytes($0) })
    #expect(again.publicKey == key.publicKey)
    let digest = SHA256.hash(Array("to be signed".utf8))
    let isValid = key.publicKey.isValidSignature(try again.sign(digest), for: digest)
    #expect(isValid)
}

@Test(.peers(.openssl), arguments: passphrases)
func `openssl reads what is written and finds the same public half`(passphrase: String?) throws {
    let folder = try TemporaryFolder()
    let key = try PrivateKey.generate()
    try folder.write("key.pem", try key.pem(passphrase: passphrase.map { SecretBytes($0) }).copy())
    let publicHalf = try check(
        "openssl", ["pkey", "-in", "key.pem", "-passin", "env:SECRET", "-pubout", "-check"], in: folder.root,
        environment: ["SECRET": passphrase ?? ""])
    #expect(publicHalf == "Key is valid\n" + key.publicKey.pemRepresentation)
}

@Test func `the label says whether a key is encrypted`() throws {
    let key = try PrivateKey.generate()
    let plain = String(decoding: try key.pem(passphrase: nil).copy(), as: UTF8.self)
    let encrypted = String(decoding: try key.pem(passphrase: SecretBytes("secret")).copy(), as: UTF8.self)
    #expect(plain.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(plain.hasSuffix("-----END PRIVATE KEY-----\n"))
    #expect(encrypted.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    #expect(encrypted.hasSuffix("-----END ENCRYPTED PRIVATE KEY-----\n"))
}

@Test(.peers(.openssl))
func `an encrypted key has AES-256 and a key derived with PBKDF2`() throws {
    let folder = try TemporaryFolder()
    try folder.write("key.pem", try PrivateKey.generate().pem(passphrase: SecretBytes("secret")).copy())
    let structure = try folder.openssl("asn1parse", "-in", "key.pem")
    #expect(structure.contains(":PBKDF2"))
    #expect(structure.contains(":aes-256-cbc"))
}

@Test func `an encrypted key opens with its passphrase only`() throws {
    let pem = try PrivateKey.generate().pem(passphrase: SecretBytes("secret")).copy()
    #expect(refusal(of: pem) == .passphraseNeeded)
    #expect(refusal(of: pem, passphrase: "") == .passphraseNeeded)
    #expect(refusal(of: pem, passphrase: "Secret") == .wrongPassphrase)
    #expect(refusal(of: pem, passphrase: "secret") == nil)
}

@Test(arguments: ["", String(repeating: "p", count: 1_025), "before\0after"])
func `a passphrase that could not be given again encrypts nothing`(passphrase: String) throws {
    let key = try PrivateKey.generate()
    let error = #expect(throws: ErrorReport.self) { try key.pem(passphrase: SecretBytes(passphrase)) }
    #expect(
        error?.message
            == "the passphrase for the private key is empty, holds a NUL byte or is longer than 1024 bytes")
    #expect(error?.hint == "for a key without a passphrase unset SIGNET_KEY_PASSPHRASE")
}

@Test func `every new key is another one`() throws {
    let keys = try (0..<20).map { _ in try PrivateKey.generate().publicKey }
    #expect(Set(keys).count == 20)
}

@Test func `secret bytes are wiped where they were`() {
    var bytes = Array("secret".utf8)
    let secret = SecretBytes(taking: &bytes)
    #expect(bytes == [0, 0, 0, 0, 0, 0])
    #expect(secret.copy() == Array("secret".utf8))
    #expect(secret.count == 6)
}

@Test(arguments: [("abcabd", "abd", true), ("abc", "abcd", false), ("abc", "", true), ("", "a", false)])
func `secret bytes can be searched`(text: String, wanted: String, isThere: Bool) {
    #expect(SecretBytes(text).contains(wanted) == isThere)
}
