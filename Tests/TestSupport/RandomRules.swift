/// Gate documents, devices and times at random, of few enough words that rules often match, with every kind of mistake.
package struct RandomRules {
    private var random: SeededGenerator
    package var isIOS: Bool

    package init(seed: UInt64, isIOS: Bool) {
        random = SeededGenerator(seed: seed)
        self.isIOS = isIOS
    }

    // MARK: Chance

    package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    package mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    package mutating func some(_ range: ClosedRange<Int>, _ make: (inout RandomRules) -> String) -> [String] {
        (0..<Int.random(in: range, using: &random)).map { _ in make(&self) }
    }

    /// One or, seldom, one that is wrong.
    private mutating func often(_ right: [String], _ wrong: [String], percent: Int = 3) -> String {
        chance(percent) ? pick(wrong) : pick(right)
    }

    private static let nothing = ["null", "1", "true", "[]", "{}"]

    // MARK: Words

    /// Around the signed date of `clock`.
    package mutating func instant() -> String {
        often(
            [
                "2026-11-28T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-01T12:30:59Z", "2026-12-03T00:00:00Z",
                "2026-12-08T00:00:00Z", "2026-12-08T00:00:01Z", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z",
            ], ["2026-02-29T00:00:00Z", "2026-12-01", "2026-12-01T00:00:60Z", "1969-12-31T23:59:59Z"]
        ).quoted
    }

    private mutating func duration() -> String {
        often(["1s", "90m", "24h", "3d", "7d", "999999d"], ["0s", "7", "1w", "1000000s"]).quoted
    }

    private mutating func version() -> String {
        pick(["1", "1.0", "1.2", "2.3.1", "2.3.4", "2.4.0", "3.0", "3.2.0", "03.2", "999999999999999999"])
    }

    private mutating func pattern() -> String {
        if chance(2) { return pick(["~1", "1.2.3.4", "<", "1..2", "", " 1", "1...", "<1...2", "=1"]).quoted }
        let range = [version(), version()].joined(separator: "...")
        return (chance(20) ? range : pick(["", "<", "<=", ">=", ">"]) + version()).quoted
    }

    private mutating func list(_ element: (inout RandomRules) -> String) -> String {
        if chance(2) { return pick(Self.nothing) }
        return chance(60) ? element(&self) : "[\(some(1...3, element).joined(separator: ", "))]"
    }

    private mutating func texts() -> String {
        if chance(2) { return pick(["null", #"{ "en": 1 }"#, #"{ "e!": "x" }"#, "\"x\""]) }
        return pick([
            #"{ "en": "one" }"#, #"{ "de": "eins" }"#, #"{ "en": " ", "de": "eins" }"#, #"{ "de": "", "en": "one" }"#,
            #"{ "en": "" }"#, "{}",
        ])
    }

    package mutating func share() -> String {
        if chance(3) {
            return pick(["{}", "null", #"{ "salt": "a b", "steps": [] }"#, #"{ "salt": "a", "steps": [] }"#])
        }
        var steps: [String] = []
        for day in some(1...3, { $0.pick(["28", "29", "30"]) }).sorted() {
            let percent = often(
                ["0", "100", "50", "12.5", "33.33", "0.01", "5e1", "99.99"], ["101", "-1", "0.001", "\"5\""], percent: 1
            )
            steps.append("[\"2026-11-\(day)T00:00:00Z\", \(percent)]")
        }
        return #"{ "salt": "\#(pick(["3.3.0", "a", "b"]))", "steps": [\#(steps.joined(separator: ", "))] }"#
    }

    private mutating func condition() -> (name: String, value: String) {
        let system = isIOS ? "os" : "sdk"
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: return ("app", list { $0.pattern() })
        case 4: return ("build", list { $0.pattern() })
        case 5: return (chance(95) ? system : isIOS ? "sdk" : "os", list { $0.pattern() })
        case 6: return ("channel", list { $0.pick(["beta", "Beta", ""]).quoted })
        case 7: return ("region", list { $0.pick(["GB", "DE"]).quoted })
        case 8: return ("model", list { $0.pick(["iPhone8,*", "iPhone8,4", "*", "Pixel 7"]).quoted })
        case 9: return (pick(["from", "until"]), chance(95) ? instant() : pick(Self.nothing))
        case 10: return ("share", share())
        default: return chance(80) ? ("app", list { $0.pattern() }) : ("moon", "\"full\"")
        }
    }

    // MARK: Documents

    private mutating func rule(_ index: Int) -> String {
        if chance(1) { return pick(["null", "[]", "1", "{}"]) }
        var members = [
            (
                "id",
                often(["r\(index)", "a", "b", "long-one_2.0"], ["", "a b", "ä", String(repeating: "i", count: 65)])
                    .quoted
            )
        ]
        var when: [String: String] = [:]
        for _ in some(0...3, { _ in "" }) {
            let condition = condition()
            when[condition.name] = condition.value
        }
        if chance(90) {
            let conditions = when.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
            members.append(("when", chance(2) ? pick(["null", "[]"]) : "{ \(conditions.joined(separator: ", ")) }"))
        }
        let outcomes = ["required", "recommended", "recommended", "recommended", "maintenance", "available"]
        members.append(("then", often(outcomes, ["optional", "Required"], percent: 2).quoted))
        if chance(8) { members.append(("scope", often(["payments", "chat"], ["", "a b"]).quoted)) }
        if chance(20) { members.append(("requiredFrom", instant())) }
        if chance(20) { members.append(("grace", duration())) }
        if chance(20) { members.append(("requiredBy", instant())) }
        for text in ["title", "description", "message", "orElse"] where chance(50) { members.append((text, texts())) }
        if chance(40) { members.append(("url", chance(98) ? #""https://example.com/\#(index)""# : "null")) }
        if chance(10) { members.append(("later", "[1, { \"x\": null }]")) }
        return "{ " + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + " }"
    }

    private mutating func latest() -> String {
        if chance(2) { return pick(["null", "1", "{}"]) }
        let system = isIOS ? "os" : "sdk"
        var members = ["\"app\": \(often([version()], ["v1", "1.2.3.4"]).quoted)"]
        if chance(70) { members.append("\"\(chance(97) ? system : isIOS ? "sdk" : "os")\": \(list { $0.pattern() })") }
        if chance(40) { members.append("\"build\": \(often(["3", "10", "40000"], ["0", "-1", "1.0", "\"3\""]))") }
        return "{ \(members.joined(separator: ", ")) }"
    }

    /// The text of a document.
    package mutating func document() -> String {
        var members = [
            "\"gate\": \(often(["1"], ["2", "1.0", "\"1\"", "null"], percent: 1))",
            "\"platform\": \(often([isIOS ? "ios" : "android"], [isIOS ? "android" : "ios", "web"], percent: 1).quoted)",
        ]
        if chance(60) {
            let entries = some(0...3) { $0.latest() }
            members.append("\"latest\": \(chance(1) ? "null" : "[\(entries.joined(separator: ", "))]")")
        }
        var index = 0
        let rules = some(0...6) { random in
            index += 1
            return random.rule(index)
        }
        members.append("\"rules\": [\(rules.joined(separator: ",\n  "))]")
        return "{ \(members.joined(separator: ",\n  ")) }"
    }
}

extension String {
    /// As JSON; for words without characters that need an escape.
    package var quoted: String { "\"\(self)\"" }
}
