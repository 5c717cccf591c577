import AppGate
import ManifestVerifier
import Policy

/// Everything at which decisions can change: the values that readings compare. Names are bytes, as devices compare them.
struct DeviceBounds {
    private var versions: [RuleAttribute: Set<NumericVersion>] = [:]
    private(set) var names: [RuleAttribute: Set<[UInt8]>] = [:]
    private(set) var scopes: Set<[UInt8]> = []
    private(set) var times: Set<Instant> = []
    private(set) var graces: Set<Int64> = []
    private(set) var idsWithGrace: Set<String> = []
    /// The hundredths of a percent of every roll-out, by its salt.
    private(set) var rollouts: [String: Set<Int>] = [:]
    /// The versions that the store is asked for.
    private var wanted: Set<NumericVersion> = []
    /// How models begin that a rule is for.
    private var beginnings: Set<[UInt8]> = []

    init(_ readings: [Reading], newest: [RequirementValue]) {
        for reading in readings {
            for rule in reading.document.rules { add(rule) }
            for entry in reading.document.latest ?? [] {
                add([entry.app], .app)
                wanted.insert(entry.app)
                add(entry.build.map { [NumericVersion(number: $0)] } ?? [], .build)
                add((entry.system ?? []).flatMap(\.bounds), .system)
            }
            wanted.formUnion(reading.targets.values)
            rollouts.merge(reading.document.rollouts) { $0.union($1) }
        }
        for beginning in beginnings { addModels(beginning) }
        // Where nothing compares versions, no device is told by them.
        for value in newest {
            switch value {
            case .version(let version): if !self[.app].isEmpty { add([version], .app) }
            case .number(let number): if !self[.build].isEmpty { add([NumericVersion(number: number)], .build) }
            case .text: break
            }
        }
    }

    subscript(attribute: RuleAttribute) -> Set<NumericVersion> { versions[attribute] ?? [] }

    private mutating func add(_ bounds: [NumericVersion], _ attribute: RuleAttribute) {
        versions[attribute, default: []].formUnion(bounds)
    }

    private mutating func add(_ rule: GateRule) {
        for condition in rule.conditions {
            switch condition.comparison {
            case .versions(let attribute, let patterns): add(patterns.flatMap(\.bounds), attribute)
            case .names(let attribute, let names):
                for name in names.map({ Array($0.utf8) }) {
                    if attribute == .model, name.last == UInt8(ascii: "*") {
                        beginnings.insert(Array(name.dropLast()))
                    } else {
                        self.names[attribute, default: []].insert(name)
                    }
                }
            case .from(let instant), .until(let instant): times.insert(instant)
            case .share(let share): times.formUnion(share.steps.map(\.from))
            case .unknown: break
            }
        }
        if let scope = rule.scope { scopes.insert(Array(scope.utf8)) }
        times.formUnion([rule.deadline.requiredFrom, rule.deadline.requiredBy].compactMap(\.self))
        if let grace = rule.deadline.grace {
            graces.insert(grace.seconds)
            idsWithGrace.insert(rule.id)
        }
    }

    /// Adds the shortest model with a beginning, and one that no longer name has or begins.
    private mutating func addModels(_ beginning: [UInt8]) {
        let longer = beginnings.union(names[.model] ?? []).filter {
            $0.count > beginning.count && $0.starts(with: beginning)
        }
        let used = Set(longer.map { $0[beginning.count] })
        let free = (1...Self.otherModel).last { !used.contains($0) } ?? Self.otherModel
        names[.model, default: []].formUnion([beginning, beginning + [free]])
    }

    /// What follows the beginning of any other model: no character that can be printed.
    static let otherModel: UInt8 = 0x7F

    /// Versions as devices report them: those that are compared, the newest first, then those between them.
    func reported(_ versions: Set<NumericVersion>) -> [InstalledVersion?] {
        let named = versions.sorted(by: >)
        // No version of a document, of three numbers, is between one and that with a fourth number.
        let between = named.map { "\($0.components.map { String($0) }.joined(separator: ".")).1" }
        let isZeroNamed = named.last.map { $0 == NumericVersion(number: 0) } ?? false
        return (named.map(\.spelling) + between + (isZeroNamed ? [] : ["0"])).map { InstalledVersion($0) }
    }

    /// The builds, at last none; only none where none is compared. Version codes of Android are whole numbers.
    func reportedBuilds(on platform: Platform) -> [InstalledVersion?] {
        let builds = self[.build]
        guard !builds.isEmpty else { return [nil] }
        guard platform == .android else { return reported(builds) + [nil] }
        let codes = Set(builds.flatMap { [$0.components[0], $0.components[0] + 1] } + [0])
        return codes.sorted(by: >).map { InstalledVersion(String($0)) } + [nil]
    }

    /// The systems, the newest first.
    func devices(on platform: Platform) -> [Device.System] {
        let systems = self[.system]
        switch platform {
        case .ios:
            let named = systems.sorted(by: >)
            let others = Set(systems.map(\.next) + [NumericVersion(number: 0)]).subtracting(named)
            return (named + others.sorted(by: >)).map { .ios($0) }
        case .android:
            let named = Set(systems.map { $0.components[0] })
            let others = Set(named.map { $0 + 1 } + [0]).subtracting(named)
            return (named.sorted(by: >) + others.sorted(by: >)).map { .android(sdk: $0) }
        }
    }

    /// What a store says: nothing, then each version that is asked for and one below all, for any system and for one that no
    /// device has.
    var stores: [StoreVersion?] {
        guard !wanted.isEmpty else { return [nil] }
        let versions = wanted.union([NumericVersion(number: 0)]).sorted(by: >)
        let never = NumericVersion(major: .max / 2, minor: 0, patch: 0)
        return [nil] + versions.map { StoreVersion(version: $0) }
            + versions.map { StoreVersion(version: $0, minimumSystem: never) }
    }
}

extension VersionPattern {
    fileprivate var bounds: [NumericVersion] {
        switch self {
        case .exactly(let version), .below(let version), .atMost(let version), .atLeast(let version),
            .above(let version):
            [version]
        case .range(let first, let last): [first, last]
        }
    }
}

extension NumericVersion {
    /// The next version of three numbers.
    var next: NumericVersion {
        NumericVersion(major: components[0], minor: components[1], patch: components[2] + 1)
    }
}

/// The place of a device in a roll-out, from 0 up to 2³² − 1, as a share of all: a device at 0.37 is in from 37.01 % on.
package struct RolloutPlace: Hashable, Sendable, CustomStringConvertible {
    /// The number that shares compare.
    package let number: UInt32
    package let description: String

    /// Fails unless `text` is a fraction from 0 up to, and not including, 1 with at most nine decimals.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? parts[1] : "0"
        guard parts[0] == "0", (1...Self.decimals).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit),
            let numerator = UInt64(digits)
        else { return nil }
        let denominator = digits.utf8.reduce(UInt64(1)) { power, _ in power * 10 }
        // Rounded up, so that the device at 0.37 is the first one outside a share of 37 %.
        number = UInt32((numerator << 32 + denominator - 1) / denominator)
        description = text
    }

    /// The first place outside a share.
    package init(behind hundredths: Int) {
        let rounded: UInt64 = UInt64(hundredths) << 32 + 9_999
        number = UInt32(rounded / RolloutShare.everyone)
        description = "\(RolloutShare.Step(from: .earliest, hundredths: hundredths).percentage)%"
    }

    private static let decimals = 9
}

extension InstallID {
    /// Stands for any device whose place in roll-outs is assumed.
    package static let assumed: InstallID = {
        guard let id = InstallID(String(repeating: "0", count: 32)) else {
            preconditionFailure("32 zeros are an install id")
        }
        return id
    }()
}

extension GateDocument {
    /// The roll-outs in it, by their salts: the shares, in hundredths of a percent, at which devices come in.
    package var rollouts: [String: Set<Int>] {
        var all: [String: Set<Int>] = [:]
        for rule in rules {
            for case .share(let share) in rule.conditions {
                all[share.salt, default: []].formUnion(share.steps.map(\.hundredths))
            }
        }
        return all
    }
}
