import Foundation
import ManifestFormat
import ManifestVerifier
import TestSupport
import Testing

/// A team, its published documents, and apps that embed the ring as it was when they were built.
private struct Team {
    let project: Project
    private static let path = "output/production/distribution/availability-ios"

    init() throws { project = try Project() }

    /// An app that is built now.
    func app() throws -> Verifier {
        let ring = try project.expectDone(["keys", "export", "--json", "--environment", "production"]).output
        return Verifier(
            keyRing: try TrustedKeys(exported: ring), environment: try #require(EnvironmentName("production")),
            format: .availabilityIOS, profile: .dated)
    }

    /// Publishes a policy; gives what every app downloads from now on.
    func publish(_ day: Int, minimum: String = "3.0.0") throws -> Download {
        try project.folder.write("policy.json", Project.policy(minimum: minimum))
        try project.expectDone(["build", "--at", "2026-08-\(day < 10 ? "0" : "")\(day)T10:00:00Z"])
        return try download(project, Self.path)
    }

    /// What somebody signs who has stolen a private key, with a ring of their own.
    func forge(with key: String, day: Int, minimum: String) throws -> Download {
        let thief = try Project(policy: Project.policy(minimum: minimum), keys: [])
        for file in ["\(key).key.pem", "\(key).pub.pem"] {
            try thief.folder.write("keys/\(file)", try project.folder.read("keys/\(file)"), permissions: 0o600)
        }
        let ring = try JSONSerialization.jsonObject(with: Data(project.folder.read("keys/keyring.json")))
        let keys = try #require((ring as? [String: Any])?["keys"] as? [[String: Any]])
        var stolen = try #require(keys.first { $0["name"] as? String == key })
        stolen["state"] = "active"
        try thief.folder.write(
            "keys/keyring.json", [UInt8](JSONSerialization.data(withJSONObject: ["keys": [stolen]])))
        try thief.expectDone(["build", "--at", "2026-08-\(day)T10:00:00Z"])
        return try download(thief, Self.path)
    }

    private func download(_ project: Project, _ path: String) throws -> Download {
        try #require(
            Download(
                body: try project.folder.read(path), headersSidecar: try project.folder.read("\(path).headers")))
    }

    func keys(_ words: String...) throws { try project.expectDone(["keys"] + words) }
}

extension Verifier {
    /// Takes a download in August 2026, with or without what was stored before.
    fileprivate func take(
        _ download: Download, after stored: VerifiedManifest? = nil
    ) throws(VerificationError) -> VerifiedManifest {
        try verify(download, stored: stored, now: Date(timeIntervalSince1970: 1_788_000_000))
    }

    /// Why a download is refused; nil when it is not.
    fileprivate func refusal(_ download: Download, after stored: VerifiedManifest? = nil) -> VerificationError? {
        do throws(VerificationError) {
            _ = try take(download, after: stored)
            return nil
        } catch {
            return error
        }
    }
}

@Test func `a planned rotation reaches every app that embeds the next key, and leaves the others what they have`()
    throws
{
    let team = try Team()
    let oldest = try team.app()
    try team.keys("generate", "second", "--environment", "production")
    let prepared = try team.app()
    try team.keys("shipped", "second", "3.1.0")
    let before = try team.publish(3)
    let stored = (try oldest.take(before), try prepared.take(before))

    try team.keys("rotate", "production")
    let after = try team.publish(4)
    #expect(try prepared.take(after, after: stored.1).key.name == "second")
    // An app that never heard of the key refuses it, and what it has stored goes on deciding.
    guard case .unknownKey = oldest.refusal(after, after: stored.0) else {
        return #expect(Bool(false), "an unknown key was taken")
    }
    #expect(try oldest.take(before, after: stored.0).date == stored.0.date)
    // The new next key is on the ring of the next app, which also knows the retired one.
    let newest = try team.app()
    #expect(newest.refusal(before) == nil)
    #expect(newest.refusal(after) == nil)
}

@Test func `a lost key is replaced by the next one, without an app update`() throws {
    let team = try Team()
    try team.keys("generate", "second", "--environment", "production")
    try team.keys("shipped", "second", "3.1.0")
    let app = try team.app()
    let stored = try app.take(try team.publish(3))
    try team.project.folder.remove("keys/production.key.pem")
    try team.project.folder.write("policy.json", Project.policy(minimum: "3.2.0"))
    try team.project.expectRefusal(
        ["build", "--at", "2026-08-04T10:00:00Z"], code: 66, ["keys/production.key.pem"])
    try team.keys("rotate", "production")
    #expect(app.refusal(try team.publish(4, minimum: "3.2.0"), after: stored) == nil)
}

@Test func `a stolen key speaks only to apps that have nothing newer, until they are updated`() throws {
    let team = try Team()
    try team.keys("generate", "second", "--environment", "production")
    try team.keys("generate", "third", "--environment", "production")
    for name in ["second", "third"] { try team.keys("shipped", name, "3.1.0") }
    let app = try team.app()
    let before = try app.take(try team.publish(3))
    let forged = try team.forge(with: "production", day: 20, minimum: "1.0.0")

    try team.keys("revoke", "production")
    try team.keys("rotate", "production")
    let after = try team.publish(5)
    // Who has fetched since is safe from it; who has not believes it, which is why it is published at once.
    let stored = try app.take(after, after: before)
    guard case .keyOlderThanStored = app.refusal(forged, after: stored) else {
        return #expect(Bool(false), "a retired key was taken")
    }
    let deceived = try app.take(forged, after: before)
    // Though the thief's date is later, the newer key speaks to it as soon as it fetches.
    #expect(try #require(deceived.date) > #require(stored.date))
    #expect(app.refusal(after, after: deceived) == nil)
    // The next app refuses it under all circumstances, and what the stolen key has signed before.
    let updated = try team.app()
    for stored in [nil, try updated.take(after)] {
        guard case .revokedKey = updated.refusal(forged, after: stored) else {
            return #expect(Bool(false), "a revoked key was taken")
        }
    }
    // A second theft finds the app prepared: it embeds one more key.
    try team.keys("revoke", "second")
    try team.keys("rotate", "production")
    #expect(try app.take(try team.publish(21), after: stored).key.name == "third")
}

@Test func `block now, lift now`() throws {
    let team = try Team()
    _ = try team.publish(3)
    func told(_ version: String) throws -> String {
        let result = try team.project.expectDone([
            "decide", "output/production", "--platform", "ios", "--os", "15", "--app", version, "--at",
            "2026-08-09T00:00:00Z",
        ])
        return String(result.output.prefix { $0 != "\n" })
    }
    #expect(try told("3.1.0") == "available")
    _ = try team.publish(4, minimum: "3.2.0")
    #expect(try told("3.1.0") == "required: update the app to 3.2.0 or later")
    let lifted = try team.project.folder.text("policy.json").replacingOccurrences(of: "3.2.0", with: "3.0.0")
    try team.project.folder.write("policy.json", lifted)
    let result = try team.project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
    #expect(result.errors.contains("goes down from 3.2.0 to 3.0.0"))
    #expect(try told("3.1.0") == "available")
}

@Test func `a bad document that is live is followed by a newer one, and never by the former one`() throws {
    let team = try Team()
    let app = try team.app()
    let good = try team.publish(3)
    let bad = try app.take(try team.publish(4, minimum: "99.0.0"), after: try app.take(good))
    guard case .signedBeforeStored = app.refusal(good, after: bad) else {
        return #expect(Bool(false), "the former document was taken")
    }
    // The same content under a new date.
    let again = try team.publish(5)
    #expect(again.body == good.body)
    #expect(app.refusal(again, after: bad) == nil)
}
