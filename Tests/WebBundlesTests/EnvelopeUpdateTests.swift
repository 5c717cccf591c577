import AppGate
import Classic
import ManifestVerifier
import Testing
import TestPublisher
import WebBundles

/// Documents of bundles that carry their own signature.
@Suite struct `A document of bundles in a .jws` {
    @Test func `is fetched at its path and offers the same bundle`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        #expect(
            try await bench.update()
                == .installed(try StoreBench.version("1.5.0")))
        #expect(bench.site.requests == ["index.json.jws", "v1.5.0.zip"])
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test func `is refused at another path, and where it is a body with headers`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let date = try #require(SignedDate(headerValue: Publisher.date))
        try await bench.publish(Array("{}".utf8), as: "manifest.json", at: date, by: bench.publisher)
        bench.site.set("index.json.jws", try #require(bench.site.resource("manifest.json.jws")))
        #expect(
            try await bench.update()
                == .failed(.verification(.otherDocument(.path(DocumentPath("builds/manifest.json"))))))
        let body = try #require(Bodies.of(.webBundleIndex))
        bench.site.set("index.json.jws", .document(try await bench.publisher.download(.dated, body: body)))
        guard case .failed(.verification(.malformed)) = try await bench.update() else {
            return #expect(Bool(false), "the headers of a response were read")
        }
        #expect(try await bench.expectWhole() == "embedded")
    }
}
