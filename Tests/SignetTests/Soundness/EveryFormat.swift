import Foundation
import ManifestVerifier
import Plan
import PublicationTree
import TestPublisher
import TestSupport
import Testing

/// The index and the bodies of a real tree that has a document of every format.
struct EveryFormat: Sendable {
    let publication: JSONValue
    let bodies: [String: [UInt8]]

    /// Built once, since that takes a while.
    static let tree = Result { try EveryFormat() }

    private init() throws {
        let project = try Project.everyFormat(
            replacing: #""maintenance": { "active": false, "message": "app" },"#,
            with: #""maintenance": { "active": true, "message": "app" },"#)
        try project.change("policy.json", #" "profile": "body", "envelopes": ["headers"],"#, "")
        try project.change(
            "policy.json", #""documents": {"#, #""documents": { "gate": "gate/{platform}.json","#)
        try project.change(
            "policy.json", #""latestAppVersion": { "value": "3.2.0", "build": 41000, "description": "app" }"#,
            #""latestAppVersion": { "value": "3.2.0", "build": 41000 }, "# + Self.rules)
        try project.change(
            "policy.json", #""latestAppVersion": { "value": 9, "versionName": "3.2.0", "description": "app" }"#,
            #""latestAppVersion": { "value": 9, "versionName": "3.2.0", "description": "app" }, "# + Self.timedRules)
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.pack("1.1.0")
        let jws = try JWS([UInt8](project.folder.read("output/production/publication.jws")))
        publication = try JSONParser.parse(jws.body)
        bodies = Dictionary(
            uniqueKeysWithValues: try Publication(publication).documents.map { document in
                (document.path.rawValue, try [UInt8](project.folder.read("output/production/\(document.path)")))
            })
    }

    // Every member of rules is in one of two documents, since what rules tell apart multiplies.
    private static let rules = """
        "recommendedOSVersion": { "value": "15", "title": "os", "description": "os" },
        "latest": [ { "app": "3.2.0", "os": ">=15", "build": 41000 }, { "app": "2.9.4", "os": ">=13.5" } ],
        "rules": [
          { "id": "testers", "when": { "channel": ["beta", "internal"], "region": "GB" }, "then": "available" },
          { "id": "bad-2.3", "when": { "app": ["2.3.1...2.3.4", "2.4.0"], "os": ">=13.5" }, "then": "required",
            "title": "app", "description": "app", "url": "https://www.shop.example/help" },
          { "id": "winter", "when": { "app": "<3.2.0", "os": ">=15", "model": "iPhone8,*" }, "then": "recommended",
            "requiredFrom": "2036-12-01T00:00:00Z", "grace": "7d", "requiredBy": "2036-12-24T00:00:00Z",
            "description": "app", "orElse": { "en": "Sorry.", "ar": "\u{639}\u{630}\u{631}\u{627}" } }
        ]
        """
    private static let timedRules = """
        "rules": [
          { "id": "staged", "when": { "app": "<9", "share": { "salt": "9",
              "steps": [["2036-12-01T00:00:00Z", 0.25], ["2036-12-03T00:00:00Z", 100]] } }, "then": "recommended",
            "description": "app" },
          { "id": "tonight", "when": { "from": "2036-12-01T00:00:00Z", "until": "2036-12-02T00:00:00Z" },
            "then": "maintenance", "scope": "payments", "message": "app" }
        ]
        """
}
