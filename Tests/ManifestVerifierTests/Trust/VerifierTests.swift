import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher
import TestSupport

@Test(
    arguments: [[], Publisher.body, Array("Mon, 03 Aug 2020 22:59:35 UTC".utf8), [0xFF, 0xD8, 0xFF, 0x00]] as [[UInt8]])
func `accepts a body that the key signed`(body: [UInt8]) async throws {
    let publisher = try Publisher()
    let manifest = try publisher.verifier(.body).verify(try await publisher.download(.body, body: body))
    #expect(manifest.body == body)
    #expect(manifest.profile == .body)
    #expect(manifest.date == nil)
    #expect(manifest.key.id == publisher.id)
    #expect(manifest.key.publicKey == publisher.key.publicKey)
}

@Test(arguments: [[], Publisher.body, Array(":".utf8), [0xFF, 0xD8, 0xFF, 0x00]] as [[UInt8]])
func `accepts a dated body that the key signed and hands out the date`(body: [UInt8]) async throws {
    let publisher = try Publisher()
    let manifest = try publisher.verifier(.dated).verify(try await publisher.download(.dated, body: body))
    #expect(manifest.body == body)
    #expect(manifest.profile == .dated)
    #expect(manifest.date?.headerValue == Publisher.date)
    #expect(manifest.key.id == publisher.id)
}

@Test(arguments: SignatureProfile.allCases)
func `refuses a body with any one bit flipped`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(profile)
    let verifier = try publisher.verifier(profile)
    for bit in 0..<(download.body.count * 8) {
        let changed = download.with(body: download.body.flipping(bit: bit))
        #expect(verifier.refusal(of: changed) == .badSignature(publisher.id), "bit \(bit)")
    }
}

@Test(arguments: SignatureProfile.allCases)
func `refuses a body cut short or with something behind or before it`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(profile)
    let verifier = try publisher.verifier(profile)
    let body = download.body
    let changed =
        body.indices.map { Array(body.prefix($0)) } + [body + [0x0A], body + [0x00], [0x0A] + body, body + body]
    for body in changed {
        #expect(verifier.refusal(of: download.with(body: body)) == .badSignature(publisher.id))
    }
}

@Test(arguments: SignatureProfile.allCases)
func `refuses a signature with any one bit flipped`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(profile)
    let verifier = try publisher.verifier(profile)
    let signature = try download.signature()
    for bit in 0..<(signature.count * 8) {
        switch verifier.refusal(of: try download.with(signature: signature.flipping(bit: bit))) {
        case .badSignature(publisher.id), .malformed: continue
        case let outcome: Issue.record("bit \(bit): \(String(describing: outcome))")
        }
    }
}

@Test func `refuses a signature with r and s exchanged`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let swapped = SignatureParts(der: try download.signature()).swapped.der
    let refusal = try publisher.verifier(.dated).refusal(of: download.with(signature: swapped))
    #expect(refusal == .badSignature(publisher.id))
}

@Test func `an app accepts a body of one mebibyte and no more`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.body)
    let largest = try await publisher.download(.body, body: [UInt8](repeating: 0x20, count: 1 << 20))
    #expect(verifier.refusal(of: largest) == nil)
    #expect(verifier.refusal(of: largest.with(body: largest.body + [0x20])) == .tooLarge(.body(limit: 1 << 20)))
}

@Test func `a verifier with limit zero accepts the empty body only`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.body, bodyLimit: 0)
    #expect(verifier.refusal(of: try await publisher.download(.body, body: [])) == nil)
    #expect(verifier.refusal(of: try await publisher.download(.body, body: [0x20])) == .tooLarge(.body(limit: 0)))
}
