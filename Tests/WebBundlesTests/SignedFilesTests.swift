import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

/// What is served is what was signed, whatever has become of the disk.
@Suite struct `A downloaded bundle` {
    private let bench: StoreBench
    private let large = [UInt8](repeating: 7, count: 600 << 10)

    init() async throws {
        bench = try StoreBench()
        try await bench.reach("1.5.0")
        bench.events.with { $0 = [] }
    }

    /// The reasons of what stepped aside.
    private var refusals: [String] {
        bench.events.with { events in
            events.filter { $0.name == "refused" }.map { event in
                ([event["bundle"], event["reason"], event["file"]]).compactMap(\.self)
                    .joined(separator: " ")
            }
        }
    }

    private func status(_ path: String, of responder: BundleResponder) -> Int {
        responder.response(method: "GET", path: path, headers: []).status
    }

    // MARK: At a start

    @Test(arguments: [
        ("printf x > V/index.html", "v1.5.0 changed-file index.html"),
        ("rm V/index.html", "v1.5.0 missing-file index.html"),
        ("rm V/index.html; ln -s assets/data.txt V/index.html", "v1.5.0 missing-file index.html"),
        ("rm S", "v1.5.0 unsigned"), ("printf x > S", "v1.5.0 unsigned"), ("rm S; mkdir S", "v1.5.0 unsigned"),
        ("sed -i '1s/^./g/' S", "v1.5.0 wrong-files"),
        ("tr -d '\\n' < S > T; mv T S", "v1.5.0 unsigned"),
        ("sed -i '$s/\\.\\(.\\)\\(.\\)/.\\2\\1/' S", "v1.5.0 bad-signature"),
    ])
    func `that is not what was signed steps aside and says so`(script: String, said: String) async throws {
        let paths = script.replacing("V/", with: bench.folder.path("store/v1.5.0/"))
            .replacing(" S", with: " " + bench.folder.path("store/signed-v1.5.0"))
            .replacing("T", with: bench.folder.path("T"))
        try check("sh", ["-c", paths])
        #expect(try await bench.expectWhole() == "embedded")
        #expect(refusals == [said])
        #expect(try bench.names() == ["index", "state.json"])
        // And it can be installed again.
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(arguments: [
        (#""version": "1.5.0""#, #""version": "1.6.0""#), (#""sha256": ""#, #""sha256": "00"#),
        (#""files": ""#, #""files": "00"#), (#""min": "2.0.0""#, #""min": "1.0.0""#),
    ])
    func `whose record is forged does not start`(signed: String, forged: String) async throws {
        var state = try bench.folder.text("store/state.json")
        #expect(state.contains(signed), "\(state)")
        if forged.contains("00") {
            // Of the same length.
            let start = try #require(state.firstRange(of: signed)).upperBound
            state.replaceSubrange(start..<state.index(start, offsetBy: 2), with: "00")
        } else {
            state = state.replacing(signed, with: forged)
        }
        try bench.folder.write("store/state.json", state)
        try check("cp", ["-r", bench.folder.path("store/v1.5.0"), bench.folder.path("store/v1.6.0")])
        try check("cp", [bench.folder.path("store/signed-v1.5.0"), bench.folder.path("store/signed-v1.6.0")])
        #expect(try await bench.expectWhole() == "embedded")
        #expect(refusals.count == 1 && refusals[0].hasSuffix(" not-offered"), "\(refusals)")
    }

    @Test(arguments: [false, true]) func `of a key that the app no longer trusts does not start`(
        isRevoked: Bool
    ) async throws {
        let other = try Publisher("other")
        let (ring, said) =
            isRevoked
            ? (try StoreBench.ring(bench.publisher.trusted(isRevoked: true), other.trusted()), "revoked-key")
            : (try StoreBench.ring(other.trusted()), "unknown-key")
        #expect(try await bench.store(ring: ring).start().version == .embedded)
        #expect(refusals == ["v1.5.0 \(said)"])
        #expect(try bench.names() == ["index", "state.json"])
    }

    @Test func `gives way to another one that was confirmed`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0", "1.5.1")
        try bench.folder.write("store/v1.5.1/index.html", "forged")
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    // MARK: While it is served

    @Test func `of which a file was changed serves the others and steps aside`() async throws {
        let store = try bench.store()
        let bundle = try await store.start()
        let responder = try BundleResponder(bundle, prefix: "b")
        try bench.folder.write("store/v1.5.0/assets/data.txt", "forged")
        #expect(status("b/index.html", of: responder) == 200)
        #expect(refusals.isEmpty)
        #expect(status("b/assets/data.txt", of: responder) == 500)
        #expect(status("b/assets/data.txt", of: responder) == 500)
        #expect(status("b/", of: responder) == 200)
        #expect(refusals == ["v1.5.0 changed-file assets/data.txt"])
        // At once in this process, and in others when it is written.
        #expect(try await store.start().version == .embedded)
        let other = try bench.store()
        try await eventually("it is forgotten") { (try? await other.status().stored.isEmpty) == true }
    }

    @Test func `serves nothing that was planted beside its files`() async throws {
        let bundle = try await bench.store().start()
        try bench.folder.write("store/v1.5.0/more.js", "forged")
        #expect(status("b/more.js", of: try BundleResponder(bundle, prefix: "b")) == 404)
        #expect(await bundle.verifyAll() == false)
        #expect(refusals == ["v1.5.0 planted-file more.js"])
    }

    @Test func `is no way to forge an event by the name of a file`() async throws {
        let bundle = try await bench.store().start()
        let name = "a\",\"event\":\"confirmed\\\n\u{1}.js"
        try Data("forged".utf8).write(to: URL(fileURLWithPath: bench.folder.path("store/v1.5.0/\(name)")))
        #expect(await bundle.verifyAll() == false)
        let event = try #require(bench.events.with { $0.first { $0.name == "refused" } })
        #expect(!event.json.contains("\n"))
        var members = try JSONObject(JSONParser.parse(Array(event.json.utf8)))
        #expect(try members.required("event").asString() == "refused")
        #expect(try members.required("file").asString() == name)
    }

    @Test(.enabled(if: geteuid() != 0, "permissions do not bind root"))
    func `that cannot be read steps aside, and can be installed again`() async throws {
        let store = try bench.store()
        let bundle = try await store.start()
        let path = bench.folder.path("store/v1.5.0/assets/parts/3.js")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(await bundle.verifyAll() == false)
        #expect(refusals == ["v1.5.0 unreadable-file assets/parts/3.js"])
        #expect(try await store.start().version == .embedded)
    }

    @Test func `that another handler serves is looked at as a whole`() async throws {
        let store = try bench.store()
        let bundle = try await store.start()
        #expect(await bundle.verifyAll())
        try bench.folder.write("store/v1.5.0/assets/parts/3.js", "forged")
        #expect(await bundle.verifyAll() == false)
        #expect(refusals == ["v1.5.0 changed-file assets/parts/3.js"])
        #expect(try await store.start().version == .embedded)
    }

    @Test func `serves the file that was hashed, also after another one takes its place`() async throws {
        var files = StoreBench.files("1.5.1")
        files["large.bin"] = large
        let offer = try bench.offer(
            "1.5.1", archive: try bench.archive(files), files: StoreBench.list(files).digest)
        try await bench.publish([offer], minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.1")))
        let bundle = try await bench.store().start()
        let responder = try BundleResponder(bundle, prefix: "b")
        let first = responder.response(method: "GET", path: "b/large.bin", headers: [])
        #expect(try first.body?.bytes(at: 0, count: large.count) == large)
        try check(
            "sh",
            [
                "-c",
                "printf forged > L.new; mv L.new L".replacing("L", with: bench.folder.path("store/v1.5.1/large.bin")),
            ])
        let range = HeaderField(unchecked: "range", value: "bytes=1000-1009")
        let part = responder.response(method: "GET", path: "b/large.bin", headers: [range])
        #expect(part.status == 206)
        #expect(try part.body?.bytes(at: 0, count: 100) == [UInt8](repeating: 7, count: 10))
        // Another responder opens it anew.
        let again = try await bench.store().start()
        #expect(status("b/large.bin", of: try BundleResponder(again, prefix: "b")) == 500)
        #expect(refusals == ["v1.5.1 changed-file large.bin"])
    }
}

/// How an index travels.
