import Classic
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher

private let formats = DocumentFormat.allCases.filter { Bodies.of($0) != nil }

@Test(arguments: formats)
func `reads a signed body of the expected format`(format: DocumentFormat) async throws {
    let publisher = try Publisher()
    let body = try #require(Bodies.of(format))
    let verifier = try Verifier.knowing([publisher.trusted()], .dated, format: format)
    let manifest = try verifier.verify(try await publisher.download(.dated, body: body))
    #expect(isSame(manifest.content, try format.reader.read(body)))
    #expect(DocumentFormat(recognizing: body) == format)
}

private let others = formats.flatMap { format in formats.filter { $0 != format }.map { (format, $0) } }

@Test(arguments: others)
func `refuses a signed body of another format by its name`(expected: DocumentFormat, found: DocumentFormat) async throws
{
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .dated, format: expected)
    let download = try await publisher.download(.dated, body: try #require(Bodies.of(found)))
    #expect(verifier.refusal(of: download) == .otherDocument(.format(expected: expected, found: found)))
}

@Test(arguments: ["", "no", "{", "{} {}", "\u{FEFF}{}", #"{ "a": 1, "a": 2 }"#, "{ \"a\": 1, }", "<!DOCTYPE html>"])
func `refuses a signed body that is no strict JSON`(text: String) async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let refusal = verifier.refusal(of: try await publisher.download(.body, body: Array(text.utf8)))
    guard case .unreadable(.json(let error)) = refusal else {
        return #expect(Bool(false), "\(String(describing: refusal))")
    }
    #expect(error.kind == .syntax)
}

@Test(arguments: ["[]", "{}", #"{ "minimumOSVersion": 13 }"#, "null"])
func `refuses a signed body that is no document`(text: String) async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let refusal = verifier.refusal(of: try await publisher.download(.body, body: Array(text.utf8)))
    guard case .unreadable(.document(.availabilityIOS, let error)) = refusal else {
        return #expect(Bool(false), "\(String(describing: refusal))")
    }
    #expect(error.kind == .content)
}

@Test func `says nothing of a body whose signature is wrong`() async throws {
    let publisher = try Publisher()
    let verifier = try Verifier.knowing([publisher.trusted()], .body, format: .availabilityIOS)
    let download = try await publisher.download(.body, body: Array("not JSON".utf8))
    #expect(verifier.refusal(of: download.with(body: Array("not JSON!".utf8))) == .badSignature(publisher.id))
}

@Test(arguments: formats)
func `a manifest verifies again from what it carries`(format: DocumentFormat) async throws {
    let publisher = try Publisher()
    for profile in SignatureProfile.allCases where profile == .dated || !format.reader.goesByDate {
        let verifier = try Verifier.knowing([publisher.trusted()], profile, format: format)
        let download = try await publisher.download(profile, body: try #require(Bodies.of(format)))
        let shouted = Download(
            body: download.body,
            headers: [HeaderField(unchecked: "Server", value: "x")]
                + download.headers.map { HeaderField(unchecked: $0.name.uppercased(), value: $0.value) })
        let manifest = try verifier.verify(shouted)
        let again = try verifier.verify(kept: manifest.download)
        #expect(isSame(again.content, manifest.content))
        #expect(again.date == manifest.date)
        #expect(manifest.download.headers == download.headers)
    }
}
