/// A part of what is said of a command: a text, or a list that is made from its flags.
enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Paragraphs of at most 80 columns; lines that are indented stay as they are.
    case text(String)
    case flags([Flag])

    init(stringLiteral text: String) { self = .text(text) }

    var flags: [Flag] {
        if case .flags(let flags) = self { flags } else { [] }
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
    static var help: String {
        let heads = flags.map(\.head.count).filter { $0 <= 21 }
        let column = 4 + max(18, heads.max() ?? 0)
        return page.map { part in
            switch part {
            case .text(let text): text
            case .flags(let flags): flags.map { $0.help(column) }.joined(separator: "\n")
            }
        }.joined(separator: "\n\n")
    }
}

extension Flag {
    /// Its lines in a help page, with the explanation from a column on; a head that is too long has a line of its own.
    fileprivate func help(_ column: Int) -> String {
        let space = String(repeating: " ", count: column)
        var lines = explanation.wrapped(indent: space)
        let head = "  " + head
        if head.count + 2 <= column, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
        } else {
            lines.insert(head, at: 0)
        }
        return lines.joined(separator: "\n")
    }
}
