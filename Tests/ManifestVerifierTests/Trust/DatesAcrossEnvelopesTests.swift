import Foundation
import ManifestVerifier
import Testing
import TestPublisher

/// How a document came: in which envelope, and with which profile of headers.
enum Form: CaseIterable, Sendable {
    case body, dated, jws

    /// A document in this form.
    func download(by publisher: Publisher, _ body: [UInt8], _ date: String) async throws -> Download {
        switch self {
        case .body: try await publisher.download(.body, body: body)
        case .dated: try await publisher.download(.dated, body: body, date: date)
        case .jws: Download(jws: try publisher.jws(body: body, date: date))
        }
    }
}

private let before = "Mon, 03 Aug 2020 22:59:34 UTC"
private let after = "Mon, 03 Aug 2020 22:59:36 UTC"
private let otherBody = Array("{\"value\": \"14\"}\n".utf8)

/// A client that keeps documents from one form to another.
private struct Client {
    let keys: [TrustedKey]

    func verifier(_ form: Form) throws -> Verifier { try Verifier.knowing(keys, form == .body ? .body : .dated) }

    /// What a client that was configured for `form` has kept.
    func kept(_ form: Form, by publisher: Publisher) async throws -> VerifiedManifest {
        let download = try await form.download(by: publisher, Publisher.body, Publisher.date)
        return try verifier(form).verify(download, path: place(), stored: nil, now: Publisher.now)
    }

    /// Why it refuses what comes next, now that it is configured for another form.
    func refusal(of download: Download, _ form: Form, after stored: VerifiedManifest) throws -> VerificationError? {
        // As after a start: from what the store has.
        let verifier = try verifier(form)
        let stored = try verifier.verify(kept: stored.download, path: place())
        let path = try place()
        do throws(VerificationError) {
            _ = try verifier.verify(download, path: path, stored: stored, now: Publisher.now)
            return nil
        } catch {
            return error
        }
    }

    func place() throws -> DocumentPath { try DocumentPath("distribution/availability-ios") }
}

@Test(arguments: [Form.dated, .jws], [Form.dated, .jws])
func `the date that was kept in one envelope is the floor for the other`(kept: Form, next: Form) async throws {
    let publisher = try Publisher()
    let client = Client(keys: [try publisher.trusted()])
    let stored = try await client.kept(kept, by: publisher)
    let (earlier, at) = (try #require(SignedDate(headerValue: before)), try #require(stored.date))
    func refusal(_ body: [UInt8], _ date: String) async throws -> VerificationError? {
        try client.refusal(of: try await next.download(by: publisher, body, date), next, after: stored)
    }
    #expect(try await refusal(Publisher.body, before) == .rollback(.date(earlier, stored: at)))
    #expect(try await refusal(otherBody, before) == .rollback(.date(earlier, stored: at)))
    #expect(try await refusal(otherBody, Publisher.date) == .rollback(.body(at)))
    #expect(try await refusal(Publisher.body, Publisher.date) == nil)
    #expect(try await refusal(otherBody, after) == nil)
}

@Test(arguments: [Form.dated, .jws])
func `a document without a date never replaces one with a date`(kept: Form) async throws {
    let publisher = try Publisher()
    let client = Client(keys: [try publisher.trusted()])
    let stored = try await client.kept(kept, by: publisher)
    let date = try #require(stored.date)
    for body in [Publisher.body, otherBody] {
        let download = try await Form.body.download(by: publisher, body, "")
        #expect(try client.refusal(of: download, .body, after: stored) == .rollback(.undated(stored: date)))
    }
}

@Test(arguments: [Form.dated, .jws], Form.allCases)
func `a newer key may sign without a date or with an earlier one, and an older key may sign nothing`(
    kept: Form, next: Form
) async throws {
    let (old, new) = (try Publisher("old"), try Publisher("new"))
    let client = Client(keys: [try old.trusted(), try new.trusted()])
    // Otherwise a thief of the older key could lock out all later documents.
    let byNew = try await next.download(by: new, otherBody, before)
    #expect(try client.refusal(of: byNew, next, after: try await client.kept(kept, by: old)) == nil)
    let byOld = try await next.download(by: old, otherBody, after)
    #expect(
        try client.refusal(of: byOld, next, after: try await client.kept(kept, by: new))
            == .rollback(.key(old.id, stored: new.id)))
}

@Test(arguments: Form.allCases, Form.allCases)
func `what was kept still verifies when the app is configured for another form`(kept: Form, now: Form) async throws {
    let publisher = try Publisher()
    let client = Client(keys: [try publisher.trusted()])
    let stored = try await client.kept(kept, by: publisher)
    let again = try client.verifier(now).verify(kept: stored.download, path: client.place())
    #expect(again.body == stored.body && again.date == stored.date && again.profile == stored.profile)
}
