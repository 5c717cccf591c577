import Classic
import Diagnostics
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// Beginnings of bodies whose signature could be served as a dated signature over what follows.
private let confusable = [
    "Mon, 03 Aug 2020 22:59:35 UTC:",
    "Mon, 03 Aug 2020 22:59:35 UTC:{\"maintenance\": false}\n",
    "Mon, 03 Aug 2020 22:59:35 UTC::",
    // Dates that this verifier would not read, but another client might.
    "Mon, 03 Aug 2020 22:59:35 GMT:{}",
    "mon, 03 aug 2020 22:59:35 utc:{}",
    "Tue, 03 Aug 2020 22:59:35 UTC:{}",
    "Mon, 99 Xyz 0000 99:99:99 ABC:{}",
]

/// Beginnings that look like one but are not.
private let harmless = [
    "",
    "{}\n",
    ":",
    "Mon, 03 Aug 2020 22:59:35 UTC",
    "Mon, 03 Aug 2020 22:59:35 UTC {}",
    "Mon, 03 Aug 2020 22:59:35 UTC;{}",
    "\nMon, 03 Aug 2020 22:59:35 UTC:{}",
    " Mon, 03 Aug 2020 22:59:35 UTC:{}",
    "\u{FEFF}Mon, 03 Aug 2020 22:59:35 UTC:{}",
    "Mon, 3 Aug 2020 22:59:35 UTC:{}",
    "Mon, 03 Aug 2020 22:59:35 +000:{}",
    "Mon, 03 Aug 2020 22-59-35 UTC:{}",
    "Mon,  3 Aug 2020 22:59:35 UTC:{}",
    "Mo\u{0308}, 03 Aug 2020 22:59:35 UTC:",
    "2020-08-03T22:59:35Z:000000000:{}",
]

@Test(arguments: confusable)
func `no profile signs a body that begins with a date and a colon`(start: String) async throws {
    let signer = LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
    let date = try #require(SignedDate(secondsSince1970: 0))
    for body in [start, start + String(repeating: "x", count: 1_000)].map({ Array($0.utf8) }) {
        await #expect(throws: OtherMeaning.datedDocument) {
            try await signer.sign(body, date: nil)
        }
        await #expect(throws: OtherMeaning.datedDocument) {
            try await signer.sign(body, date: date)
        }
        #expect(throws: OtherMeaning.tooLarge) {
            try SignableBody(
                start: Array(body.prefix(30)), .headers(date: nil), digest: SHA256.hash(body),
                headerDigest: SHA256.hash(body))
        }
    }
}

@Test(arguments: harmless)
func `bodies that only look like a date and a colon are signed`(start: String) async throws {
    let signer = LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
    let date = try #require(SignedDate(secondsSince1970: 0))
    for date in [nil, date] {
        let signatures = try await signer.sign(Array(start.utf8), date: date)
        let isValid = signer.publicKey.isValidSignature(signatures.body, for: SHA256.hash(Array(start.utf8)))
        #expect(isValid)
    }
}

@Test func `the signed bytes of a dated document are never signed as a body`() async throws {
    let signer = LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
        let seconds = Int64.random(in: 0...253_402_300_799, using: &generator)
        let date = try #require(SignedDate(secondsSince1970: seconds))
        let body = SignatureProfile.prefix(date: date) + [0x7B]
        await #expect(throws: OtherMeaning.datedDocument) {
            try await signer.sign(body, date: nil)
        }
    }
}

@Test func `the refusal of such a body says what to do`() {
    #expect(OtherMeaning.datedDocument.report.hint?.contains("before the date") == true)
}
