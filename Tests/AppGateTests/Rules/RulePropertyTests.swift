import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// One question: what a document says to a device at a time.
private struct Question {
    let document: String
    let platform: Platform
    let app, build, channel, region, model: String?
    let system: String
    let install: InstallID?
    let signed: SignedDate
    let clock: Double
    let seen: [String: Instant]
    let scope: String?
    let isFetched: Bool
    let store, minimumSystem: String?

    init(_ document: String, for platform: Platform, _ random: inout RandomRules) throws {
        func maybe(_ texts: [String], _ percent: Int = 70) -> String? {
            random.chance(percent) ? random.pick(texts) : nil
        }
        self.document = document
        self.platform = platform
        app = maybe(
            [
                "1.1.9", "2.3.1", "2.3.4.1", "2.3", "2.4.0", "3.0.0", "3.2.0-rc1", "3.2.0.1", "v1", "",
                "99999999999999999999",
            ], 95)
        build = maybe(["1", "2.4", "3", "39999", "x"])
        system = platform == .ios ? random.pick(["1.2", "2.3.4", "3"]) : random.pick(["1", "2", "3"])
        channel = maybe(["beta", "Beta", ""])
        region = maybe(["GB", "DE", "gb"])
        model = maybe(["iPhone8,4", "iPhone8,", "iPhone8", "Pixel 7", "iPhone8,*"])
        install = maybe((0..<8).map { String(repeating: "\($0)a", count: 16) }, 90).flatMap { InstallID($0) }
        signed = try #require(SignedDate(secondsSince1970: try seconds("2026-12-01T00:00:00Z")))
        let day = 86_400.0
        clock =
            Double(signed.secondsSince1970)
            + random.pick([-30 * day, -1, 0, 0.999, day, 3 * day, 7 * day, 7 * day + 1, 1e13, -.infinity, .nan])
        var seen: [String: Instant] = [:]
        for id in ["r1", "r2", "a", "b"] where random.chance(40) {
            let text = random.pick(["2026-11-20T00:00:00Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"])
            let moment: Instant = try #require(Instant(text))
            seen[id] = moment
        }
        self.seen = seen
        scope = maybe(["payments", "chat", "Payments"], 20)
        isFetched = random.chance(60)
        store = maybe(["2.4.0", "3.0", "3.2.0"], 30)
        minimumSystem = maybe(["1", "2.3.5"], 50)
    }

    /// The document; nil when it is refused.
    func read() -> GateDocument? {
        try? GateReader(platform).read(Array(document.utf8)) as? GateDocument
    }

    private func device() throws -> Device {
        let version = try #require(NumericVersion(system))
        var device = Device(
            system: platform == .ios ? .ios(version) : .android(sdk: version.components[0]), reportedVersion: app,
            reportedBuild: build, languages: ["en"])
        (device.channel, device.region, device.model, device.installID) = (channel, region, model, install)
        return device
    }

    private var storeVersion: StoreVersion? {
        store.flatMap { NumericVersion($0) }.map {
            StoreVersion(version: $0, minimumSystem: minimumSystem.flatMap { NumericVersion($0) })
        }
    }

    private var time: RuleTime { RuleTime(of: signed, clock: Date(timeIntervalSince1970: clock)) }

    func evaluation(of document: GateDocument) throws -> RuleEvaluation {
        RuleEvaluation(
            document: document, device: try device(), time: time.time, ends: time.ends, firstSeen: seen, scope: scope,
            store: storeVersion, isFetched: isFetched && time.isRecent)
    }
}

private func seconds(_ text: String) throws -> Int64 { try #require(Instant(text)).secondsSince1970 }

/// A decision goes by conditions that were made ready when the document was read, a reason by one as it is written.
@Test(arguments: [(4, Platform.ios), (5, .android)] as [(UInt64, Platform)])
func `every rule before the one that decides has a reason not to, and that one has none`(
    seed: UInt64, platform: Platform
) throws {
    var random = RandomRules(seed: seed, isIOS: platform == .ios)
    var kinds: [String: Int] = [:]
    for _ in 0..<Fuzz.rounds(2_000) {
        let text = random.document()
        let question = try Question(text, for: platform, &random)
        guard let document = question.read() else { continue }
        let evaluation = try question.evaluation(of: document)
        let (outcome, rule) = evaluation.run()
        var skipped: [GateRule] = []
        let explained = evaluation.run { rule, miss in
            skipped.append(rule)
            kinds[miss.kind(on: platform), default: 0] += 1
        }
        let told = skipped + [rule].compactMap(\.self)
        let isTold = rule != nil || told.count == document.rules.count
        guard explained != (outcome, rule) || told != Array(document.rules.prefix(told.count)) || !isTold else {
            continue
        }
        Issue.record("\(rule?.id ?? "-") \(explained.1?.id ?? "-") \(skipped.map(\.id))\n\(question)")
        return
    }
    // Each reason and each condition is put to the test.
    let conditions = ["app", "build", platform.systemCondition, "channel", "region", "model", "from", "until", "share"]
    let reasons = ["scope", "unknown", "notFetched", "notObtainable", "missingInStore"]
    for kind in conditions + reasons { #expect(kinds[kind, default: 0] > Fuzz.rounds(15), "\(kind): \(kinds)") }
}

extension RuleMiss {
    /// The reason, or the condition that fails.
    fileprivate func kind(on platform: Platform) -> String {
        switch self {
        case .scope: "scope"
        case .fails(let condition): condition.name(on: platform)
        case .unknown: "unknown"
        case .notFetched, .notObtainable, .missingInStore: "\(self)"
        }
    }
}
