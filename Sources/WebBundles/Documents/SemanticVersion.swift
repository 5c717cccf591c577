import ManifestVerifier

/// A version of Semantic Versioning 2.0.0: `1.5.1`, `2.0.0-rc.1`, `1.0.0+20130313144700`.
public struct SemanticVersion: Hashable, Sendable, CustomStringConvertible {
    /// One part of a pre-release: numbers are compared as numbers, and are below words (SemVer §11.4).
    private enum Identifier: Hashable, Comparable {
        case number(Int)
        case word(String)

        static func < (a: Identifier, b: Identifier) -> Bool {
            switch (a, b) {
            case (.number(let a), .number(let b)): a < b
            case (.word(let a), .word(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
            case (.number, .word): true
            case (.word, .number): false
            }
        }
    }

    /// The version as authored.
    public let spelling: String
    private let core: [Int]
    private let prerelease: [Identifier]

    /// Fails unless `spelling` is a version (SemVer §2, §9, §10): three numbers without leading zeros, then perhaps `-`
    /// and a pre-release, then perhaps `+` and build metadata. Numbers have 18 digits at most, the whole 64 bytes.
    public init?(_ spelling: String) {
        guard spelling.utf8.count <= Limits.nameBytes else { return nil }
        let parts = spelling.utf8.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
        let version = parts[0].split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        func identifiers(_ text: Substring.UTF8View) -> [Substring.UTF8View]? {
            let identifiers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return identifiers.allSatisfy {
                !$0.isEmpty && $0.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
            } ? identifiers : nil
        }
        guard let core = identifiers(version[0])?.map(Self.number), core.count == 3, !core.contains(nil) else {
            return nil
        }
        if parts.count == 2 { guard identifiers(parts[1]) != nil else { return nil } }
        var prerelease: [Identifier] = []
        if version.count == 2 {
            guard let parsed = identifiers(version[1]) else { return nil }
            for identifier in parsed {
                if let number = Self.number(identifier) {
                    prerelease.append(.number(number))
                } else if identifier.allSatisfy(\.isASCIIDigit) {
                    return nil
                } else {
                    prerelease.append(.word(String(decoding: identifier, as: UTF8.self)))
                }
            }
        }
        self.spelling = spelling
        self.core = core.compactMap(\.self)
        self.prerelease = prerelease
    }

    /// A number without leading zeros; nil for any other text.
    private static func number(_ text: Substring.UTF8View) -> Int? {
        guard (1...Limits.versionDigits).contains(text.count), text.allSatisfy(\.isASCIIDigit),
            text.count == 1 || text.first != UInt8(ascii: "0")
        else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Whether there is a pre-release: `2.0.0-rc.1` (SemVer §9).
    public var isPrerelease: Bool { !prerelease.isEmpty }

    /// Whether there is build metadata, which does not affect precedence (SemVer §10).
    public var hasBuildMetadata: Bool { spelling.utf8.contains(UInt8(ascii: "+")) }

    public var description: String { spelling }

    public static func == (a: SemanticVersion, b: SemanticVersion) -> Bool {
        a.core == b.core && a.prerelease == b.prerelease
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(core)
        hasher.combine(prerelease)
    }
}

extension SemanticVersion: Comparable {
    /// Precedence (SemVer §11); versions that differ only by build metadata are equal.
    public static func < (a: SemanticVersion, b: SemanticVersion) -> Bool {
        if a.core != b.core { return a.core.lexicographicallyPrecedes(b.core) }
        // A release is above its pre-releases, and more identifiers are above fewer.
        if a.prerelease.isEmpty || b.prerelease.isEmpty { return !a.prerelease.isEmpty && b.prerelease.isEmpty }
        return a.prerelease.lexicographicallyPrecedes(b.prerelease)
    }
}
