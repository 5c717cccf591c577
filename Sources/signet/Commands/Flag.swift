/// A flag of a command: how it is written, what it takes, and where it may stand, as `commands.txt` says.
struct Flag: Sendable {
    /// As the help shows it: `--policy FILE`.
    let head: String
    let about: String
    private(set) var isRepeatable = false
    /// The verbs of its command that it is for; none where it is for all.
    private(set) var verbs: [String] = []
    /// The flags that may not stand beside it.
    private(set) var excluded: [String] = []
    /// What it is for instead, where a target does not take it.
    private(set) var purposes: [Target: String] = [:]

    /// What a command works on, where that does not take every flag.
    enum Target: String {
        case address, servedDocument, servedJWS, elsewhere
        case file, jws, folder, tree
        case bucket, site
        case files, publication
    }

    var name: String { String(head.prefix { $0 != " " }) }

    /// What the help calls its value: `FILE`; nil for a flag that takes none.
    var value: String? {
        head.firstIndex(of: " ").map { String(head[head.index(after: $0)...]) }
    }

    /// Whether the value may be a file or a folder.
    var takesFile: Bool {
        ["FILE", "DIR", "PEM", "PLACE"].contains { value?.contains($0) ?? false }
    }

    /// Whether it may stand behind a verb of its command, or behind any for none.
    func isFor(_ verb: String?) -> Bool { verbs.isEmpty || verb.map(verbs.contains) ?? true }

    /// All that the help says of it.
    var explanation: String {
        (verbs.isEmpty ? "" : verbs.joined(separator: ", ") + ": ") + about + (isRepeatable ? "; may be repeated" : "")
    }
}

extension Flag {
    static func flags(_ block: [Substring]) -> [Flag] {
        var flags: [Flag] = []
        for line in block {
            if line.hasPrefix("      ") {
                for condition in line.split(separator: ";") { flags[flags.count - 1].add(condition) }
            } else {
                flags.append(Flag(line.dropFirst(2)))
            }
        }
        return flags
    }

    private init(_ line: Substring) {
        let parts = line.split(separator: "  ", maxSplits: 1)
        guard parts.count == 1 else {
            (head, about) = (String(parts[0]), String(parts[1].drop { $0 == " " }))
            return
        }
        guard let flag = CommandPage.sharedFlags.first(where: { $0.head == line }) else {
            preconditionFailure("commands.txt does not say what \(line) does")
        }
        self = flag
    }

    private mutating func add(_ condition: Substring) {
        let words = condition.split(separator: " ").map(String.init)
        switch words[0] {
        case "repeatable": isRepeatable = true
        case "of": verbs = Array(words.dropFirst())
        case "not" where words[1] == "with": excluded = Array(words.dropFirst(2))
        default:
            guard words.starts(with: ["not", "for"]), let target = Target(rawValue: String(words[2].dropLast())) else {
                preconditionFailure("commands.txt says of \(name) what no flag can be:\(condition)")
            }
            purposes[target] = words.dropFirst(3).joined(separator: " ")
        }
    }
}
