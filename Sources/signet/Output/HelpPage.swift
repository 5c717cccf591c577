/// A part of what is said of a command: a text, or a list that is made from its flags or its verbs.
indirect enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Paragraphs of at most 80 columns; lines that are indented stay as they are.
    case text(String)
    case flags([Flag])
    case verbs
    /// What few people need: `signet help COMMAND --all` shows it.
    case detail([HelpPart])

    init(stringLiteral text: String) { self = .text(text) }

    var flags: [Flag] {
        switch self {
        case .flags(let flags): flags
        case .detail(let parts): parts.flatMap(\.flags)
        case .text, .verbs: []
        }
    }
}

extension HelpPart {
    /// What opens private keys.
    static let secrets: HelpPart = """
        A private key that is encrypted is opened with the passphrase in
        SIGNET_KEY_PASSPHRASE, a token with the PIN in SIGNET_PIN or in the file that
        SIGNET_PIN_FILE names.
        """
}

extension Command {
    /// Its page for a terminal of 80 columns.
    ///
    /// - Parameter isWhole: with everything, also what few people need.
    static func help(isWhole: Bool = false) -> String {
        let hasVerbs = !verbs.isEmpty
        var parts: [String] = []
        var folded: [Flag] = []
        for part in page {
            if case .detail(let inner) = part, !isWhole {
                folded += inner.flatMap(\.flags)
            } else {
                parts += text(of: part, isWhole: isWhole)
            }
        }
        let last = parts.popLast()
        if hasVerbs, !isWhole { parts.append("signet help \(name) VERB says more of one, with its flags.") }
        if !folded.isEmpty {
            let names = folded.map(\.name).joined(separator: ", ")
            parts.append("More in signet help \(name) --all: \(names)".wrapped(indent: "").joined(separator: "\n"))
        }
        return (parts + [last].compactMap(\.self)).joined(separator: "\n\n")
    }

    /// The page of a verb; nil for a word that is none.
    static func help(of verb: String) -> String? {
        guard let found = verbs.first(where: { $0.name == verb }) else { return nil }
        let own = flags.filter { $0.verbs.contains(verb) }
        let shared = flags.filter { $0.verbs.isEmpty }
        let summary = "\(found.about.prefix(1).uppercased())\(found.about.dropFirst())."
        let head = "signet \(name) \(found.usage)\n\n" + summary.wrapped(indent: "").joined(separator: "\n")
        let parts = [own, shared].filter { !$0.isEmpty }.map { flags in
            flags.map { $0.help(column(of: own + shared), isOfVerb: true) }.joined(separator: "\n")
        }
        return ([head] + (found.text.isEmpty ? [] : [found.text]) + parts).joined(separator: "\n\n")
    }

    private static func text(of part: HelpPart, isWhole: Bool) -> [String] {
        switch part {
        case .text(let text): return [text]
        case .flags(let flags):
            let shown = flags.filter { isWhole || verbs.isEmpty || $0.verbs.isEmpty }
            let column = column(of: self.flags)
            return shown.isEmpty ? [] : [shown.map { $0.help(column) }.joined(separator: "\n")]
        case .verbs:
            let width = verbs.map(\.usage.count).filter { $0 <= 30 }.max() ?? 0
            return [verbs.map { $0.line(width) }.joined(separator: "\n")]
                + (isWhole ? verbs.filter { !$0.text.isEmpty }.map(\.text) : [])
        case .detail(let parts):
            return parts.flatMap { text(of: $0, isWhole: isWhole) }
        }
    }

    private static func column(of flags: [Flag]) -> Int {
        4 + max(18, flags.map(\.head.count).filter { $0 <= 21 }.max() ?? 0)
    }
}

extension Verb {
    /// Its line on the page of its command; a usage that is long has a line of its own.
    fileprivate func line(_ width: Int) -> String {
        let space = String(repeating: " ", count: width + 4)
        let lines = about.wrapped(indent: space)
        guard usage.count <= width, let first = lines.first else {
            return (["  \(usage)"] + lines).joined(separator: "\n")
        }
        let head = "  \(usage)" + String(repeating: " ", count: width + 2 - usage.count)
        return ([head + first.dropFirst(space.count)] + lines.dropFirst()).joined(separator: "\n")
    }
}

extension Flag {
    /// Its lines in a help page, with the explanation from a column on; a head that is too long has a line of its own.
    ///
    /// - Parameter isOfVerb: whether the page is that of a verb, which need not be named.
    fileprivate func help(_ column: Int, isOfVerb: Bool = false) -> String {
        let space = String(repeating: " ", count: column)
        var lines = (isOfVerb ? about + (isRepeatable ? "; may be repeated" : "") : explanation).wrapped(indent: space)
        let head = "  " + head
        if head.count + 2 <= column, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
        } else {
            lines.insert(head, at: 0)
        }
        return lines.joined(separator: "\n")
    }
}
