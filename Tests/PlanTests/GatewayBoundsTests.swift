import AppGate
import Classic
import Foundation
import ManifestVerifier
import Plan
import TestSupport
import Testing

/// Documents of few values, and every device that they can tell apart.
private struct RandomDocuments {
    enum Document {
        case gate(GateDocument)
        case requirements(Requirements)
    }

    static let start = "2030-01-01T00:00:00Z"
    static let times = [start, "2030-02-01T00:00:00Z", "2030-03-01T00:00:00Z"].compactMap { Instant($0) }
    /// Each as the signed date, with a clock that shows the same, and one that is far ahead: a block with an end then ends
    /// before the next one begins.
    static let ruleTimes = times.flatMap { time in
        [RuleTime(signedAt: time)]
            + (SignedDate(secondsSince1970: time.secondsSince1970).map { signed in
                [RuleTime(of: signed, clock: time.advanced(by: 400 * 86_400))]
            } ?? [])
    }
    static let apps: [String?] = [
        "0.9", "1", "1.0.0.1", "1.0.1", "1.1", "1.9", "2.0", "2.0.0.5", "2.0.1", "3", "beta", nil,
    ]
    /// The builds of iOS need not be whole numbers, as version codes are.
    static func builds(on platform: Platform) -> [String?] {
        ["0", "1", "2", "3", "4", "9", nil] + (platform == .ios ? ["2.5"] : [])
    }
    static let install = InstallID(String(repeating: "a", count: 32))

    private var random: RandomValues
    let platform: Platform

    init(seed: UInt64) {
        random = RandomValues(seed: seed)
        platform = random.chance(50) ? .ios : .android
    }

    mutating func documents() throws -> [Document] {
        try (0..<random.number(1...2)).map { _ in random.chance(70) ? .gate(try gate()) : .requirements(requirements())
        }
    }

    private mutating func version() throws -> NumericVersion {
        try known(NumericVersion(random.pick(["1.0.0", "1.0.1", "1.1", "2"])))
    }

    private mutating func requirements() -> Requirements {
        let bound: AppBound =
            random.chance(50)
            ? .build(random.number(1...4), shownAs: nil)
            : .version(
                NumericVersion(random.pick(["1.0.0", "1.1", "2"])) ?? NumericVersion(major: 1, minor: 0, patch: 0))
        let system: SystemBound =
            platform == .ios ? .ios(NumericVersion(major: 15, minor: 0, patch: 0)) : .android(sdk: 23)
        return Requirements(
            maintenance: random.chance(10) ? Maintenance(message: "closed") : nil,
            minimumSystem: random.chance(30) ? Requirement(system, title: nil, description: nil) : nil,
            minimumApp: random.chance(90) ? Requirement(bound, title: nil, description: nil) : nil,
            recommendedSystem: nil,
            recommendedApp: random.chance(30) ? Requirement(bound, title: nil, description: nil) : nil,
            updateURL: nil)
    }

    private mutating func gate() throws -> GateDocument {
        let names = platform == .ios ? ["app", "app", "build", "os"] : ["app", "app", "build", "sdk"]
        let rules = (0..<random.number(1...4)).map { number in
            var conditions: [JSONMember] = []
            for name in names + ["channel", "from", "until"] where !conditions.contains(where: { $0.name == name }) {
                guard random.chance(name == "app" ? 45 : 14), let value = random.condition(name) else { continue }
                conditions.append(JSONMember(name, value))
            }
            if random.chance(6) {
                let all = JSONValue.array([.string(Self.start), .integer(10_000)])
                conditions.append(
                    JSONMember(
                        "share", .object([JSONMember("salt", .string("s")), JSONMember("steps", .array([all]))])))
            }
            let then = random.pick(["required", "required", "required", "available", "recommended", "maintenance"])
            var members = [
                JSONMember("id", .string("r\(number)")), JSONMember("when", .object(conditions)),
                JSONMember("then", .string(then)),
            ]
            if then == "recommended", random.chance(60) { members.append(JSONMember("requiredBy", random.time())) }
            return JSONValue.object(members)
        }
        let body = JSONValue.object([
            JSONMember("gate", .integer(1)), JSONMember("platform", .string(platform.rawValue)),
            JSONMember("rules", .array(rules)),
        ])
        return try GateDocument(body: JSONWriter.bytes(of: body))
    }

    /// Whether something is true of a device of the version and the build, whatever else the documents compare.
    func anyDevice(app: String?, build: String?, _ isWanted: (Device, RuleTime) -> Bool) -> Bool {
        let systems: [Device.System] =
            platform == .ios
            ? ["14", "15.0.5", "15.1", "16"].compactMap { NumericVersion($0) }.map { .ios($0) }
            : [21, 22, 23].map { .android(sdk: $0) }
        for system in systems {
            var device = Device(system: system, reportedVersion: app, reportedBuild: build, languages: [])
            for channel in [nil, "a", "b", "K", "\u{212A}"] {
                for install in [nil, Self.install] {
                    (device.channel, device.installID) = (channel, install)
                    for time in Self.ruleTimes where isWanted(device, time) { return true }
                }
            }
        }
        return false
    }
}

extension RandomDocuments.Document {
    func reading(on platform: Platform) -> Reading {
        switch self {
        case .gate(let document): Reading(document)
        case .requirements(let requirements):
            Reading(
                requirements, at: Reading.Place(platform),
                of: platform == .ios ? .availabilityIOS : .availabilityAndroid)
        }
    }

    /// What the library that apps ship says, to a device that did not reach the host.
    func blocks(_ device: Device, at time: RuleTime) -> Bool {
        switch self {
        case .gate(let document):
            decide(document, for: device, at: time, source: .stored).isBlocked
        case .requirements(let requirements): decide(requirements, for: device, source: .stored).isBlocked
        }
    }
}

@Test func `below a bound every device is blocked by every document, and no bound that is higher is so`() throws {
    let seed = Fuzz.seed
    var (found, without) = ([String: Int](), 0)
    for number in 0..<Fuzz.rounds(1_500) {
        var random = RandomDocuments(seed: seed &+ UInt64(number))
        let (platform, documents) = (random.platform, try random.documents())
        let start = try known(Instant(RandomDocuments.start))
        let bounds = try GatewayBounds(
            documents.map { ("a", $0.reading(on: platform)) }, on: platform, isJWS: true, since: start
        ).bounds
        // Where any device may run, among all versions and builds.
        let points = RandomDocuments.apps.flatMap { app in RandomDocuments.builds(on: platform).map { (app, $0) } }
        let running = points.filter { app, build in
            random.anyDevice(app: app, build: build) { device, time in
                !documents.allSatisfy { $0.blocks(device, at: time) }
            }
        }
        let open = running.map { app, build in
            (app: InstalledVersion(app ?? ""), build: InstalledVersion(build ?? ""))
        }
        let versions = ["1.0.0", "1.0.1", "1.0.2", "1.1", "1.1.1", "2", "2.0.1", "2.0.2", "4"].map {
            NumericVersion($0)
        }
        func isBlocked(_ version: NumericVersion?, _ build: Int?) -> Bool {
            let limit = build.map { NumericVersion(major: $0, minor: 0, patch: 0) }
            return !open.contains { point in
                (version.map { point.app.isBelow($0) } ?? true) && (limit.map { point.build.isBelow($0) } ?? true)
            }
        }
        let highest = NumericVersion(major: 99, minor: 0, patch: 0)
        for version in [nil] + versions {
            for build in [nil, 1, 2, 3, 4, 5, 10] {
                let isRefused = bounds.contains { bound in
                    (bound.version.map { limit in version.map { $0 <= limit } ?? false } ?? true)
                        && (bound.build.map { limit in build.map { $0 <= limit } ?? false } ?? true)
                }
                let isClosed = isBlocked(version, build)
                guard isClosed != isRefused else { continue }
                // Where every version that can be read is blocked, and none that cannot, no bound is the highest.
                let isEndless = version != nil && isBlocked(highest, build) || build != nil && isBlocked(version, 99)
                guard !isClosed || !isEndless else { continue }
                let place = "\(String(describing: version)), \(String(describing: build))"
                Issue.record(
                    "seed \(seed &+ UInt64(number)): \(place) is \(isClosed ? "" : "not ")blocked: \(bounds)")
            }
        }
        for bound in bounds {
            found["\(bound.version == nil ? "" : "version ")\(bound.build == nil ? "" : "build")", default: 0] += 1
        }
        if bounds.isEmpty { without += 1 }
    }
    print("bounds: \(found), none \(without)")
    // Otherwise a part of the promise was not tried.
    #expect(found.count == 4 && without > 5, "\(found) \(without)")
}

@Test func `what a gateway lets through although a document blocks it is named, with a device`() throws {
    let body = """
        { "gate": 1, "platform": "ios", "rules": [
          { "id": "block-3.2.1", "when": { "app": ["3.2.1"] }, "then": "required" },
          { "id": "closed", "when": {}, "then": "maintenance" },
          { "id": "minimum-os", "when": { "os": ["<15"] }, "then": "required" },
          { "id": "old", "when": { "app": ["<2.5"] }, "then": "required" },
          { "id": "minimum-app", "when": { "app": ["<3.0.0"] }, "then": "required" }
        ] }
        """
    let gate = Reading(try GateDocument(body: Array(body.utf8)))
    let version = try known(NumericVersion("2.8"))
    let other = Reading(
        Requirements(
            maintenance: nil, minimumSystem: nil,
            minimumApp: Requirement(.version(version), title: nil, description: nil),
            recommendedSystem: nil, recommendedApp: nil, updateURL: nil),
        at: Reading.Place(.ios), of: .availabilityIOS)
    let bounds = try GatewayBounds(
        [("gate/ios.json", gate), ("availability-ios", other)], on: .ios, isJWS: true,
        since: try known(Instant(RandomDocuments.start)))
    #expect(bounds.bounds == [.init(version: version, build: nil)])
    #expect(bounds.refusal == "gate/ios.json.jws")
    #expect(bounds.documents == ["gate/ios.json", "availability-ios"])
    // "old" blocks nobody whom the gateway lets through, and is not named.
    #expect(
        bounds.uncovered.map { "\($0.path) \($0.member)" } == [
            "gate/ios.json ios.rules.block-3.2.1", "gate/ios.json ios.rules.closed",
            "gate/ios.json ios.rules.minimum-app", "gate/ios.json ios.rules.minimum-os",
        ])
    #expect(bounds.uncovered[0].example.hasPrefix("app 3.2.1"))
}

@Test(.peers(.python3))
func `a pattern of a map matches the versions that are below a bound, however they are written`() throws {
    var random = SeededGenerator(seed: Fuzz.seed)
    func number(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
    func part() -> Int { [0, 1, 2, 9, 10, 11, 99, 100, 320, 999_999_999_999_999_999][number(9)] + number(1) }
    var lines: [String] = []
    var expected: [Bool] = []
    // Two versions for each bound: Python takes a millisecond to compile a pattern.
    for _ in 0..<Fuzz.rounds(20_000) {
        let bound = NumericVersion(major: part(), minor: part(), patch: part())
        guard bound > NumericVersion(major: 0, minor: 0, patch: 0) else { continue }
        let isBuild = number(3) == 0 && bound.components[0] > 0
        let limit = isBuild ? NumericVersion(major: bound.components[0], minor: 0, patch: 0) : bound
        let pattern =
            GatewayBounds.Bound(version: isBuild ? nil : limit, build: isBuild ? limit.components[0] : nil).pattern
        for _ in 0..<2 {
            // Near the bound, so that each number is often the same.
            var numbers = limit.components.map { number(2) > 0 ? $0 : max(0, $0 + number(2) - 1) }
            numbers.removeLast(number(2))
            if number(3) == 0 { numbers.append(number(3)) }
            var text = numbers.map { (number(5) == 0 ? "00" : "") + String($0) }.joined(separator: ".")
            text += ["", "", "", "-rc1", "+47", ".", ".x", "..1", "-rc.1", " 2"][number(9)]
            if number(40) == 0 { text = ["", "beta", "v1.0", ".1", "-1"][number(4)] }
            lines.append(pattern)
            lines.append(isBuild ? "1.0|\(text)" : "\(text)|")
            expected.append(InstalledVersion(text).isBelow(limit))
        }
    }
    let script = """
        import re, sys
        lines = open(sys.argv[1]).read().split("\\n")
        print("".join("1" if re.match(p, t, re.ASCII) else "0" for p, t in zip(lines[::2], lines[1::2])))
        """
    let folder = try TemporaryFolder()
    try folder.write("lines", lines.joined(separator: "\n"))
    let found = try check("python3", ["-c", script, folder.path("lines")]).filter { $0 != "\n" }.map { $0 == "1" }
    try #require(found.count == expected.count)
    let wrong = expected.indices.filter { found[$0] != expected[$0] }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { "\(lines[2 * $0]) \(lines[2 * $0 + 1]) \(expected[$0])" })")
    #expect(expected.contains(true) && expected.contains(false))
}
