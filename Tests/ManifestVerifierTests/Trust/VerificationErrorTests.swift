import Diagnostics
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// One error of every kind.
private func errors() throws -> [VerificationError] {
    let id = try #require(KeyID("test-key"))
    let date = try #require(SignedDate(headerValue: Publisher.date))
    let later = try #require(SignedDate(secondsSince1970: date.secondsSince1970 + 1))
    let staging = try #require(EnvironmentName("staging"))
    let error = DocumentError(reason: "reason")
    return VerificationError.Malformed.allCases.map { .malformed($0) } + [
        .unknownKey(id), .revokedKey(id), .badSignature(id), .otherDocument(.key(id, of: staging)),
        .otherDocument(.environment(staging)), .otherDocument(.path(try DocumentPath("a/b"))),
        .otherDocument(.format(expected: .availabilityIOS, found: .availabilityAndroid)),
        .otherDocument(.meaning("reason")), .rollback(.key(id, stored: try #require(KeyID("newer")))),
        .rollback(.date(date, stored: later)), .rollback(.undated(stored: date)), .rollback(.body(date)),
        .aheadOfClock(date), .frozen(date), .unreadable(.undated), .unreadable(.json(error)),
        .unreadable(.document(.appConfig, error)), .tooLarge(.body(limit: 10)), .tooLarge(.metadata),
    ]
}

@Test func `every refusal of a download is a lowercase phrase of its own`() throws {
    let phrases = try errors().map(\.phrase)
    #expect(Set(phrases).count == phrases.count)
    for message in try phrases + errors().map(\.message) {
        #expect(message.first?.isUppercase == false, "\(message)")
        #expect(message.last != ".", "\(message)")
    }
}

@Test func `a refusal names the key, the environment or the limit it is about`() throws {
    for error in try errors() {
        switch error {
        case .unknownKey, .revokedKey, .badSignature: #expect(error.message.contains("\"test-key\""))
        case .otherDocument(.key), .otherDocument(.environment): #expect(error.message.contains("\"staging\""))
        case .otherDocument(.path): #expect(error.message.contains("a/b"))
        case .tooLarge(.body): #expect(error.message.contains("10 bytes"))
        case .otherDocument(.format): #expect(error.message.hasSuffix(": availability-android"))
        case .unreadable(.json), .unreadable(.document): #expect(error.message.hasSuffix(": reason"))
        default: continue
        }
    }
}

@Test func `refusals have ten codes, one for each next step`() throws {
    #expect(
        Set(try errors().map(\.code)) == [
            "malformed", "unknown-key", "revoked-key", "bad-signature", "other-document", "rollback", "ahead-of-clock",
            "frozen", "unreadable", "too-large",
        ])
}

@Test func `every refusal gives its next step`() throws {
    let id = try #require(KeyID("test-key"))
    #expect(VerificationError.malformed(.missingDate).hint.contains("--profile body"))
    #expect(VerificationError.unknownKey(id).hint.contains("--keys"))
    #expect(VerificationError.malformed(.rawForm).hint.contains("DER"))
    for error in try errors() { #expect(!error.hint.isEmpty) }
}
