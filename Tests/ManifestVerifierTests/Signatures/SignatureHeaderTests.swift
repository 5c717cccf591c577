import Classic
import ManifestVerifier
import Testing
import TestSupport

// Each rule of the header has its vectors (verification-headers.json).

/// What is said of a value of the header; nil when it is read.
private func outcome(_ value: String) -> VerificationError.Malformed? {
    do throws(VerificationError.Malformed) {
        _ = try SignatureHeader(value)
        return nil
    } catch {
        return error
    }
}

@Test func `whatever is added, lost or replaced in a header, it is refused or has no other spelling`() throws {
    let value = #"keyId="k/1",signature="AQI=""#
    let others = Array("\"'=,;: \t\n\0\\kKsAQ_-/+é\u{A0}\u{212A}")
    for index in 0...value.count {
        let (head, tail) = (value.prefix(index), value.dropFirst(index))
        let texts = others.flatMap { ["\(head)\($0)\(tail)", "\(head)\($0)\(tail.dropFirst())"] }
        let shorter = "\(head)\(tail.dropFirst())"
        for text in texts + [shorter, "\(head)\(head.suffix(1))\(tail)"] where outcome(text) == nil {
            let written = try SignatureHeader(text).value
            #expect(written == text || written.replacing(",", with: ", ") == text, "\(text)")
        }
    }
}

/// Every printable character that no key id may hold, except the quote that ends the id.
private let forbiddenInKeyID = (0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }.filter {
    !$0.isLetter && !$0.isNumber && !"._:/-\"".contains($0)
}

@Test(arguments: forbiddenInKeyID)
func `refuses a key id with any other character`(character: Character) {
    for id in ["\(character)", "a\(character)", "\(character)a"] {
        #expect(outcome("keyId=\"\(id)\",signature=\"AQID\"") == .invalidKeyID)
        #expect(KeyID(id) == nil)
    }
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
