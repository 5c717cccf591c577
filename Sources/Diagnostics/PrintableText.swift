// Text from files, hosts and other programs goes to a terminal and into logs. Some characters would control the terminal, or
// make the text look different from what it is.

extension Unicode.Scalar {
    /// Whether the scalar is a control character (C0, DEL, C1), ends a line, turns the direction of writing, or is a byte
    /// order mark.
    var isControlling: Bool {
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
    /// The text on one line of a terminal: what would control it is escaped, as `\n` or `\u{202E}`.
    package var printable: String {
        escapingControls { scalar in
            switch scalar {
            case "\n": #"\n"#
            case "\r": #"\r"#
            case "\t": #"\t"#
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// JSON text with the same meaning: what would control a terminal is written as `\u202e` (RFC 8259 §7), except line feeds.
    ///
    /// Outside its strings JSON text has no such characters except line feeds, and within its strings no line feed.
    package var printableJSON: String {
        escapingControls { scalar in
            if scalar == "\n" { return "\n" }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    /// All controlling characters are below U+10000.
    private func escapingControls(_ escape: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isControlling) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isControlling { text += escape(scalar).unicodeScalars } else { text.append(scalar) }
        }
        return String(text)
    }
}
