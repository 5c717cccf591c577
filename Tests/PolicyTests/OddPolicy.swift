import ManifestVerifier
import TestSupport

/// A sound policy in a layout that no two people would choose alike: odd spaces, line ends, comments.
struct OddPolicy {
    private var random: RandomValues
    private let lineFeed: String
    private(set) var text = ""

    init(_ random: inout RandomValues) throws {
        self.random = random
        lineFeed = random.pick(["\n", "\n", "\r\n"])
        gap()
        write(try JSONParser.parse(Array(Self.plain.utf8)), depth: 0)
        gap()
        random = self.random
    }

    private static let plain = """
        { "descriptions": "Texts.xcstrings", "environments": {
          "production": {
            "origin": "https://distribution.example.com", "profile": "dated", "resignAfter": "12h",
            "cacheControl": { "default": "no-cache", "availability": "public, max-age=60" },
            "ios": { "minimumOSVersion": { "value": "13.5.0", "description": "os" },
              "minimumAppVersion": { "value": "3.0.0", "build": 40000, "description": "app" } },
            "android": { "minimumAppVersion": { "value": 8, "versionName": "3.0.0" } },
            "maintenance": { "active": false, "message": "app" },
            "documents": { "availability": "a-{platform}", "files": { "docs/": "static/" } } },
          "staging": { "extends": "production", "origin": "https://staging.example.com",
            "ios": { "minimumAppVersion": { "value": "3.1.0" } } } } }
        """

    private mutating func write(_ value: JSONValue, depth: Int) {
        guard case .object(let members) = value.content else {
            if case .string(let string) = value.content { text += "\"\(string)\"" }
            if case .number(let number) = value.content { text += number }
            if case .bool(let bool) = value.content { text += "\(bool)" }
            return
        }
        // One object is on one line, the next has a line for each member, the third something between.
        let style = random.number(0...2)
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 {
                if random.once(in: 6) { gap() }
                text += ","
            }
            breakLine(style, depth + 1)
            text += "\"\(member.name)\""
            if random.once(in: 8) { gap() }
            text += random.pick([": ", ":", ":   ", " : "])
            if random.once(in: 8) { gap() }
            write(member.value, depth: depth + 1)
        }
        if random.once(in: 3) { text += random.pick([" ", " /* } */ ", " // , {\(lineFeed)"]) }
        breakLine(style, depth)
        text += "}"
    }

    private mutating func breakLine(_ style: Int, _ depth: Int) {
        switch style {
        case 0: text += random.pick(["", " "])
        case 1: text += lineFeed + String(repeating: random.pick(["  ", "\t"]), count: depth)
        default: gap()
        }
    }

    private mutating func gap() {
        text += random.pick([
            "", " ", lineFeed, "\t ", " /* \"é\", */ ", "// it's {\(lineFeed)", "\(lineFeed)\(lineFeed)  ",
        ])
    }
}
