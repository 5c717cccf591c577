import AppGate
import Diagnostics
import ManifestVerifier

/// What changes for devices from one gate document to another, found by deciding for devices that stand for all.
struct GateEffects {
    /// What a change is about.
    enum Subject: Hashable {
        /// The rule of this key.
        case rule(String)
        /// The order of the rules.
        case order
        /// The versions that the store has.
        case latest
    }

    /// What one change does.
    struct Effect {
        /// A device that may run now and will be blocked.
        var blocks: String?
        /// A device that is blocked now and will run.
        var lifts: String?
        /// A device that will be advised to update and is not now.
        var advises: String?
    }

    /// What each change does; one that is not in it makes no difference to any device.
    private(set) var effects: [Subject: Effect] = [:]
    /// The keys of the rules that decide for any device, before and after.
    private(set) var deciding: Set<String> = []
    /// Whether all devices were compared; otherwise there are more different ones than `Limits.comparedDevices`.
    private(set) var isComplete = true

    private let changed: Set<Subject>
    private let start: Instant
    private let bounds: GateBounds
    private let platform: Platform

    /// - Parameters:
    ///   - changed: what differs from one to the other.
    ///   - start: only what is so from then on counts.
    init(from old: GateDocument, to new: GateDocument, changed: Set<Subject>, since start: Instant) {
        self.changed = changed
        platform = new.platform
        bounds = GateBounds([old, new])
        // Earlier, no rule can have been known for as long as its period of grace.
        self.start = max(start, Instant.earliest.advanced(by: bounds.graces.max() ?? 0))
        guard !changed.isEmpty || old.rules != new.rules else { return }
        compare(old, new)
    }

    private mutating func compare(_ old: GateDocument, _ new: GateDocument) {
        func sorted(_ names: Set<String>) -> [String?] { [nil] + names.sorted() }
        let (channels, regions, models) = (sorted(bounds.channels), sorted(bounds.regions), sorted(bounds.models))
        let (scopes, places, ages) = (sorted(bounds.scopes), bounds.places, bounds.ages)
        let moments = bounds.moments(since: start)
        let (systems, builds, apps) = (
            bounds.devices(on: platform), bounds.reportedBuilds(on: platform), bounds.reportedApps
        )
        func count(_ counts: [Int]) -> Int? {
            counts.reduce(1) { count, factor in
                count.flatMap { $0 * factor <= Limits.comparedDevices ? $0 * factor : nil }
            }
        }
        guard !places.isEmpty,
            count([channels, regions, models, scopes].map(\.count) + [places.count, systems.count]) != nil,
            let each = count([builds.count, apps.count, moments.count, ages.count])
        else {
            isComplete = false
            return
        }
        var compared = 0
        var known: Set<[UInt8]> = []
        for place in places {
            let before = old.assuming { place?[$0] ?? 0 }, after = new.assuming { place?[$0] ?? 0 }
            for (scope, channel) in scopes.lazy.flatMap({ scope in channels.map { (scope, $0) } }) {
                for (region, model) in regions.lazy.flatMap({ region in models.map { (region, $0) } }) {
                    for system in systems {
                        var device = Device(
                            system: system, reportedVersion: nil, reportedBuild: nil, languages: [])
                        (device.channel, device.region, device.model) = (channel, region, model)
                        device.installID = place == nil ? nil : .assumed
                        let (was, becomes) = (
                            before.reduced(to: device, scope: scope), after.reduced(to: device, scope: scope)
                        )
                        // Most kinds of devices differ in nothing that is compared.
                        guard known.insert(JSONWriter.bytes(of: .array([was.json, becomes.json]))).inserted else {
                            continue
                        }
                        compared += each
                        guard compared <= Limits.comparedDevices else {
                            isComplete = false
                            return
                        }
                        for (build, app) in builds.lazy.flatMap({ build in apps.map { (build, $0) } }) {
                            var installed = Device(
                                system: system, reportedVersion: app, reportedBuild: build, languages: [])
                            (installed.channel, installed.region, installed.model) = (channel, region, model)
                            installed.installID = device.installID
                            for (time, age) in moments.lazy.flatMap({ time in ages.map { (time, $0) } }) {
                                let point = Point(device: installed, time: time, age: age, scope: scope, place: place)
                                add(point, point.told(by: was), point.told(by: becomes))
                            }
                        }
                    }
                }
            }
        }
    }

    private mutating func add(_ point: Point, _ before: Told, _ after: Told) {
        deciding.formUnion([before.key, after.key].compactMap(\.self))
        guard before != after else { return }
        let subject = subject(of: before, after)
        var effect = effects[subject] ?? Effect()
        func example() -> String { words(point) }
        if after.isBlocked, !before.isBlocked {
            effect.blocks = effect.blocks ?? example()
        } else if before.isBlocked, !after.isBlocked {
            effect.lifts = effect.lifts ?? example()
        } else if after.outcome == .recommended, before.outcome == .available {
            effect.advises = effect.advises ?? example()
        }
        effects[subject] = effect
    }

    /// The change that makes the difference: that of the rule that decides, else of the one that decided.
    private func subject(of before: Told, _ after: Told) -> Subject {
        for key in [after.key, before.key].compactMap(\.self) where changed.contains(.rule(key)) { return .rule(key) }
        if changed.contains(.latest), after.key == before.key { return .latest }
        return changed.contains(.order) ? .order : changed.contains(.latest) ? .latest : .rule(after.key ?? "")
    }

    /// `app 3.0.0, iOS 15.0, from 1 December 2026 00:00 UTC`: what tells it from other devices.
    private func words(_ point: Point) -> String {
        var words: [String] = []
        let device = point.device
        func add(_ name: String, _ numbers: [Int]?, among versions: Set<NumericVersion>) {
            guard !versions.isEmpty, let numbers else { return }
            words.append("\(name) \(Self.words(numbers, among: versions))")
        }
        if !bounds.apps.isEmpty, device.version == nil { words.append("an app of unknown version") }
        add("app", device.version?.numbers, among: bounds.apps)
        add(platform == .android ? "version code" : "build", device.build?.numbers, among: bounds.builds)
        switch device.system {
        case .ios(let version): add("iOS", version.components, among: bounds.systems)
        case .android(let sdk): add("SDK level", [sdk], among: bounds.systems)
        }
        for (name, value) in [("channel", device.channel), ("region", device.region), ("model", device.model)] {
            if let value { words.append("\(name) \"\(value)\"") }
        }
        if let scope = point.scope { words.append("scope \"\(scope)\"") }
        if words.isEmpty { words.append("every device") }
        if point.time != start { words.append("from \(point.time.words)") }
        return words.joined(separator: ", ")
    }
}

extension GateEffects {
    /// A version that is compared, or where it is among those: `3.2.0`, `above 3.2.0`, `below 3.0.0`.
    private static func words(_ numbers: [Int], among versions: Set<NumericVersion>) -> String {
        let below = versions.sorted().filter { $0.order(of: numbers) >= 0 }
        guard let nearest = below.last else { return "below \(versions.min().map(\.spelling) ?? "")" }
        return nearest.order(of: numbers) == 0 ? nearest.spelling : "above \(nearest)"
    }
}

/// One device at one time.
private struct Point {
    let device: Device
    let time: Instant
    /// How long it has known each rule, in seconds.
    let age: Int64
    let scope: String?
    let place: [String: UInt32]?

    func told(by document: GateDocument) -> Told {
        let seen = Instant(secondsSince1970: max(0, time.secondsSince1970 - age)) ?? .earliest
        let firstSeen = Dictionary(document.rules.map { ($0.id, seen) }) { first, _ in first }
        let evaluation = RuleEvaluation(
            document: document, device: device, time: time, firstSeen: age == 0 ? [:] : firstSeen, scope: scope,
            store: nil, isFetched: true)
        let (outcome, rule) = evaluation.run()
        return Told(outcome, rule)
    }
}

/// What a device is told, without the language.
private struct Told: Equatable {
    let key: String?
    let outcome: GateRule.Outcome
    private let isObtainable: Bool?
    private let target: Update.Subject?
    private let due: Instant?

    init(_ outcome: Decision.Outcome, _ rule: GateRule?) {
        key = rule?.id
        var told: Update?
        switch outcome {
        case .available: self.outcome = .available
        case .recommended(let update): (self.outcome, told) = (.recommended, update)
        case .required(let update): (self.outcome, told) = (.required, update)
        case .maintenance: self.outcome = .maintenance
        }
        (isObtainable, target, due) = (told?.isObtainable, told?.subject, told?.due)
    }

    var isBlocked: Bool { outcome == .required || outcome == .maintenance }

    /// An exemption is told nothing, whichever rule makes it.
    static func == (a: Told, b: Told) -> Bool {
        guard a.outcome == b.outcome else { return false }
        return a.outcome == .available
            || (a.key == b.key && a.isObtainable == b.isObtainable && a.target == b.target && a.due == b.due)
    }
}
