import Diagnostics

extension Command {
    /// Its page for a terminal of 80 columns.
    ///
    /// - Parameter isWhole: with everything, also what few people need.
    static func help(isWhole: Bool = false) -> String {
        page.parts.filter { isWhole || !$0.isDetail }.flatMap { text(of: $0.content, isWhole: isWhole) }
            .joined(separator: "\n\n")
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

    private static func text(of content: HelpPart.Content, isWhole: Bool) -> [String] {
        switch content {
        case .text(let text): return [text]
        case .flags(let flags):
            let shown = flags.filter { isWhole || verbs.isEmpty || $0.verbs.isEmpty }
            let column = column(of: self.flags)
            return shown.isEmpty ? [] : [shown.map { $0.help(column) }.joined(separator: "\n")]
        case .verbs:
            let width = verbs.map(\.usage.count).filter { $0 <= 30 }.max() ?? 0
            return [verbs.map { $0.line(width) }.joined(separator: "\n")]
                + (isWhole ? verbs.filter { !$0.text.isEmpty }.map(\.text) : [])
        case .more: return isWhole ? [] : more
        }
    }

    /// How to see what the page leaves out.
    private static var more: [String] {
        let folded = page.parts.filter(\.isDetail).flatMap(\.flags).map(\.name).joined(separator: ", ")
        let names = "More in signet help \(name) --all: \(folded)".wrapped(indent: "").joined(separator: "\n")
        return (verbs.isEmpty ? [] : ["signet help \(name) VERB says more of one, with its flags."])
            + (folded.isEmpty ? [] : [names])
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
        return (["  " + usage.padded(to: width + 2) + first.dropFirst(space.count)] + lines.dropFirst()).joined(
            separator: "\n")
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

extension String {
    /// The text in lines for a terminal of 80 columns, each after `indent`. A word that is longer stays whole.
    func wrapped(indent: String = "") -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > 80 {
                lines.append(indent + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [indent + line])
    }
}

/// The manual page signet(1), made of the pages of help; in the language of man(7).
struct ManualPage {
    private let commands: [any Command.Type]

    init(_ commands: [any Command.Type]) { self.commands = commands }

    var text: String {
        var lines = [
            ".TH SIGNET 1 \"\" \"signet \(Signet.version)\"", ".SH NAME", "signet \\- \(Signet.summary.roff)",
            ".SH SYNOPSIS", ".B signet", ".I COMMAND", ".SH DESCRIPTION",
        ]
        lines += Self.lines(of: Signet.introduction)
        lines.append(".SH COMMANDS")
        for command in commands {
            lines += [".SS \(command.name)", command.summary.roff, ".PP", ".nf"]
            lines += Self.lines(of: command.help(isWhole: true))
            lines.append(".fi")
        }
        lines.append(".SH EXIT STATUS")
        lines += Self.lines(of: Signet.exitCodes)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).roff }
    }
}

extension String {
    /// The text with nothing in it that roff obeys.
    fileprivate var roff: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case _ where !scalar.isASCII: "\\[u" + hexadecimal(scalar.value) + "]"
            default: String(scalar)
            }
        }.joined()
        return hasPrefix(".") || hasPrefix("'") ? "\\&" + escaped : escaped
    }

    private func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
