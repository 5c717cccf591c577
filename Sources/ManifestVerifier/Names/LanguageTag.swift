/// A well-formed BCP 47 language tag (RFC 5646 §2.1), kept as authored.
///
/// The irregular grandfathered tags (`i-klingon`, `en-GB-oed`, …) are refused: all of them are deprecated.
public struct LanguageTag: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The tag as authored.
    public let rawValue: String
    /// The tag in the case that RFC 5646 §2.1.1 recommends; equal for tags that differ only by case.
    public let canonical: String

    /// Fails when `tag` is not well-formed: `en_GB`, `e`, `en-`, `de-1996-1996`.
    public init?(_ tag: String) {
        guard tag.utf8.count <= Limits.languageTagBytes, let canonical = Self.canonicalForm(of: tag) else { return nil }
        rawValue = tag
        self.canonical = canonical
    }

    public var description: String { rawValue }

    /// By the bytes as authored.
    public static func == (a: LanguageTag, b: LanguageTag) -> Bool { a.rawValue.hasSameBytes(as: b.rawValue) }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// By the bytes as authored.
    public static func < (a: LanguageTag, b: LanguageTag) -> Bool {
        a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }

    // MARK: Grammar

    private static func canonicalForm(of tag: String) -> String? {
        // Most tags are a language alone, and every document is full of them.
        if (2...8).contains(tag.utf8.count), tag.utf8.allSatisfy(\.isASCIILetter) { return tag.lowercased() }
        let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isASCIIAlphanumeric) }) else {
            return nil
        }
        var rest = subtags.map { $0.map(\.asciiLowercased) }[...]
        var canonical: [[UInt8]] = []

        if rest.first != privateUse {
            guard let language = rest.popFirst(), (2...8).contains(language.count), language.allSatisfy(\.isASCIILetter)
            else { return nil }
            canonical.append(language)
            if language.count <= 3 { takeExtendedLanguages(from: &rest, into: &canonical) }
            if let script = rest.first, script.count == 4, script.allSatisfy(\.isASCIILetter) {
                canonical.append([script[0] - 0x20] + script.dropFirst())
                rest.removeFirst()
            }
            if let region = rest.first, isRegion(region) {
                canonical.append(region.map { $0.isASCIILetter ? $0 - 0x20 : $0 })
                rest.removeFirst()
            }
            guard takeVariants(from: &rest, into: &canonical), takeExtensions(from: &rest, into: &canonical) else {
                return nil
            }
        }
        if rest.first == privateUse {
            guard rest.count > 1 else { return nil }
            canonical.append(contentsOf: rest)
            rest = []
        }
        guard rest.isEmpty else { return nil }
        return String(decoding: Array(canonical.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
    }

    private static let privateUse: [UInt8] = [UInt8(ascii: "x")]

    private static func takeExtendedLanguages(from rest: inout ArraySlice<[UInt8]>, into canonical: inout [[UInt8]]) {
        for _ in 0..<3 {
            guard let subtag = rest.first, subtag.count == 3, subtag.allSatisfy(\.isASCIILetter) else { return }
            canonical.append(subtag)
            rest.removeFirst()
        }
    }

    private static func isRegion(_ subtag: [UInt8]) -> Bool {
        (subtag.count == 2 && subtag.allSatisfy(\.isASCIILetter))
            || (subtag.count == 3 && subtag.allSatisfy(\.isASCIIDigit))
    }

    private static func takeVariants(from rest: inout ArraySlice<[UInt8]>, into canonical: inout [[UInt8]]) -> Bool {
        var seen: Set<[UInt8]> = []
        while let subtag = rest.first, subtag.count >= 5 || (subtag.count == 4 && subtag[0].isASCIIDigit) {
            guard seen.insert(subtag).inserted else { return false }
            canonical.append(subtag)
            rest.removeFirst()
        }
        return true
    }

    private static func takeExtensions(from rest: inout ArraySlice<[UInt8]>, into canonical: inout [[UInt8]]) -> Bool {
        var seen: Set<[UInt8]> = []
        while let singleton = rest.first, singleton.count == 1, singleton != privateUse {
            guard seen.insert(singleton).inserted else { return false }
            canonical.append(singleton)
            rest.removeFirst()
            var count = 0
            while let subtag = rest.first, subtag.count >= 2 {
                canonical.append(subtag)
                rest.removeFirst()
                count += 1
            }
            guard count > 0 else { return false }
        }
        return true
    }
}
