/// Which versions a rule is for: `2.4.0`, `<3.2.0`, `<=3.2`, `>=15`, `>2` or, with both ends, `2.3.1...2.3.4`.
public enum VersionPattern: Equatable, Sendable, CustomStringConvertible {
    /// This version, however it is written.
    case exactly(NumericVersion)
    /// Below this version.
    case below(NumericVersion)
    /// This version and those below.
    case atMost(NumericVersion)
    /// This version and those above.
    case atLeast(NumericVersion)
    /// Above this version.
    case above(NumericVersion)
    /// From the first to the last of two versions; none when the last is below the first.
    case range(NumericVersion, NumericVersion)

    /// Fails for any other text, and for one with spaces.
    public init?(_ text: String) {
        for (mark, make) in Self.marks where text.utf8.starts(with: mark.utf8) {
            guard let version = NumericVersion(String(text.unicodeScalars.dropFirst(mark.utf8.count))) else {
                return nil
            }
            self = make(version)
            return
        }
        if let version = NumericVersion(text) {
            self = .exactly(version)
            return
        }
        let bytes = Array(text.utf8)
        let dots = Array("...".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: dots) }),
            let first = NumericVersion(String(decoding: bytes[..<start], as: UTF8.self)),
            let last = NumericVersion(String(decoding: bytes[(start + dots.count)...], as: UTF8.self))
        else { return nil }
        self = .range(first, last)
    }

    /// The longer marks first, since one begins like the other.
    private static let marks: [(String, @Sendable (NumericVersion) -> VersionPattern)] = [
        ("<=", { .atMost($0) }), (">=", { .atLeast($0) }), ("<", { .below($0) }), (">", { .above($0) }),
    ]

    /// Whether it is for the version of these numbers; missing ones are 0.
    package func matches(_ numbers: [Int]) -> Bool {
        VersionSpan(self).contains(VersionNumbers(numbers))
    }

    public var description: String {
        switch self {
        case .exactly(let version): version.spelling
        case .below(let version): "<\(version)"
        case .atMost(let version): "<=\(version)"
        case .atLeast(let version): ">=\(version)"
        case .above(let version): ">\(version)"
        case .range(let first, let last): "\(first)...\(last)"
        }
    }
}
