import AppGate
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
            try await bench.update(envelope: .jws)
                == .installed(try StoreBench.version("1.5.0")))
        #expect(bench.site.requests == ["index.json.jws", "v1.5.0.zip"])
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test func `is kept where the one with headers is, each the floor for the other`() async throws {
        for (first, second) in [(Envelope.headers, Envelope.jws), (.jws, .headers)] {
            let bench = try StoreBench()
            try await bench.publish("1.5.0", minutesLater: -1)
            let former = bench.site.resources
            try await bench.publish("1.5.1")
            #expect(try await bench.update(envelope: first) == .installed(try StoreBench.version("1.5.1")))
            let names = try bench.names().filter { !$0.contains("v") }
            for (name, resource) in former { bench.site.set(name, resource) }
            guard case .failed(.verification(.rollback(.date))) = try await bench.update(envelope: second) else {
                return #expect(Bool(false), "an older document was accepted")
            }
            try await bench.publish("1.5.2", minutesLater: 1)
            #expect(try await bench.update(envelope: second) == .installed(try StoreBench.version("1.5.2")))
            #expect(names.contains("index"))
            #expect(try bench.names().filter { !$0.contains("v") } == names)
        }
    }

    @Test func `is refused at another path, and in the other envelope`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        let index = try #require(bench.site.resource("index.json.jws"))
        let date = try #require(SignedDate(headerValue: Publisher.date))
        try await bench.publish(Array("{}".utf8), as: "manifest.json", at: date, by: bench.publisher)
        bench.site.set("index.json.jws", try #require(bench.site.resource("manifest.json.jws")))
        #expect(
            try await bench.update(envelope: .jws)
                == .failed(.verification(.otherDocument(.path(DocumentPath("builds/manifest.json"))))))
        let body = try #require(bench.site.resource("index.json"))
        bench.site.set("index.json", index)
        bench.site.set("index.json.jws", body)
        #expect(try await bench.update() == .failed(.verification(.malformed(.missingSignature))))
        guard case .failed(.verification(.malformed)) = try await bench.update(envelope: .jws) else {
            return #expect(Bool(false), "the headers of a response were read")
        }
        #expect(try await bench.expectWhole() == "embedded")
    }
}
