import Classic
import Foundation
import ManifestVerifier
import PublicationTree
import TestPublisher
import Testing

/// The examples of the article from which people write verifiers.
@Suite struct WireFormatTests {
    private let article: Article

    init() throws { article = try Article("ManifestVerifier/WireFormat") }

    private func example(_ heading: String) throws -> [UInt8] {
        let found = article.blocks.filter { $0.heading == heading && $0.language == "json" }
        try #require(found.count == 1, "the article needs one example of \(heading)")
        return Array(found[0].code.utf8)
    }

    @Test func `the complete example verifies, as it stands`() throws {
        let blocks = try article.blocks(in: "A complete example")
        try #require(blocks.count == 5)
        let verifier = Verifier(
            keyRing: try TrustedKeys(exported: try example("The key ring")),
            environment: try #require(EnvironmentName("production")), format: .appConfig, profile: .dated)
        let download = try #require(
            Download(body: Array(blocks[0].code.utf8), headersSidecar: Array(blocks[1].code.utf8)))
        let manifest = try verifier.verify(download, stored: nil, now: .now)
        #expect(manifest.date?.headerValue == "Mon, 03 Aug 2026 22:59:35 UTC")
        let der = try #require(Base64.decode(String(blocks[2].code.dropLast())))
        let signature = try ECDSASignature(derRepresentation: der)
        let digest = SHA256.hash(download.body)
        #expect(manifest.key.publicKey.isValidSignature(signature, for: digest))

        let jws = Array(blocks[4].code.utf8.dropLast())
        let same = try verifier.verify(
            jws: jws, path: try DocumentPath("api/v1/app-config"), stored: manifest, now: .now)
        #expect(same.body == manifest.body && same.date == manifest.date)
        #expect(try JWS(jws).header.bytes + Array("\n".utf8) == Array(blocks[3].code.utf8))
    }

    @Test(
        arguments: DocumentFormat.allCases.filter {
            ![.remoteConfigAndroid, .gateAndroid, .firebaseTemplate, .webBundle, .file].contains($0)
        })
    func `the example of every format is one, in the form in which Signet writes it`(format: DocumentFormat) throws {
        let body = try example(format.rawValue)
        _ = try format.reader.read(body)
        #expect(DocumentFormat(recognizing: body) == format)
        #expect(JSONWriter.bytes(of: try JSONParser.parse(body)) == body)
    }

    @Test func `every rule of the example of a gate document is understood, and written again as it stands`() throws {
        let body = try example("gate-ios")
        let document = try GateDocument(body: body)
        #expect(document.unusable.isEmpty && document.latest?.count == 2)
        #expect(JSONWriter.bytes(of: document.json) == body)
    }

    @Test func `the example of an index is one, to the byte`() throws {
        let body = try example("publication.jws")
        #expect(JSONWriter.bytes(of: try Publication(JSONParser.parse(body)).json) == body)
    }

    @Test func `every format of a document is named`() {
        for format in DocumentFormat.allCases { #expect(article.text.contains("`\(format.rawValue)`")) }
    }

    @Test func `the numbers of the article are the limits`() {
        #expect(article.text.contains("at most 1,048,576 bytes") && Limits.manifestBytes == 1_048_576)
        #expect(article.text.contains("fewer than 2,048 bytes in all") && Limits.signatureMetadataBytes == 2_048)
        #expect(article.text.contains("at most 24 hours ahead") && Limits.clockSkew == 24 * 3_600)
        #expect(article.text.contains("at most 64 containers") && Limits.jsonNesting == 64)
        #expect(article.text.contains("at most 18 digits") && Limits.versionDigits == 18)
        #expect(article.text.contains("at most 1,000") && Limits.webBundles == 1_000)
        #expect(article.text.contains("at most 1,000 elements") && Limits.gateRules == 1_000)
        #expect(article.text.contains("not an array of at most 100") && Limits.gateLatest == 100)
        #expect(article.text.contains("1 to 100 `steps`") && Limits.shareSteps == 100)
        #expect(article.text.contains("7 days after the signed date") && Limits.gateClockLead == 7 * 86_400)
        #expect(article.text.contains("at most 7 days before the clock"))
        #expect(Limits.maintenanceAge == 7 * 86_400)
        #expect(article.text.contains("at most 72 bytes") && Limits.signatureBytes == 72)
        #expect(article.text.contains("at most 1,536 bytes") && Limits.jwsHeaderBytes == 1_536)
        #expect(article.text.contains("at most 1,024 bytes") && Limits.pathBytes == 1_024)
    }
}
