// Text from files, hosts and other programs goes to a terminal and into logs. Some characters would control the terminal, or
// make the text look different from what it is; some lines a CI system would obey.
//
// All of it is about scalars: a `Character` can be a sign of markup together with what combines with it.

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

    /// `\u{202E}`
    fileprivate var escape: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

extension String {
    /// The text on one line of a terminal or a log: what would control it is escaped, as `\n` or `\u{202E}`, and so is the
    /// second sign of what a CI system could take for a command.
    package var printable: String {
        var commands = LogCommands()
        return escaping(where: { scalar in commands.end(at: scalar) || scalar.isControlling }, by: \.shown)
    }

    /// The text with everything in it shown that would control a terminal; it is no line of a log by itself.
    var withoutControls: String { escaping(where: \.isControlling, by: \.shown) }

    /// Whether nothing in the text would control a terminal.
    package var isPrintable: Bool { !unicodeScalars.contains(where: \.isControlling) }

    /// JSON text with the same meaning: what would control a terminal or a CI system is written as `\u202e` (RFC 8259 §7),
    /// except line feeds.
    ///
    /// Outside its strings JSON text has no such characters except line feeds, and within its strings no line feed.
    package var printableJSON: String {
        var commands = LogCommands()
        return escaping(where: { scalar in
            commands.end(at: scalar) || (scalar.isControlling && scalar != "\n")
        }) { scalar in
            // All of them are below U+10000.
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    /// The text in quotes, with everything escaped that is no printable ASCII or is a quote itself: what is in quotes there
    /// is one name.
    package var quotedName: String {
        let text = escaping(where: { !(0x20...0x7E).contains($0.value) || $0 == "\"" }, by: \.escape)
        return "\"\(text)\""
    }

    /// The text with something else in the place of some scalars, whatever combines with them.
    package func replacingScalars(_ scalars: String, with others: String) -> String {
        String(unicodeScalars.replacing(scalars.unicodeScalars, with: others.unicodeScalars))
    }

    private func escaping(
        where isEscaped: (Unicode.Scalar) -> Bool, by escape: (Unicode.Scalar) -> String
    ) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if isEscaped(scalar) { text += escape(scalar).unicodeScalars } else { text.append(scalar) }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// A controlling scalar as a person reads it.
    fileprivate var shown: String {
        switch self {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default: escape
        }
    }
}

/// Finds what CI systems may obey in the lines of a log: `::name::` at the start of a line (GitHub), `##[name]` (GitHub, Azure
/// Pipelines), `##vso[…]` (Azure Pipelines) and `##teamcity[…]` anywhere. Whatever the name, none is left without `::` and `##`.
///
/// GitHub's runner compares as the .NET of its culture does, for which what is ignorable is not there.
private struct LogCommands {
    private var last: Unicode.Scalar?
    /// Whether the line has had nothing but white space and single colons.
    private var isAtStart = true

    /// Takes the next scalar, and says whether with it something may be a command.
    mutating func end(at scalar: Unicode.Scalar) -> Bool {
        if !scalar.isASCII, scalar.mayBeIgnored { return false }
        let isSecond = scalar == last
        defer {
            let keepsStart = scalar.properties.isWhitespace || (scalar == ":" && !isSecond)
            isAtStart = scalar == "\n" || (isAtStart && keepsStart)
            last = scalar
        }
        return isSecond && (scalar == "#" || (scalar == ":" && isAtStart))
    }
}

extension Unicode.Scalar {
    /// Whether a comparison of texts may take this for nothing; more than any does.
    fileprivate var mayBeIgnored: Bool {
        switch properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark, .spacingMark, .unassigned, .privateUse: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}

extension String {
    /// The text with spaces behind it, for a column.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
