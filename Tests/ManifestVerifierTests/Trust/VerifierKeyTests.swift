import ManifestVerifier
import SigningKeys
import Testing
import TestPublisher
import TestSupport

@Test func `refuses everything when the ring is empty`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([], .body)
    #expect(verifier.refusal(of: try await publisher.download(.body)) == .unknownKey(publisher.id))
}

@Test func `environments differ by case`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted(in: "Production")], .body)
    let expected = VerificationError.otherDocument(.key(publisher.id, of: try #require(EnvironmentName("Production"))))
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
