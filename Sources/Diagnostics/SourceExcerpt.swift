import ManifestVerifier

/// The line of a text that a finding is about, with a caret under its column, for a terminal.
package enum SourceExcerpt {
    /// The two lines; nil when the text has no such place.
    package static func lines(of text: [UInt8], at position: TextPosition) -> [String]? {
        let all = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard position.line > 0, position.line <= all.count else { return nil }
        var bytes = all[position.line - 1]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        let index = position.column - 1
        guard !scalars.isEmpty, (0...scalars.count).contains(index) else { return nil }

        // Of a long line the part around the column.
        let start = scalars.count <= Limits.excerptScalars ? 0 : max(0, index - Limits.excerptScalars / 2)
        let end = min(scalars.count, start + Limits.excerptScalars)
        var (shown, below) = start > 0 ? (indent + "…", indent + " ") : (indent, indent)
        for (place, scalar) in scalars[start..<end].enumerated() {
            let text = scalar == "\t" ? "\t" : String(scalar).printable
            shown += text
            guard start + place < index else { continue }
            // The terminal decides how far a tab goes; both lines have the same ones.
            below += scalar == "\t" ? "\t" : String(repeating: " ", count: columns(of: text, scalar))
        }
        return [shown + (end < scalars.count ? "…" : ""), below + "^"]
    }

    private static let indent = "    "

    /// How many columns of a terminal a shown character takes.
    private static func columns(of text: String, _ scalar: Unicode.Scalar) -> Int {
        // An escape is as long as it is spelled.
        guard text.unicodeScalars.count == 1 else { return text.unicodeScalars.count }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks of Unicode whose characters take two columns (UAX #11, "W" and "F"), without the exceptions in them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}
