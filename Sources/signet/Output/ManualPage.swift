/// The manual page signet(1), made from what the commands say of themselves; in the language of man(7).
struct ManualPage {
    private let commands: [any Command.Type]

    init(_ commands: [any Command.Type]) { self.commands = commands }

    var text: String {
        var lines = [
            ".TH SIGNET 1 \"\" \"signet \(Signet.version)\"", ".SH NAME", "signet \\- \(Signet.summary.roff)",
            ".SH SYNOPSIS", ".B signet", ".I COMMAND", ".SH DESCRIPTION",
        ]
        lines += Self.lines(of: Signet.introduction) + [".SH COMMANDS"]
        for command in commands {
            lines += [".SS \(command.name)", "\(command.summary.roff)"] + Self.lines(of: command.page)
        }
        lines += [".SH EXIT STATUS"] + Self.lines(of: Signet.exitCodes)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of page: CommandPage) -> [String] {
        page.parts.flatMap { part -> [String] in
            switch part.content {
            case .text(let text): lines(of: text)
            case .flags(let flags): flags.flatMap { [".TP", $0.head.roffHead, $0.explanation.roff] }
            case .verbs:
                page.verbs.flatMap {
                    [".TP", $0.usage.roffHead, $0.about.roff] + ($0.text.isEmpty ? [] : lines(of: $0.text))
                }
            case .more: []
            }
        }
    }

    /// Paragraphs are filled, and what is indented or how a command is called stays as it is.
    private static func lines(of text: String) -> [String] {
        var lines = [".PP"]
        var isExact = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                lines += isExact ? [""] : [".PP"]
                continue
            }
            let isMeantExactly = line.hasPrefix(" ") || line.hasPrefix("signet ")
            if isMeantExactly != isExact { lines += isMeantExactly ? [".nf"] : [".fi"] }
            isExact = isMeantExactly
            lines.append(String(line).roff)
        }
        return lines + (isExact ? [".fi"] : [])
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

    /// The head of a flag, with its name in bold.
    fileprivate var roffHead: String {
        let name = prefix { $0 != " " }
        return "\\fB\(String(name).roff)\\fR\(String(dropFirst(name.count)).roff)"
    }
}
