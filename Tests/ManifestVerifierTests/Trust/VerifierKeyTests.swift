import SigningKeys
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

@Test(arguments: SignatureProfile.allCases)
func `refuses a key id that is not on the ring`(profile: SignatureProfile) async throws {
    let (publisher, stranger) = (try Publisher(), try Publisher("stranger"))
    let verifier = try publisher.verifier(profile)
    #expect(verifier.refusal(of: try await stranger.download(profile)) == .unknownKey(stranger.id))
}

@Test func `refuses everything when the ring is empty`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([], .body)
    #expect(verifier.refusal(of: try await publisher.download(.body)) == .unknownKey(publisher.id))
}

@Test func `compares key ids to the byte`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.body)
    let verifier = try publisher.verifier(.body)
    for id in ["Publisher", "publisher.", "publishe", "p"] {
        let other = SignatureHeader(keyID: try #require(KeyID(id)), signature: try download.signature())
        let refusal = verifier.refusal(of: download.with(SignatureHeader.name, other.value))
        #expect(refusal == .unknownKey(other.keyID))
    }
}

@Test(arguments: SignatureProfile.allCases)
func `tries no other key of the ring than the one that is named`(profile: SignatureProfile) async throws {
    let (publisher, other) = (try Publisher("right"), try Publisher("wrong"))
    let verifier = try Verifier.knowing([publisher.trusted(), other.trusted()], profile)
    let download = try await publisher.download(profile)
    #expect(verifier.refusal(of: download) == nil)
    let renamed = SignatureHeader(keyID: other.id, signature: try download.signature())
    #expect(verifier.refusal(of: download.with(SignatureHeader.name, renamed.value)) == .badSignature(other.id))
}

@Test(arguments: SignatureProfile.allCases)
func `refuses another key under the id of a trusted one`(profile: SignatureProfile) async throws {
    let (publisher, attacker) = (try Publisher("same"), try Publisher("same"))
    let verifier = try publisher.verifier(profile)
    #expect(verifier.refusal(of: try await attacker.download(profile)) == .badSignature(publisher.id))
}

@Test func `refuses a revoked key by name, good signature or not`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted(isRevoked: true)], .body)
    let download = try await publisher.download(.body)
    #expect(verifier.refusal(of: download) == .revokedKey(publisher.id))
    #expect(verifier.refusal(of: download.with(body: [])) == .revokedKey(publisher.id))
}

@Test func `a revoked key does not hinder the others`() async throws {
    let (old, new) = (try Publisher("old"), try Publisher("new"))
    let verifier = try Verifier.knowing([old.trusted(isRevoked: true), new.trusted()], .dated)
    #expect(verifier.refusal(of: try await new.download(.dated)) == nil)
    #expect(verifier.refusal(of: try await old.download(.dated)) == .revokedKey(old.id))
}

@Test func `refuses a key of another environment`() async throws {
    let (publisher, staging) = (try Publisher(), try Publisher("staging-key"))
    let verifier = try Verifier.knowing([publisher.trusted(), staging.trusted(in: "staging")], .body)
    let expected = VerificationError.keyOfAnotherEnvironment(staging.id, try #require(EnvironmentName("staging")))
    #expect(verifier.refusal(of: try await staging.download(.body)) == expected)
    #expect(verifier.refusal(of: try await publisher.download(.body)) == nil)
}

@Test func `environments differ by case`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted(in: "Production")], .body)
    let expected = VerificationError.keyOfAnotherEnvironment(publisher.id, try #require(EnvironmentName("Production")))
    #expect(verifier.refusal(of: try await publisher.download(.body)) == expected)
}

@Test func `a ring does not hold the same id twice`() throws {
    let (first, second) = (try Publisher("same"), try Publisher("same"))
    #expect(TrustedKeys([try first.trusted(), try second.trusted()]) == nil)
    #expect(TrustedKeys([try first.trusted(isRevoked: true), try second.trusted()]) == nil)
    #expect(TrustedKeys([try first.trusted(), try second.trusted(in: "staging")]) == nil)
}

@Test func `a ring does not hold the same public key under two ids`() throws {
    let publisher = try Publisher()
    #expect(TrustedKeys([try publisher.trusted(), try publisher.trusted(as: "alias")]) == nil)
    #expect(TrustedKeys([try publisher.trusted(isRevoked: true), try publisher.trusted(as: "alias")]) == nil)
    #expect(TrustedKeys([try publisher.trusted(), try publisher.trusted(as: "alias", in: "staging")]) == nil)
}

@Test func `a ring finds keys by id and keeps their order`() throws {
    let publishers = try ["c", "a", "b"].map { try Publisher($0) }
    let keys = try #require(TrustedKeys(try publishers.map { try $0.trusted() }))
    #expect(keys.keys.map(\.id.rawValue) == ["c", "a", "b"])
    for publisher in publishers {
        #expect(keys.key(for: publisher.id)?.publicKey == publisher.key.publicKey)
    }
    #expect(keys.key(for: try #require(KeyID("d"))) == nil)
}
