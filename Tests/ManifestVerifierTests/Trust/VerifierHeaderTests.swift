import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test func `refuses two values that a proxy joined into one header`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let value = try download.value(SignatureHeader.name)
    let verifier = try publisher.verifier(.dated)
    #expect(
        verifier.refusal(of: download.with(SignatureHeader.name, "\(value), \(value)"))
            == .malformed(.repeatedParameter))
    #expect(
        verifier.refusal(of: download.with(SignatureHeader.dateName, "\(Publisher.date), \(Publisher.date)"))
            == .malformed(.invalidDate))
}

@Test func `refuses the signed bytes of a dated document offered as a body`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let replayed = download.with(body: Array("\(Publisher.date):".utf8) + download.body)
    #expect(try publisher.verifier(.body).refusal(of: replayed) == .malformed(.bodyBeginsWithDate))
}

@Test func `refuses a body signature offered to a dated client, with any date`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.body)
    #expect(verifier.refusal(of: download) == .malformed(.missingDate))
    let dated = download.adding(SignatureHeader.dateName, Publisher.date)
    #expect(verifier.refusal(of: dated) == .badSignature(publisher.id))
}

@Test func `the boundary between date and body cannot be moved`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.dated)
    let longer = download.with(SignatureHeader.dateName, Publisher.date + ":{").with(
        body: Array(download.body.dropFirst(2)))
    #expect(verifier.refusal(of: longer) == .malformed(.invalidDate))
    let shorter = download.with(SignatureHeader.dateName, String(Publisher.date.dropLast()))
        .with(body: Array("C:".utf8) + download.body)
    #expect(verifier.refusal(of: shorter) == .malformed(.invalidDate))
}
