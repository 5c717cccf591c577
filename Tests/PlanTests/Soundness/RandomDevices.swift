import ManifestVerifier
import Plan
import Policy

/// Devices, as the oracle is told of them: at the bounds that documents name, and on both sides of them.
extension RandomValues {
    mutating func device() -> JSONValue {
        let isIOS = chance(60)
        let apps = [
            "0.9", "1", "1.0.0", "1.0.0.1", "1.0.1", "1.0.9", "1.1", "1.9.9", "2", "2.0.0.5", "2.0.1", "2.1", "3.1",
            "beta",
        ]
        let systems = isIOS ? ["14.9", "15", "15.0.9", "15.1", "15.2", "16"] : ["20", "21", "22", "23", "24"]
        // Version codes are whole numbers.
        let builds = ["0", "1", "2", "3", "4", "5"] + (isIOS ? ["2.0.1", "beta"] : [])
        let store = chance(55) ? nil : pick(["0.9", "1.0.1", "2", "2.0.5", "9"])
        let members: [(String, JSONValue)] = [
            ("platform", .string(isIOS ? "ios" : "android")),
            ("app", perhaps(95, apps)), ("build", perhaps(90, builds)),
            ("system", string(systems)), ("channel", perhaps(60, ["a", "b", "c", "K", "\u{212A}"])),
            ("region", perhaps(60, ["GB", "DE", "FR"])), ("model", perhaps(70, ["x", "x1", "xy7", "z", "x~", "x~1"])),
            ("install", chance(85) ? .string(installID()) : JSONValue(.null)),
            ("scope", perhaps(30, ["chat", "payments", "other"])), ("fetched", JSONValue(.bool(chance(75)))),
            ("store", store.map { .string($0) } ?? JSONValue(.null)),
            ("minimumSystem", store == nil ? JSONValue(.null) : perhaps(25, ["15.1", "16"])),
        ]
        let signed = signed()
        return .object(
            members.map { JSONMember($0.0, $0.1) } + [
                JSONMember("signed", .string(signed.description)), JSONMember("ahead", .integer(ahead())),
                JSONMember("seen", seen(signed)),
            ])
    }

    private mutating func perhaps(_ percent: Int, _ texts: [String]) -> JSONValue {
        chance(percent) ? string(texts) : JSONValue(.null)
    }

    private mutating func installID() -> String {
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in pick(digits) })
    }

    /// When the document was signed that a device has, from the start on.
    private mutating func signed() -> Instant {
        let start = Instant(Self.start) ?? .earliest
        guard chance(50), let time = Instant(pick(Self.times)) else {
            return start.advanced(by: Int64(number(0...110)) * 86_400)
        }
        let distances: [Int64] = [-1, 0, 1, 86_399, 86_400, 777_599, 777_600, 3_456_000]
        return max(start, time.advanced(by: pick(distances)))
    }

    /// How far its clock is ahead of that, in seconds.
    private mutating func ahead() -> Int {
        chance(70) ? 0 : pick([3_600, 518_400, 604_800, 604_801, 2_592_000])
    }

    /// When rules were first told, by their ids.
    private mutating func seen(_ signed: Instant) -> JSONValue {
        let ages: [Int64] = [0, 1, 86_399, 86_400, 777_599, 777_600, 1_728_000, 3_456_000, 77_760_000]
        return .object(
            Self.ids.compactMap { id in
                guard chance(60) else { return nil }
                return JSONMember(id, .string(signed.advanced(by: -pick(ages)).description))
            })
    }
}
