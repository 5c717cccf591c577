/// The manual page signet(1), made of the pages of help; in the language of man(7).
struct ManualPage {
    private let commands: [any Command.Type]

    init(_ commands: [any Command.Type]) { self.commands = commands }

    var text: String {
        let head = [
            ".TH SIGNET 1 \"\" \"signet \(Signet.version)\"", ".SH NAME", "signet \\- \(Signet.summary.roff)",
            ".SH SYNOPSIS", ".B signet", ".I COMMAND", ".SH DESCRIPTION",
        ]
        let pages = commands.flatMap { command in
            [".SS \(command.name)", command.summary.roff, ".PP", ".nf"] + Self.lines(of: command.help(isWhole: true))
                + [".fi"]
        }
        let lines =
            head + Self.lines(of: Signet.introduction) + [".SH COMMANDS"] + pages + [".SH EXIT STATUS"]
            + Self.lines(of: Signet.exitCodes)
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
