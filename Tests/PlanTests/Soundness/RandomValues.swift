import ManifestVerifier
import TestSupport

/// Values of so few kinds that documents and devices often meet at a bound.
struct RandomValues {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }
    mutating func string(_ texts: [String]) -> JSONValue { .string(pick(texts)) }

    // MARK: Words of all documents

    static let start = "2029-12-15T00:00:00Z"
    static let times = ["2029-12-20T00:00:00Z", "2030-01-01T00:00:00Z", "2030-02-01T00:00:00Z", "2030-03-01T00:00:00Z"]
    static let ids = ["r0", "r1", "r2", "r3", "r4", "minimum-app", "minimum-os", "recommended-app"]
    private static let versions = ["1.0.0", "1.0.1", "1.1.0", "2.0.0", "1.0", "2.1", "2"]
    private static let tags = ["en", "en-GB", "cy", "de"]
    private static let texts = ["Update", "Please update.", "caf\u{E9}", "cafe\u{301}", " ", "Later"]
    private static let urls = [
        "https://a.example/1", "https://a.example/2", "https://b.example/1", "https://a.example/?id=a&id=b",
        "https://a.example/?%69d=a",
    ]

    mutating func version() -> JSONValue { string(Self.versions) }
    mutating func threeNumbers() -> JSONValue { string(Array(Self.versions.prefix(4)) + ["0.0.0"]) }
    mutating func system(_ format: DocumentFormat) -> JSONValue {
        format == .availabilityAndroid ? .integer(number(21...24)) : string(["15", "15.0", "15.1", "16"])
    }
    mutating func small() -> JSONValue { .integer(number(1...4)) }
    mutating func text() -> JSONValue { string(Self.texts) }
    mutating func url() -> JSONValue { string(Self.urls) }
    mutating func time() -> JSONValue { string(Self.times) }

    mutating func texts() -> JSONValue {
        let tags = shuffled(Self.tags).prefix(number(chance(5) ? 0...0 : 1...2)).sorted()
        return .object(tags.map { JSONMember($0, text()) })
    }

    /// The names that a member could have instead, beside those that are there.
    static func otherNames(than name: String) -> [String] {
        let groups = [
            tags, ["app", "build", "os", "sdk"], ["title", "description", "orElse", "message"], ["ios", "android"],
            ["channel", "region", "model"], ["from", "until"], ["requiredFrom", "requiredBy"],
            ["minimumVersion", "latestVersion"], ["mainnet", "testnet", "title", "caf\u{E9}", "cafe\u{301}"],
            ["minimumOSVersion", "recommendedOSVersion"],
            ["minimumAppVersion", "recommendedAppVersion"], ["force_update_version", "optional_update_version"],
            ["offered", "withdrawn", "retired"],
        ]
        return groups.first { $0.contains(name) } ?? [name + "x"]
    }

    // MARK: Conditions

    mutating func condition(_ name: String) -> JSONValue? {
        switch name {
        case "app":
            return someOf(["1.0", "2.0.0", "<2", "<=2.0", ">=2.0.1", ">1.0", "1.0...2.0.0", "2.1...3", "<1.0.1"])
        case "build": return someOf(["<2", "<3", ">=3", "2", "1...3", "<2.1"])
        case "os": return someOf([">=15", "<15.1", "15.1", "<16", ">15"])
        case "sdk": return someOf(["<22", "<23", ">=23", "22"])
        case "channel": return someOf(["a", "b", "K", "\u{212A}"])
        case "region": return someOf(["GB", "DE"])
        case "model": return someOf(["x*", "x1", "xy*", "*", "x~*", "x~"])
        case "from", "until": return time()
        case "share":
            let count = number(1...2)
            let steps = Self.times.prefix(count).map { JSONValue.array([.string($0), hundredths()]) }
            return .object([JSONMember("salt", string(["s", "t"])), JSONMember("steps", .array(steps))])
        default: return nil
        }
    }

    mutating func hundredths() -> JSONValue { JSONValue(.number(pick(["0", "5", "37.5", "100"]))) }

    private mutating func someOf(_ texts: [String]) -> JSONValue {
        chance(75) ? string(texts) : .array(shuffled(texts).prefix(2).map(JSONValue.string))
    }
}
