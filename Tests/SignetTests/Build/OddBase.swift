import TestSupport

/// A file of environments in a layout that no two people would choose alike: odd spaces, line ends, escapes and numbers.
struct OddBase {
    /// A part of the file: JSON as it is, or an object that is laid out at random.
    private indirect enum Part {
        case text(String)
        case object([(name: String, part: Part)])
    }

    private var random: RandomValues
    private let lineBreak: String
    private let unit: String
    private(set) var text = ""

    /// - Parameter platforms: those that the environments `main` and `copy` may have apps of.
    init(_ random: inout RandomValues, platforms: [String]) {
        self.random = random
        lineBreak = random.pick(["\n", "\n", "\r\n"])
        unit = random.pick(["  ", "    ", "\t", " "])
        var ids = ["main", "copy"].map { name in (name: name, part: environment(platforms)) }
        ids.append(("other", .object(mixed(members(), [("apps", .object(members()))]))))
        ids.append(contentsOf: members())
        let environments = (name: "environments", part: Part.object(ids.shuffled(using: &self.random)))
        text += self.random.pick(["", "", " ", lineBreak])
        write(.object(mixed(members(), [environments])), depth: 0)
        text += self.random.pick(["", lineBreak, lineBreak, " \t" + lineBreak])
        random = self.random
    }

    // MARK: Parts

    private mutating func environment(_ platforms: [String]) -> Part {
        guard random.once(in: 2) else { return .object(members()) }
        let apps = platforms.filter { _ in random.once(in: 2) }.map { (name: $0, part: app()) }
        return .object(
            mixed(members(), [("apps", random.once(in: 8) ? .text("null") : .object(mixed(members(), apps)))]))
    }

    /// What an app has already, never more than the policy's version 1.0 and build 30.
    private mutating func app() -> Part {
        let own = [
            (name: "minimalVersion", part: Part.text(random.pick([#""1.0""#, #""0.9""#, #""1""#, #""\u0031.0""#]))),
            (name: "build", part: .text(random.pick(["30", "7", "3e1", "null", "\"29\""]))),
            (name: "url", part: .text(random.pick([#""https://a.example""#, #""https:\/\/a.example""#, "null"]))),
        ]
        return random.once(in: 8) ? .text("null") : .object(mixed(members(), random.some(own)))
    }

    /// A team's own members.
    private mutating func members() -> [(name: String, part: Part)] {
        (0..<random.number(0...3)).map { index in
            let escaped = random.pick(["m", "\\u006d", "é", "e\u{301}"])
            let part: Part =
                random.once(in: 4)
                ? .object([("a", .text("[ 1.50,-0 , 1E+2 ]")), ("b", .text("{\"build\":1}"))])
                : .text(
                    random.pick([
                        "null", "true", "1e3", "-0", "0.10", "123456789012345678901234567890", "\"\"", "{}", "[]",
                        "{ }",
                        "\"\\u00e9\\/\\b }{ \\\" ,\"", "\"\\ud83d\\ude00\"", "\"\u{1F468}\u{200D}\u{1F469}\"",
                    ]))
            return (name: "\(escaped)\(index)", part: part)
        }
    }

    private mutating func mixed(
        _ some: [(name: String, part: Part)], _ others: [(name: String, part: Part)]
    ) -> [(name: String, part: Part)] { (some + others).shuffled(using: &random) }

    // MARK: Layout

    private mutating func write(_ part: Part, depth: Int) {
        guard case .object(let members) = part else {
            if case .text(let json) = part { text += json }
            return
        }
        // One object is on one line, the next has a line for each member, the third is anything between.
        let style = random.number(0...2)
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += random.once(in: 6) ? gap() + "," : "," }
            breakLine(style, depth + 1)
            text += "\"\(member.name)\"" + random.pick([": ", ":", ":   ", " : "])
            if random.once(in: 8) { text += gap() }
            write(member.part, depth: depth + 1)
        }
        breakLine(style, depth)
        text += "}"
    }

    private mutating func breakLine(_ style: Int, _ depth: Int) {
        switch style {
        case 0: text += random.pick(["", " "])
        case 1: text += lineBreak + String(repeating: unit, count: depth)
        default: text += gap()
        }
    }

    private mutating func gap() -> String { random.pick(["", " ", lineBreak, "\t ", lineBreak + lineBreak + "  "]) }
}
