import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import URLSessionTransport

/// The ring of a publisher as it is exported.
private func exportedRing(_ publisher: Publisher, state: String = "active") throws -> String {
    let key = Data(try publisher.trusted().publicKey.derRepresentation).base64EncodedString()
    return """
        { "keys": [ { "id": "\(publisher.id)", "name": "test", "environment": "production", "state": "\(state)",
          "publicKey": "\(key)" } ] }
        """
}

/// Why a gate of these constants cannot be made; nil when it can be.
private func complaint(
    keys: String, environment: String = "production", origin: String = "https://example.com",
    document: String = "gate/ios.json", embedded: URL? = nil
) -> String? {
    do throws(GateSetupError) {
        _ = try Gate(keys: keys, environment: environment, origin: origin, document: document, embedded: embedded)
        return nil
    } catch {
        return error.description
    }
}

@Test(.prompt, .peers(.python3)) func `a gate with defaults blocks, remembers, and needs no network for it`()
    async throws
{
    let publisher = try Publisher()
    let server = try RawHTTPServer()
    let folder = try TemporaryFolder()
    let body = """
        { "gate": 1, "platform": "ios", "rules": [
          { "id": "old", "when": { "app": "<3.0.0" }, "then": "required", "text": { "en": "Update" } } ] }
        """
    let date = try #require(SignedDate(secondsSince1970: Int64(Date().timeIntervalSince1970)))
    let jws = try publisher.jws(path: "gate/ios.json", body: Array(body.utf8), date: date.headerValue)
    func decision(app: String, embedded: URL? = nil, kept: String) async throws -> Decision {
        let device = Device(
            system: .ios(NumericVersion(major: 17, minor: 0, patch: 0)), reportedVersion: app, reportedBuild: nil,
            languages: ["en"])
        let gate = try Gate(
            keys: try exportedRing(publisher), environment: "production", origin: server.origin,
            document: "gate/ios.json", device: device, embedded: embedded,
            folder: URL(fileURLWithPath: folder.path(kept))
        ) {
            $0.checkTimeLimit = .hours
            $0.retry.attempts = 1
        }
        return await gate.check()
    }
    try server.answer("/gate/ios.json.jws", with: RawHTTPServer.Answer(body: jws))
    #expect(try await decision(app: "2.9", kept: "a").isBlocked)
    #expect(try await decision(app: "3.0", kept: "b").outcome == .available)
    try server.answer("/gate/ios.json.jws", with: RawHTTPServer.Answer(status: 503))
    let kept = try await decision(app: "2.9", kept: "a")
    #expect(kept.isBlocked && kept.source == .stored)
    #expect(try await decision(app: "2.9", kept: "c").outcome == .available)
    try folder.write("gate.jws", jws)
    let embedded = try await decision(app: "2.9", embedded: URL(fileURLWithPath: folder.path("gate.jws")), kept: "d")
    #expect(embedded.isBlocked && embedded.source == .embedded)
}

@Test func `constants of which no gate can be made are named`() throws {
    let publisher = try Publisher()
    let ring = try exportedRing(publisher)
    #expect(complaint(keys: ring) == nil)
    #expect(complaint(keys: "{}") == "the key ring: 1:1: missing member \"keys\"")
    #expect(complaint(keys: ring, environment: "../x") == "\"../x\" is not the name of an environment")
    #expect(
        complaint(keys: ring, environment: "staging") == "the key ring has no key of environment \"staging\"")
    #expect(
        try complaint(keys: exportedRing(publisher, state: "revoked"))
            == "the key ring has no key of environment \"production\"")
    for origin in ["http://example.com", "example.com", "", "file:///tree"] {
        #expect(complaint(keys: ring, origin: origin) == "the origin is not an https address: \"\(origin)\"")
    }
    #expect(
        complaint(keys: ring, document: "gate/ios.json.jws")
            == "\"gate/ios.json.jws\" is not the path of a document: \"ios.json.jws\" is a name that belongs to the tree itself"
    )
    #expect(
        complaint(keys: ring, embedded: URL(fileURLWithPath: "/nowhere.jws"))
            == "the embedded document cannot be read: /nowhere.jws")
}

@Test func `what gates keep is in a folder of the app, which apps of one user do not share`() throws {
    let one = try #require(FileManager.default.folderForGates(of: "com.example.one"))
    let two = try #require(FileManager.default.folderForGates(of: "com.example.two"))
    let support = try #require(FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first)
    #expect(one.path == "\(support.path)/com.example.one/signet")
    #expect(two.path == "\(support.path)/com.example.two/signet")
    #expect(FileManager.default.folderForGates(of: nil)?.path == "\(support.path)/signet")
}
