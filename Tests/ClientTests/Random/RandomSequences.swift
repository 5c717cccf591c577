import ManifestVerifier
import TestSupport

extension RandomCases {
    /// Clients over several fetches, with this many steps in all.
    ///
    /// - Parameter hasStores: whether the store may be locked, full or damaged, and another gate uses it.
    mutating func sequences(_ count: Int, hasStores: Bool) throws -> JSONValue {
        var (cases, steps) = ([JSONValue](), 0)
        while steps < count {
            let number = min(count - steps, 2 + random.number(below: 12))
            cases.append(try sequence(number, hasStores: hasStores))
            steps += number
        }
        return file(cases, rings: [JSONMember("new", keys.ring)])
    }

    private mutating func sequence(_ count: Int, hasStores: Bool) throws -> JSONValue {
        let format = random.pick(["gate-ios", "gate-ios", "gate-android", "app-config", "availability-ios"])
        random.isIOS = format != "gate-android"
        var signing = Signing()
        signing.envelope = random.pick(["headers", "jws"])
        if !format.hasPrefix("gate") || random.chance(5) { signing.profile = random.pick(["dated", "body"]) }
        var one = JSONValue.object(
            [
                ("ring", "new"), ("environment", "production"), ("format", format), ("profile", signing.profile),
                ("envelope", signing.envelope), ("path", signing.path),
            ].map { JSONMember($0.0, .string($0.1)) })
        let isInstalled = random.chance(50)
        one = one.with("device", device(isInstalled: isInstalled))
        // A new installation has a random id, so it is in no share that is known here.
        let bodies = try (0..<3).map { _ in try body(format, hasShares: isInstalled) }
        var now: Int64 = 1_796_083_200
        if random.chance(30) { one = one.with("embedded", try download(signing, bodies, around: now)) }
        if random.chance(30) { one = one.with("maximumAge", .integer(random.pick([1, 3_600, 86_400, 604_800]))) }
        if random.chance(20) { one = one.with("whenUnreachable", .string("allow")) }
        one = one.with("backends", .array([.string(Self.backend)]))
        var steps: [JSONValue] = []
        for _ in 0..<count {
            now += random.pick([0, 0, 1, 3_600, 43_200, 86_400, 259_200])
            let wrong = random.chance(85) ? 0 : random.pick([-86_400, -40_000_000, 86_401, 604_801, 400_000_000])
            let clock = SignedDate(secondsSince1970: now + Int64(wrong))?.rfc3339 ?? ""
            let gate = hasStores && random.chance(40) ? 2 : 1
            let isFetch = random.chance(70)
            var step = JSONValue.object([
                JSONMember("now", .string(clock)), JSONMember("do", .string(isFetch ? "fetch" : "restart")),
            ])
            if isFetch, random.chance(85) {
                let status = random.chance(92) ? 200 : random.pick([403, 404, 304, 206, 500])
                step = step.with("status", .integer(status))
                step = step.with("download", try download(signing, bodies, around: now))
            }
            if random.chance(20) { step = step.with("scope", .string(random.pick(["payments", "chat", "x"]))) }
            if hasStores {
                step = step.with("gate", .integer(gate))
                if random.chance(35) {
                    // Clients keep the id of an installation in several ways, so it is given where it could be lost.
                    let states = ["locked", "full", "ready", isInstalled ? "damaged" : "ready"]
                    step = step.with("store", .string(random.pick(states)))
                }
            }
            steps.append(step.with("then", Self.nothing))
            // What proves nothing starts a fetch, but not right after one.
            while isFetch, random.chance(25) {
                let observed = try observation(at: clock, download(signing, bodies, around: now))
                steps.append(hasStores ? observed.with("gate", .integer(gate)) : observed)
            }
        }
        return one.with("steps", .array(steps))
    }

    private static let backend = "api.example.com"
    /// What is said after a step is left to be filled in.
    private static let nothing = JSONValue.object([
        JSONMember("decision", .object([])), JSONMember("source", .string("none")),
    ])

    /// A response of the backend, or of another host.
    private mutating func observation(at clock: String, _ download: JSONValue) -> JSONValue {
        .object([
            JSONMember("now", .string(clock)), JSONMember("do", .string("observe")),
            JSONMember("host", .string(random.chance(90) ? Self.backend : "other.example.com")),
            JSONMember("status", .integer(random.chance(90) ? 403 : 200)), JSONMember("download", download),
            JSONMember("then", Self.nothing),
        ])
    }

    private mutating func device(isInstalled: Bool) -> JSONValue {
        var device = JSONValue.object([
            JSONMember("platform", .string(random.isIOS ? "ios" : "android")),
            random.isIOS
                ? JSONMember("os", .string(random.pick(["2.3.4", "15.2"])))
                : JSONMember("sdk", .integer(random.pick([2, 23]))),
            JSONMember("languages", .array([.string("en"), .string("de-AT")])),
        ])
        if random.chance(90) { device = device.with("app", .string(random.pick(["2.3.1", "2.4.0", "3.0", "x"]))) }
        if random.chance(80) { device = device.with("build", .string(random.pick(["3", "39999", "x"]))) }
        if random.chance(40) { device = device.with("channel", .string("beta")) }
        return isInstalled ? device.with("install", .string("0123456789abcdef0123456789abcdef")) : device
    }

    private mutating func body(_ format: String, hasShares: Bool) throws -> [UInt8] {
        while true {
            let isNew = format.hasPrefix("gate") && random.chance(80)
            let body = isNew ? Array(random.document().utf8) : try fixedBody(format)
            if hasShares || !String(decoding: body, as: UTF8.self).contains("share") { return body }
        }
    }

    /// One that may be too old, of another key or for another app.
    private mutating func download(_ signing: Signing, _ bodies: [[UInt8]], around now: Int64) throws -> JSONValue {
        var signing = signing
        signing.body = random.pick(bodies)
        signing.date = now - random.pick([0, 0, 1, 3_600, 86_400, 604_800, 700_000, 40_000_000, -86_400, -86_401])
        if random.chance(3) { signing.path = "gate/other" }
        if random.chance(3) { signing.environment = "staging" }
        if random.chance(3) { signing.profile = random.pick(["dated", "body"]) }
        let download = try signing.download(keys.pick(&random))
        guard random.chance(4), case .string(let text)? = download["jws"]?.content else { return download }
        return .object([JSONMember("jws", .string(String(text.dropLast(4))))])
    }
}
