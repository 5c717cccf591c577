import ManifestVerifier
import Testing
import TestSupport

@Test(arguments: HeaderVector.parameters)
func `reads the two parameters in their order, each once`(vector: HeaderVector) {
    #expect(vector.outcome == vector.verdict)
}

@Test(arguments: HeaderVector.syntax)
func `refuses any other spelling of a signature header`(vector: HeaderVector) {
    #expect(vector.outcome == vector.verdict)
}

@Test(arguments: HeaderVector.keyIDs)
func `reads key ids of 1 to 256 characters`(vector: HeaderVector) {
    #expect(vector.outcome == vector.verdict)
}

@Test(arguments: HeaderVector.forbiddenInKeyID)
func `refuses a key id with any other character`(character: Character) {
    for id in ["\(character)", "a\(character)", "\(character)a"] {
        #expect(HeaderVector("", keyID: id, nil).outcome == .invalidKeyID)
        #expect(KeyID(id) == nil)
    }
}

@Test(arguments: HeaderVector.signatures)
func `reads a signature only in canonical base64`(vector: HeaderVector) {
    #expect(vector.outcome == vector.verdict)
}

@Test(arguments: ["k", "arn:aws:kms:eu-west-2:1:key/1", String(repeating: "0", count: 256)])
func `a value that is written and read again is the same`(id: String) throws {
    var generator = SeededGenerator(seed: 6)
    for count in 1...100 {
        let signature = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let header = SignatureHeader(keyID: try #require(KeyID(id)), signature: signature)
        let again = try SignatureHeader(header.value)
        #expect(again == header)
        #expect(again.signature == signature)
        #expect(again.value == header.value)
        #expect(try SignatureHeader(header.value.replacing(",", with: ", ")) == header)
    }
}
