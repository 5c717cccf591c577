import Diagnostics
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

/// One error of every kind.
private func errors() throws -> [VerificationError] {
    let id = try #require(KeyID("test-key"))
    let date = try #require(SignedDate(headerValue: Publisher.date))
    let later = try #require(SignedDate(secondsSince1970: date.secondsSince1970 + 1))
    return [
        .missingHeader(SignatureHeader.name), .missingHeader(SignatureHeader.dateName),
        .repeatedHeader(SignatureHeader.name), .malformedHeader(.invalidBase64), .malformedSignature(.rawForm),
        .malformedDate, .malformedWebSignature(.withoutBody), .metadataTooLarge, .unknownKey(id), .revokedKey(id),
        .keyOfAnotherEnvironment(id, try #require(EnvironmentName("staging"))), .bodyTooLarge(limit: 10),
        .bodyBeginsWithDate, .badSignature(id), .keyOlderThanStored(id, stored: try #require(KeyID("newer"))),
        .signedInFuture(date), .signedBeforeStored(date, stored: later), .anotherBodyOfSameDate(date),
        .notJSON(DocumentError(reason: "reason")), .notADocument(.appConfig, DocumentError(reason: "reason")),
        .ofAnotherEnvironment(try #require(EnvironmentName("staging"))), .atAnotherPath(try DocumentPath("a/b")),
        .undatedAfterDated(stored: date),
        .wrongKind(expected: .availabilityIOS, found: .availabilityAndroid), .otherMeaning(.webSignature),
    ]
}

@Test func `every refusal of a download is a lowercase phrase of its own`() throws {
    let messages = try errors().map(\.message)
    #expect(Set(messages).count == messages.count)
    for message in messages {
        #expect(message.first?.isUppercase == false, "\(message)")
        #expect(message.last != ".", "\(message)")
    }
}

@Test func `a refusal names the key, the environment or the limit it is about`() throws {
    for error in try errors() {
        switch error {
        case .unknownKey, .revokedKey, .badSignature: #expect(error.message.contains("\"test-key\""))
        case .keyOfAnotherEnvironment, .ofAnotherEnvironment: #expect(error.message.contains("\"staging\""))
        case .atAnotherPath: #expect(error.message.contains("a/b"))
        case .bodyTooLarge: #expect(error.message.contains("10 bytes"))
        case .missingHeader(let name), .repeatedHeader(let name): #expect(error.message.contains(name))
        default: continue
        }
    }
}

@Test func `every refusal gives its next step`() throws {
    let id = try #require(KeyID("test-key"))
    #expect(VerificationError.missingHeader(SignatureHeader.dateName).hint.contains("--profile body"))
    #expect(VerificationError.unknownKey(id).hint.contains("--keys"))
    #expect(VerificationError.malformedSignature(.rawForm).hint.contains("DER"))
    for error in try errors() { #expect(!error.hint.isEmpty) }
}
