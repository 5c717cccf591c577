import Foundation
import ManifestVerifier
import PublicationTree
import TestPublisher
import TestSupport
import Testing

/// The tree with a document of every format whose parts FlipTests change.
///
/// `SIGNET_RECORD=1 swift test --filter EveryFormatTests` writes it anew.
@Suite struct EveryFormatTests {
    private static let folder = repositoryRoot.appending(path: "Tests/Expected/every-format").path
    private static let isRecording = ProcessInfo.processInfo.environment["SIGNET_RECORD"] != nil

    @Test func `the tree of every format has the members that a build writes`() throws {
        let built = try Self.built()
        if Self.isRecording {
            try? FileManager.default.removeItem(atPath: Self.folder)
            for (name, bytes) in built {
                let file = URL(fileURLWithPath: "\(Self.folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
        }
        let kept = try TemporaryFolder.snapshot(of: Self.folder)
        try #require(kept.keys.sorted() == built.keys.sorted())
        for (name, bytes) in built {
            let differences = Self.places(in: bytes).symmetricDifference(Self.places(in: kept[name] ?? []))
            #expect(differences.isEmpty, "\(name): \(differences.sorted())")
        }
    }

    /// The members of a document of JSON; none of any other file. Values depend on keys, on the date and on zlib.
    private static func places(in bytes: [UInt8]) -> Set<String> {
        guard let value = try? JSONParser.parse(bytes) else { return [] }
        return Set(value.nodes.map { $0.place.joined(separator: "/") })
    }

    /// The bodies of a tree that is built now, and its index.
    private static func built() throws -> [String: [UInt8]] {
        let project = try Project.everyFormat(
            replacing: #""maintenance": { "active": false, "message": "app" },"#,
            with: #""maintenance": { "active": true, "message": "app" },"#)
        try project.change("policy.json", #" "profile": "body", "envelopes": ["headers"],"#, "")
        try project.change(
            "policy.json", #""documents": {"#, #""documents": { "gate": "gate/{platform}.json","#)
        try project.change(
            "policy.json", #""latestAppVersion": { "value": "3.2.0", "build": 41000, "description": "app" }"#,
            #""latestAppVersion": { "value": "3.2.0", "build": 41000 }, "# + rules)
        try project.change(
            "policy.json", #""latestAppVersion": { "value": 9, "versionName": "3.2.0", "description": "app" }"#,
            #""latestAppVersion": { "value": 9, "versionName": "3.2.0", "description": "app" }, "# + timedRules)
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.pack("1.1.0")
        let index = try JWS(project.folder.read("output/production/publication.jws")).body
        var files = ["publication.json": index]
        for document in try Publication(JSONParser.parse(index)).documents {
            let path = document.path.rawValue
            files[path] = try project.folder.read("output/production/\(path)")
        }
        return files
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
