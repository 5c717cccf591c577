import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// Everything at which the decisions of gate documents can change: the values that their rules compare.
///
/// Decisions are the same between two neighbouring values, so that each value, and one device between it and the next one,
/// stand for every device that there is.
struct GateBounds {
    private(set) var apps: Set<NumericVersion> = []
    private var appPatterns: [[VersionPattern]] = []
    private var latestApps: [NumericVersion] = []
    private(set) var builds: Set<NumericVersion> = []
    private(set) var systems: Set<NumericVersion> = []
    private(set) var channels: Set<String> = []
    private(set) var regions: Set<String> = []
    private(set) var models: Set<String> = []
    private(set) var scopes: Set<String> = []
    private(set) var times: Set<Instant> = []
    private(set) var graces: Set<Int64> = []
    /// The hundredths of a percent of every roll-out, by its salt.
    private(set) var rollouts: [String: Set<Int>] = [:]

    init(_ documents: [GateDocument]) {
        for document in documents {
            for rule in document.rules { add(rule) }
            for entry in document.latest ?? [] {
                apps.insert(entry.app)
                latestApps.append(entry.app)
                builds.formUnion(entry.build.map { [NumericVersion(major: $0, minor: 0, patch: 0)] } ?? [])
                systems.formUnion((entry.system ?? []).flatMap(\.bounds))
            }
            rollouts.merge(document.rollouts) { $0.union($1) }
        }
    }

    private mutating func add(_ rule: GateRule) {
        for condition in rule.conditions {
            switch condition {
            case .app(let patterns):
                apps.formUnion(patterns.flatMap(\.bounds))
                appPatterns.append(patterns)
            case .build(let patterns): builds.formUnion(patterns.flatMap(\.bounds))
            case .system(let patterns): systems.formUnion(patterns.flatMap(\.bounds))
            case .channel(let names): channels.formUnion(names)
            case .region(let names): regions.formUnion(names)
            case .model(let names):
                for name in names {
                    guard name.hasSuffix("*") else {
                        models.insert(name)
                        continue
                    }
                    // The shortest model with this beginning, and one that no longer name begins.
                    models.formUnion([String(name.dropLast()), "\(name.dropLast())~"])
                }
            case .from(let instant), .until(let instant): times.insert(instant)
            case .share(let share): times.formUnion(share.steps.map(\.from))
            case .unknown: break
            }
        }
        if let scope = rule.scope { scopes.insert(scope) }
        times.formUnion([rule.deadline.requiredFrom, rule.deadline.requiredBy].compactMap(\.self))
        if let grace = rule.deadline.grace { graces.insert(grace.seconds) }
    }
}

// MARK: The devices that stand for all

extension GateBounds {
    /// The versions of an app, as devices report them: those that are compared, the newest first, then those between them;
    /// at last an app that reports none. Of several that nothing tells apart there is one.
    var reportedApps: [String?] {
        var known: Set<[Int]> = []
        let different = Self.reported(apps).filter { text in
            let numbers = InstalledVersion(text).numbers
            let patterns = appPatterns.map { $0.contains { $0.matches(numbers) } ? 1 : 0 }
            return known.insert(patterns + latestApps.map { $0.order(of: numbers) }).inserted
        }
        return different + [nil]
    }

    /// The builds; only nil where none is compared. Version codes of Android are whole numbers.
    func reportedBuilds(on platform: Platform) -> [String?] {
        guard !builds.isEmpty else { return [nil] }
        guard platform == .android else { return Self.reported(builds) + [nil] }
        let codes = Set(builds.flatMap { [$0.components[0], $0.components[0] + 1] } + [0])
        return codes.sorted(by: >).map { String($0) } + [nil]
    }

    /// The systems, the newest first.
    func devices(on platform: Platform) -> [Device.System] {
        switch platform {
        case .ios:
            let zero = NumericVersion(major: 0, minor: 0, patch: 0)
            let next = systems.map { version in
                let numbers = version.components
                return NumericVersion(major: numbers[0], minor: numbers[1], patch: numbers[2] + 1)
            }
            let named = systems.sorted(by: >)
            return (named + Set(next + [zero]).subtracting(named).sorted(by: >)).map { .ios($0) }
        case .android:
            let named = Set(systems.map { $0.components[0] })
            let others = Set(named.map { $0 + 1 } + [0]).subtracting(named)
            return (named.sorted(by: >) + others.sorted(by: >)).map { .android(sdk: $0) }
        }
    }

    /// The moments from `start` on: that, and every later one at which something changes.
    func moments(since start: Instant) -> [Instant] { [start] + times.filter { start < $0 }.sorted() }

    /// How long rules may have been known, in seconds: not at all, for ever, and each period of grace.
    var ages: [Int64] { [0] + graces.sorted() + (graces.isEmpty ? [] : [Self.always]) }

    /// The places in the roll-outs: for each, the first device of every step; nil for a device whose place is not known.
    var places: [[String: UInt32]?] {
        var all: [[String: UInt32]] = [[:]]
        for (salt, shares) in rollouts.sorted(by: { $0.key < $1.key }) {
            let starts = [0] + shares.filter { (1..<10_000).contains($0) }.sorted()
            guard all.count * starts.count <= Limits.comparedDevices else { return [] }
            all = all.flatMap { places in
                starts.map { places.merging([salt: RolloutPlace(behind: $0).number]) { $1 } }
            }
        }
        return rollouts.isEmpty ? [[:]] : all + [nil]
    }

    private static func reported(_ versions: Set<NumericVersion>) -> [String] {
        let named = versions.sorted(by: >)
        // No version of a document, of three numbers, is between one and that with a fourth number.
        let between = named.map { "\($0.components.map { String($0) }.joined(separator: ".")).1" }
        let isZeroNamed = named.last.map { $0 == NumericVersion(major: 0, minor: 0, patch: 0) } ?? false
        return named.map(\.spelling) + between + (isZeroNamed ? [] : ["0"])
    }

    private static let always = Int64.max / 4
}
