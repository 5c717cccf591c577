import AppGate
import Classic
import ManifestVerifier
import Plan
import TestSupport
import Testing

/// Requirements of few values, so that devices are often at a bound.
private struct RandomRequirements {
    private static let versions = ["1.0.0", "1.2", "2", "2.0.1"].compactMap { NumericVersion($0) }

    static func requirements(_ platform: Platform, _ random: inout some RandomNumberGenerator) -> Requirements {
        func sometimes<Value>(_ value: Value) -> Value? { Int.random(in: 0..<3, using: &random) == 0 ? nil : value }
        func version() -> NumericVersion { versions.randomElement(using: &random) ?? versions[0] }
        func text(_ name: String) -> LocalizedText? {
            guard let en = LanguageTag("en"), let de = LanguageTag("de") else { return nil }
            return sometimes(LocalizedText([(en, name), (de, "\(name) de")])).flatMap(\.self)
        }
        func system() -> SystemBound {
            platform == .ios ? .ios(version()) : .android(sdk: Int.random(in: 20...23, using: &random))
        }
        func app() -> AppBound {
            guard Bool.random(using: &random) else { return .version(version()) }
            return .build(Int.random(in: 1...4, using: &random), shownAs: sometimes(version()))
        }
        func requirement<Bound>(_ bound: Bound, _ name: String) -> Requirement<Bound>? {
            sometimes(Requirement(bound, title: text("\(name) title"), description: text(name)))
        }
        return Requirements(
            maintenance: Int.random(in: 0..<5, using: &random) == 0 ? Maintenance(message: sometimes("closed")) : nil,
            minimumSystem: requirement(system(), "system"), minimumApp: requirement(app(), "app"),
            recommendedSystem: requirement(system(), "newer system"), recommendedApp: requirement(app(), "newer app"),
            updateURL: sometimes("https://example.com/app"))
    }

    static func device(_ platform: Platform, _ random: inout some RandomNumberGenerator) -> Device {
        let reported = ["0.9", "1.0.0", "1.0.0.1", "1.1.9", "1.2", "2", "2.0.1", "3", "beta", nil]
        let system: Device.System =
            switch platform {
            case .ios: .ios(versions.randomElement(using: &random) ?? versions[0])
            case .android: .android(sdk: Int.random(in: 19...24, using: &random))
            }
        return Device(
            system: system, reportedVersion: reported.randomElement(using: &random) ?? nil,
            reportedBuild: ["0", "1", "2", "2.1", "3", "5", nil].randomElement(using: &random) ?? nil,
            languages: [["en"], ["de"], []].randomElement(using: &random) ?? [])
    }
}

@Test func `a reading of requirements tells every device what the gate tells it`() throws {
    var random = SeededGenerator(seed: 30)
    var seen: Set<String> = []
    let time = try #require(Instant("2026-12-01T00:00:00Z"))
    for _ in 0..<Fuzz.rounds(2_000) {
        let platform = Platform.allCases.randomElement(using: &random) ?? .ios
        let requirements = RandomRequirements.requirements(platform, &random)
        let reading = Reading(
            requirements, at: Reading.Place(platform), of: platform == .ios ? .availabilityIOS : .availabilityAndroid)
        for _ in 0..<5 {
            let device = RandomRequirements.device(platform, &random)
            let store = [nil, "0.5", "1.2", "9"].randomElement(using: &random) ?? nil
            let inStore = store.flatMap { NumericVersion($0) }.map { version in
                StoreVersion(version: version, minimumSystem: Bool.random(using: &random) ? version : nil)
            }
            let isFetched = Bool.random(using: &random)
            let decision = decide(requirements, for: device, store: inStore, source: isFetched ? .fetched : .stored)
            let told = reading.told(
                DeviceMoment(device: device, time: time, store: inStore, isFetched: isFetched))
            let words = "\(requirements) \(device) \(String(describing: inStore)) \(isFetched)"
            seen.insert("\(kind(decision.outcome)) \(subject(decision))")
            #expect(kind(decision.outcome) == kind(told.outcome), "\(words)")
            #expect(subject(decision) == told.rule?.id ?? "none", "\(words)")
            let update: Update? =
                switch told.outcome {
                case .recommended(let update), .required(let update): update
                case .available, .maintenance: nil
                }
            #expect(decision.update?.title == update?.title, "\(words)")
            #expect(decision.update?.description == update?.description, "\(words)")
            #expect(decision.update?.url == update?.url, "\(words)")
            #expect(decision.update?.store ?? .unknown == told.store, "\(words)")
            if case .maintenance(let notice) = decision.outcome, case .maintenance(let other) = told.outcome {
                #expect(notice.message == other.message, "\(words)")
            }
        }
    }
    #expect(seen.count == 6, "\(seen)")
}

private func kind(_ outcome: Decision.Outcome) -> String {
    switch outcome {
    case .available: "available"
    case .recommended: "recommended"
    case .required: "required"
    case .maintenance: "maintenance"
    }
}

/// The id of the rule that a decision by requirements comes from.
private func subject(_ decision: Decision) -> String {
    switch (decision.outcome, decision.update?.subject) {
    case (.maintenance, _): "maintenance"
    case (.required, .system?): "minimum-system"
    case (.required, _): "minimum-app"
    case (.recommended, .system?): "recommended-system"
    case (.recommended, _): "recommended-app"
    case (.available, _): "none"
    }
}
