import AppGate
import ManifestVerifier
import Testing

@Suite struct RuleEvaluationTests {
    private func outcome(
        _ rules: String, latest: String? = nil, app: String = "3.0.0", at time: String = "2026-12-01T00:00:00Z",
        firstSeen: [String: Instant] = [:], source: Decision.Source = .fetched
    ) throws -> Decision {
        let list = latest.map { #""latest": [\#($0)], "# } ?? ""
        let document = try GateDocument(body: Array(#"{"gate":1,"platform":"ios",\#(list)"rules":[\#(rules)]}"#.utf8))
        let device = Device(
            system: .ios(try #require(NumericVersion("14.2"))), reportedVersion: app, reportedBuild: nil,
            languages: ["en"])
        return decide(document, for: device, at: try #require(Instant(time)), firstSeen: firstSeen, source: source)
    }

    @Test func `the first rule that matches decides`() throws {
        let rules = #"""
            { "id": "a", "when": { "app": ["2.3.1...2.3.4", "2.4.0"] }, "then": "required" },
            { "id": "b", "when": { "app": "<3.2.0" }, "then": "recommended" }
            """#
        #expect(try outcome(rules, app: "2.3.4").isBlocked)
        #expect(try outcome(rules, app: "2.3.4").rule == "a")
        #expect(try outcome(rules, app: "2.3.4.1").rule == "b")
        #expect(try outcome(rules, app: "3.2").rule == nil)
    }

    @Test func `a recommendation becomes required when its grace has ended, and not before`() throws {
        let rules = #"""
            { "id": "w", "when": { "app": "<3.2.0" }, "then": "recommended", "requiredFrom": "2026-12-01T00:00:00Z",
              "grace": "7d" }
            """#
        #expect(try outcome(rules).update?.due == Instant("2026-12-08T00:00:00Z"))
        let seen = ["w": try #require(Instant("2026-11-20T00:00:00Z"))]
        #expect(try outcome(rules, at: "2026-11-30T23:59:59Z", firstSeen: seen).isBlocked == false)
        #expect(try outcome(rules, at: "2026-12-01T00:00:00Z", firstSeen: seen).isBlocked)
    }

    @Test func `a device that cannot get the update is told so, and has no button`() throws {
        let rule = #"""
            { "id": "a", "when": { "app": "<3.0.1" }, "then": "required", "description": { "en": "update" },
              "orElse": { "en": "no" }, "url": "https://example.com" }
            """#
        let blocked = try outcome(rule, latest: #"{ "app": "3.2.0", "os": ">=15" }, { "app": "2.9.4", "os": ">=12" }"#)
        #expect(blocked.update?.isObtainable == false)
        #expect(blocked.update?.description?.text == "no")
        #expect(blocked.update?.url == nil)
        let open = try outcome(rule, latest: #"{ "app": "3.2.0", "os": ">=14" }"#)
        #expect(open.update?.isObtainable == true)
        #expect(open.update?.url == "https://example.com")
    }

    @Test func `maintenance of a part is for those who ask, and only when it was fetched`() throws {
        let rule = #"{ "id": "m", "then": "maintenance", "message": { "en": "later" } }"#
        #expect(try outcome(rule).isBlocked)
        #expect(try outcome(rule, source: .stored).isBlocked == false)
    }
}
