// Text that files, hosts and other programs wrote goes to a person's terminal and into logs. Some characters of it would be
// obeyed there, or would show other text than is there.

extension Unicode.Scalar {
    /// Whether the scalar is a control character (C0, DEL, C1), ends a line, turns the direction of writing, or is a byte
    /// order mark.
    var isObeyed: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0xFEFF: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: properties.isBidiControl
            }
        }
    }
}

extension String {
    /// The text on one line of a terminal: what would be obeyed is shown, as `\n` or `\u{202E}`.
    package var printable: String {
        escapingObeyed { scalar in
            switch scalar {
            case "\n": #"\n"#
            case "\r": #"\r"#
            case "\t": #"\t"#
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// JSON text that means the same: what would be obeyed is written as `\u202e` (RFC 8259 §7), line feeds aside.
    ///
    /// Outside its strings JSON text has no such character but line feeds, and in its strings no line feed.
    package var printableJSON: String {
        escapingObeyed { scalar in
            if scalar == "\n" { return "\n" }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    /// All that is obeyed is below U+10000.
    private func escapingObeyed(_ escape: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isObeyed { text += escape(scalar).unicodeScalars } else { text.append(scalar) }
        }
        return String(text)
    }
}
