import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher

@Test(arguments: SignatureProfile.allCases)
func `a verifier that expects another document expects all else as before`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let verifier = Verifier(
        keyRing: try #require(TrustedKeys([try publisher.trusted(in: "staging")])),
        environment: try #require(EnvironmentName("staging")), format: .availabilityIOS, profile: profile,
        clockSkew: 60, bodyLimit: 10)
    let other = verifier.expecting(.file)
    #expect(other.reader.format == .file)
    #expect(other.environment == verifier.environment)
    #expect(other.profile == profile)
    #expect(other.clockSkew == 60)
    #expect(other.bodyLimit == 10)

    #expect(other.refusal(of: try await publisher.download(profile)) == .tooLarge(.body(limit: 10)))
    let short = try await publisher.download(profile, body: Array("1234567890".utf8))
    let date = try #require(SignedDate(headerValue: Publisher.date))
    // A minute after the date of the document, so two minutes before is one too many.
    #expect(other.refusal(of: short, now: Publisher.now - 120) == nil)
    #expect(other.refusal(of: short, now: Publisher.now - 121) == (profile == .dated ? .aheadOfClock(date) : nil))
    #expect(other.refusal(of: try await Publisher("stranger").download(profile, body: [])) != nil)
}
