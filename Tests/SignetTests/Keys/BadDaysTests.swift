import Classic
import Foundation
import ManifestVerifier
import TestPublisher
import Testing
import TestSupport

/// A team, its published documents, and apps that embed the ring as it was when they were built.
private struct Team {
    let project: Project
    /// The apps that were built before each rotation, and one that is built after the last, oldest first.
    private(set) var apps: [Verifier] = []
    private static let path = "output/production/distribution/availability-ios"

    /// A ring as `init` begins it, with every next key shipped, that was rotated that many times.
    init(rotations: Int = 0) throws {
        project = try Project()
        for name in ["production-2", "production-3"] {
            try keys("generate", name, "--environment", "production")
        }
        for _ in 0..<rotations {
            apps.append(try app())
            try ship()
            try keys("rotate", "production")
        }
        apps.append(try app())
        try ship()
    }

    /// Notes an app version for every next key.
    func ship() throws {
        for name in try names("next") { try keys("shipped", name, "3.1.0") }
    }

    /// The names of the keys in a state, oldest first.
    func names(_ state: String) throws -> [String] {
        try project.expectDone(["keys", "list", "--environment", "production"]).output.split(separator: "\n")
            .filter { $0.contains("  \(state)  ") }.map { String($0.prefix { $0 != " " }) }
    }

    /// Whether an app embeds a key.
    func embeds(_ app: Int, key name: String) throws -> Bool {
        // Each ring has two keys after the active one.
        let numbers = ["production": 1].merging((2...9).map { ("production-\($0)", $0) }) { $1 }
        return try #require(numbers[name]) <= app + 3
    }

    /// Fails unless a key signs and another one is ready to take over.
    func expectReady(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let plan = try project.run(["plan", "none"])
        #expect(!plan.errors.contains("[key-"), "\(plan.errors)", sourceLocation: sourceLocation)
        #expect(!plan.errors.contains("[no-next-key]"), "\(plan.errors)", sourceLocation: sourceLocation)
    }

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

@Test(arguments: [0, 1, 3])
func `a planned rotation reaches every app that embeds the next key, and leaves the others what they have`(
    rotations: Int
) throws {
    let team = try Team(rotations: rotations)
    let former = try #require(try team.names("active").first)
    let before = try team.publish(3)
    try team.keys("rotate", "production")
    let key = try #require(try team.names("active").first)
    let after = try team.publish(4)
    for (index, app) in team.apps.enumerated() {
        let stored = try team.embeds(index, key: former) ? try app.take(before) : nil
        if try team.embeds(index, key: key) {
            #expect(try app.take(after, after: stored).key.name == key, "app \(index)")
            continue
        }
        // An app that never heard of the key refuses it, and what it has stored goes on deciding.
        guard case .unknownKey = app.refusal(after, after: stored) else {
            return #expect(Bool(false), "app \(index) took an unknown key")
        }
        if let stored { #expect(try app.take(before, after: stored).date == stored.date) }
    }
    #expect(try team.embeds(rotations, key: key))
    // The new next key is on the ring of the next app, which also knows the retired one.
    let newest = try team.app()
    #expect(newest.refusal(before) == nil)
    #expect(newest.refusal(after) == nil)
    try team.expectReady()
}

@Test(arguments: [0, 1, 3])
func `a lost key is replaced by the next one, without an app update`(rotations: Int) throws {
    let team = try Team(rotations: rotations)
    let app = try #require(team.apps.last)
    let stored = try app.take(try team.publish(3))
    let lost = try #require(try team.names("active").first)
    try team.project.folder.remove("keys/\(lost).key.pem")
    try team.project.folder.write("policy.json", Project.policy(minimum: "3.2.0"))
    try team.project.expectRefusal(
        ["build", "--at", "2026-08-04T10:00:00Z"], code: 66, ["keys/\(lost).key.pem"])
    try team.keys("rotate", "production")
    #expect(app.refusal(try team.publish(4, minimum: "3.2.0"), after: stored) == nil)
    try team.expectReady()
}

@Test func `a lost key without a next one is replaced for apps that are updated`() throws {
    let team = try Team()
    for name in try team.names("next") { try team.keys("revoke", name) }
    let app = try #require(team.apps.last)
    let stored = try app.take(try team.publish(3))
    try team.project.expectRefusal(
        ["keys", "rotate", "production"], code: 1, ["has no next key", "signet keys generate NAME --environment"])
    try team.keys("generate", "new", "--environment", "production")
    try team.keys("rotate", "production", "--unshipped")
    let after = try team.publish(4)
    guard case .unknownKey = app.refusal(after, after: stored) else {
        return #expect(Bool(false), "an unknown key was taken")
    }
    #expect(try team.app().refusal(after) == nil)
    // Until an app has it, a plan warns.
    #expect(try team.project.run(["plan", "none"]).errors.contains("[key-unshipped]"))
    try team.keys("shipped", "new", "9.0.0")
    try team.expectReady()
}

@Test(arguments: [0, 1, 3])
func `a stolen key speaks only to apps that have nothing newer, until they are updated`(rotations: Int) throws {
    let team = try Team(rotations: rotations)
    let app = try #require(team.apps.last)
    let stolen = try #require(try team.names("active").first)
    let before = try app.take(try team.publish(3))
    let forged = try team.forge(with: stolen, day: 20, minimum: "1.0.0")

    // What the environment is called does not revoke another key than the one that signs.
    if rotations > 0 {
        try team.project.expectRefusal(["keys", "revoke", "production"], code: 64, ["--active production"])
    }
    try team.keys("revoke", "--active", "production")
    #expect(try team.names("revoked") == [stolen])
    try team.keys("rotate", "production")
    try team.expectReady()
    let key = try #require(try team.names("active").first)
    let after = try team.publish(5)
    #expect(try team.embeds(rotations, key: key))
    // An app that has fetched since is safe from it; one that has not believes it, which is why it is published at once.
    let stored = try app.take(after, after: before)
    guard case .rollback(.key) = app.refusal(forged, after: stored) else {
        return #expect(Bool(false), "a retired key was taken")
    }
    let deceived = try app.take(forged, after: before)
    // Though the thief's date is later, the newer key speaks to it as soon as it fetches.
    #expect(try #require(deceived.date) > #require(stored.date))
    #expect(app.refusal(after, after: deceived) == nil)
    // Older apps: those that know neither key believe neither, those that know both are safe once they have fetched.
    for (index, old) in team.apps.enumerated() {
        let stored = try team.embeds(index, key: key) ? try old.take(after) : nil
        let (knowsStolen, refusal) = (try team.embeds(index, key: stolen), old.refusal(forged, after: stored))
        switch refusal {
        case .rollback(.key)?: #expect(stored != nil, "app \(index)")
        case .unknownKey?: #expect(!knowsStolen, "app \(index)")
        case nil: #expect(knowsStolen && stored == nil, "app \(index)")
        default: #expect(Bool(false), "app \(index): \(String(describing: refusal))")
        }
    }
    // The next app refuses it under all circumstances, and what the stolen key has signed before.
    let updated = try team.app()
    for stored in [nil, try updated.take(after)] {
        guard case .revokedKey = updated.refusal(forged, after: stored) else {
            return #expect(Bool(false), "a revoked key was taken")
        }
    }
    // A second theft finds the app prepared: it embeds one more key.
    try team.keys("revoke", "--active", "production")
    try team.keys("rotate", "production")
    let third = try app.take(try team.publish(21), after: stored)
    #expect(try third.key.name == team.names("active")[0])
    #expect(try team.names("revoked") == [stolen, key])
    // The update that teaches apps of the thefts embeds the keys that `rotate` made.
    try team.ship()
    try team.expectReady()
}

@Test(arguments: ["retired", "next"])
func `a stolen key that does not sign is revoked by its name, and signing goes on`(state: String) throws {
    let team = try Team(rotations: 1)
    let stolen = try #require(try team.names(state).first)
    let app = try #require(team.apps.last)
    let stored = try app.take(try team.publish(3))
    try team.keys("revoke", "--key", stolen)
    #expect(try team.names("revoked") == [stolen])
    #expect(app.refusal(try team.publish(4), after: stored) == nil)
    let forged = try team.forge(with: stolen, day: 20, minimum: "1.0.0")
    guard case .revokedKey = try team.app().refusal(forged) else {
        return #expect(Bool(false), "a revoked key was taken")
    }
    try team.expectReady()
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
    let result = try team.project.expectDone([
        "build", "--previous", "output", "--at", "2026-08-05T10:00:00Z",
    ])
    #expect(result.errors.contains("3.2.0 → 3.0.0"))
    #expect(try told("3.1.0") == "available")
}

@Test func `a bad document that is live is followed by a newer one, and never by the former one`() throws {
    let team = try Team()
    let app = try team.app()
    let good = try team.publish(3)
    let bad = try app.take(try team.publish(4, minimum: "99.0.0"), after: try app.take(good))
    guard case .rollback(.date) = app.refusal(good, after: bad) else {
        return #expect(Bool(false), "the former document was taken")
    }
    // The same content under a new date.
    let again = try team.publish(5)
    #expect(again.body == good.body)
    #expect(app.refusal(again, after: bad) == nil)
}
