import ManifestVerifier
import Testing
import TestSupport

@Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
])
func `hashes to the digests of FIPS 180`(message: String, digest: String) {
    let hash = SHA256.hash(Array(message.utf8))
    #expect(hash.hexadecimal == digest)
    #expect(hash.description == digest)
    #expect(hash.bytes == [UInt8](hexadecimal: digest))
}

@Test(arguments: [1, 55, 64, 997, 65_536, 1_000_000])
func `hashes a million letters in parts of any size`(partSize: Int) {
    let hasher = SHA256()
    var left = 1_000_000
    while left > 0 {
        let count = min(partSize, left)
        hasher.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
        left -= count
    }
    let digest = hasher.finalize()
    #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
}

@Test func `streaming gives what hashing at once gives`() {
    var generator = SeededGenerator(seed: 3)
    for count in 0..<300 {
        let message = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let cut = Int.random(in: 0...count, using: &generator)
        let hasher = SHA256()
        hasher.update(Array(message.prefix(cut)))
        hasher.update([])
        hasher.update(Array(message.dropFirst(cut)))
        let streamed = hasher.finalize()
        #expect(streamed == SHA256.hash(message))
        #expect(streamed == SHA256.hash(Array(message.prefix(cut)), [], Array(message.dropFirst(cut))))
    }
}

@Test func `no parts and empty parts hash like the empty message`() {
    #expect(SHA256.hash() == SHA256.hash([]))
    #expect(SHA256.hash([], []) == SHA256().finalize())
}

@Test func `hashers that run beside each other do not mix`() {
    let first = SHA256()
    let second = SHA256()
    first.update(Array("ab".utf8))
    second.update(Array("x".utf8))
    first.update(Array("c".utf8))
    let a = first.finalize()
    let b = second.finalize()
    #expect(a == SHA256.hash(Array("abc".utf8)))
    #expect(b == SHA256.hash(Array("x".utf8)))
}
