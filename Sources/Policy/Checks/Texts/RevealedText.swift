import Diagnostics

/// A text with everything in it to be seen: controls, what turns the direction of writing, invisible characters that its
/// script does not need, and marks piled up on one letter, which would cover the lines around it.
package struct RevealedText: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case text(String)
        /// `\n`, `\u{202E}`: it stands for characters.
        case escape(String)
    }

    package private(set) var parts: [Part] = []

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let invisible = Set(InvisibleCharacters(in: scalars).places)
        var kept = String.UnicodeScalarView()
        var escaped = ""
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            marks = scalar.isMark ? marks + 1 : 0
            let escape: String? =
                if marks > Self.shownMarks || invisible.contains(index) { scalar.escape } else {
                    scalar.visibility == .visible ? nil : String(scalar).printable
                }
            if let escape, !escape.unicodeScalars.elementsEqual([scalar]) {
                if !kept.isEmpty { parts.append(.text(String(kept))) }
                kept = String.UnicodeScalarView()
                escaped += escape
            } else {
                if !escaped.isEmpty { parts.append(.escape(escaped)) }
                escaped = ""
                kept.append(scalar)
            }
        }
        if !kept.isEmpty { parts.append(.text(String(kept))) }
        if !escaped.isEmpty { parts.append(.escape(escaped)) }
    }

    /// More marks than any script puts on one letter.
    private static let shownMarks = 8
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// `\n`, `\u{202E}`
    fileprivate var escape: String {
        let printable = String(self).printable
        return printable.unicodeScalars.elementsEqual([self])
            ? "\\u{\(String(value, radix: 16, uppercase: true))}" : printable
    }
}
