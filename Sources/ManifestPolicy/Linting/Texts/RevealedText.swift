import Diagnostics

/// A text with everything in it to be seen: controls, what turns the direction of writing, and invisible characters that its
/// script does not need.
package struct RevealedText: Equatable, Sendable {
    /// A piece of it.
    package enum Part: Equatable, Sendable {
        case text(String)
        /// `\n`, `\u{202E}`: it stands for a character.
        case escape(String)
    }

    package private(set) var parts: [Part] = []

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let invisible = Set(InvisibleCharacters(in: scalars).places)
        var kept = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let escape = scalar.visibility == .visible ? nil : String(scalar).printable
            let isShown = escape?.unicodeScalars.first == scalar
            guard let escape, !isShown || invisible.contains(index) else {
                kept.append(scalar)
                continue
            }
            if !kept.isEmpty { parts.append(.text(String(kept))) }
            kept = String.UnicodeScalarView()
            parts.append(.escape(isShown ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : escape))
        }
        if !kept.isEmpty { parts.append(.text(String(kept))) }
    }
}
