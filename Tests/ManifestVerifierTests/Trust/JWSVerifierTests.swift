import Classic
import Foundation
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

private let path = "distribution/availability-ios"
private let otherBody = Array("{\"value\": \"14\"}\n".utf8)

extension Verifier {
    /// Why a `.jws` is refused at its path; nil when it is accepted.
    fileprivate func refusal(
        ofJWS file: [UInt8], at expected: String = path, stored: VerifiedManifest? = nil, now: Date = Publisher.now
    ) throws -> VerificationError? {
        let path = try DocumentPath(expected)
        do throws(VerificationError) {
            _ = try verify(jws: file, path: path, stored: stored, now: now)
            return nil
        } catch {
            return error
        }
    }
}

@Test func `a .jws of the expected path is the document with its date`() throws {
    let publisher = try Publisher()
    let file = try publisher.jws()
    // What headers must cover has no meaning here.
    for profile in SignatureProfile.allCases {
        let manifest = try publisher.verifier(profile).verify(
            jws: file, path: DocumentPath(path), stored: nil, now: Publisher.now)
        #expect(manifest.body == Publisher.body)
        #expect(manifest.content as? [UInt8] == Publisher.body)
        #expect(manifest.date?.headerValue == Publisher.date)
        #expect(manifest.key.id == publisher.id)
        #expect(manifest.profile == nil)
        #expect(manifest.download.envelope == .jws && manifest.download.body == file)
        #expect(manifest.download.headers.isEmpty)
    }
}

/// What an honest file becomes in the hands of others.
@Test func `a .jws of which any byte was changed, lost or doubled is refused`() throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let file = try publisher.jws(body: Array("{}".utf8))
    func expectRefused(_ changed: [UInt8], _ change: String) throws {
        switch try verifier.refusal(ofJWS: changed) {
        case .malformed, .unknownKey, .otherDocument, .badSignature: break
        case let other: Issue.record("\(change): \(String(describing: other))")
        }
    }
    for (index, byte) in file.enumerated() {
        for other in Array("A0._-=\n\0é".utf8) + [byte ^ 1, byte ^ 0x20, byte ^ 0x80] where other != byte {
            var changed = file
            changed[index] = other
            try expectRefused(changed, "byte \(index) became \(other)")
        }
        try expectRefused(Array(file[..<index] + file[(index + 1)...]), "byte \(index) is lost")
        try expectRefused(Array(file[...index] + file[index...]), "byte \(index) is there twice")
    }
}

@Test func `a .jws without a path to expect is not a body with headers`() throws {
    let publisher = try Publisher()
    let download = Download(jws: try publisher.jws())
    #expect(try publisher.verifier(.dated).refusal(of: download) == .malformed(.missingSignature))
    // Nor does a response choose: headers beside a .jws say nothing, and a .jws in a body with headers is that body.
    let wrapped = try publisher.download(signingAnything: try publisher.jws())
    #expect(try publisher.verifier(.body).refusal(of: wrapped) == .otherDocument(.meaning(OtherMeaning.jws.message)))
}

@Test func `a .jws of the largest body is accepted, and one byte more is not`() throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let largest = try publisher.jws(body: [UInt8](repeating: 0x20, count: Limits.manifestBytes))
    let tooLarge = try publisher.jws(body: [UInt8](repeating: 0x20, count: Limits.manifestBytes + 1))
    #expect(try verifier.refusal(ofJWS: largest) == nil)
    #expect(try verifier.refusal(ofJWS: tooLarge) == .tooLarge(.body(limit: Limits.manifestBytes)))
    #expect(largest.count <= Envelope.jws.byteLimit(ofBody: Limits.manifestBytes), "a transport must not refuse it")
}

@Test func `what a .jws holds is looked at like a body with headers`() throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    for (body, meaning) in [
        (#"{"_type":"root"}"#, OtherMeaning.updateMetadata), ("eyJhbGciOiJFUzI1NiJ9.e30", .jws),
        ("Mon, 03 Aug 2020 22:59:35 UTC:{}", .datedDocument), ("DSSEv1 4 text 2 {}", .envelope),
    ] {
        #expect(
            try verifier.refusal(ofJWS: publisher.jws(body: Array(body.utf8)))
                == .otherDocument(.meaning(meaning.message)))
    }
    let android = try publisher.jws(body: Array(Bodies.availabilityAndroid.utf8))
    #expect(
        try verifier.expecting(.availability(.ios)).refusal(ofJWS: android)
            == .otherDocument(.format(expected: .availabilityIOS, found: .availabilityAndroid)))
}

@Test(arguments: DocumentFormat.allCases.filter { Bodies.of($0) != nil })
func `a document of every format may be a .jws, and verifies again from what it carries`(
    format: DocumentFormat
) throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated).expecting(format.reader)
    let file = try publisher.jws(body: #require(Bodies.of(format)))
    let manifest = try verifier.verify(jws: file, path: DocumentPath(path), stored: nil, now: Publisher.now)
    let again = try verifier.verify(kept: manifest.download, path: DocumentPath(path))
    #expect(isSame(again.content, manifest.content) && again.date == manifest.date)
    #expect(throws: VerificationError.otherDocument(.path(try DocumentPath(path)))) {
        try verifier.verify(kept: manifest.download, path: DocumentPath("other"))
    }
}
