import Diagnostics
import ManifestVerifier

/// The value of a cache-control header (RFC 9111 §5.2).
package struct CacheControl: Hashable, Sendable {
    package let value: String

    /// Fails unless the value is 1 to 256 characters of printable ASCII, without quotes and without spaces around it: what
    /// every host can send.
    package init?(_ value: String) {
        guard (1...Limits.headerValueBytes).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0.isPrintableASCII && $0 != UInt8(ascii: "\"") }), !value.hasPrefix(" "),
            !value.hasSuffix(" ")
        else { return nil }
        self.value = value
    }

    /// A value that a host sent, or that is known to be valid.
    ///
    /// - Warning: Nothing is checked.
    package init(unchecked value: String) { self.value = value }

    /// For documents that nothing else is said of.
    package static let standard = CacheControl(unchecked: "public, max-age=300, stale-if-error=86400")
    /// For a body that its path determines.
    package static let immutable = CacheControl(unchecked: "public, max-age=31536000, immutable")

    package var field: HeaderField { HeaderField(unchecked: HeaderField.cacheControl, value: value) }

    /// Whether it says that the body never changes, so that caches need not ask again (RFC 8246).
    package var isImmutable: Bool { directives.contains { $0.name == "immutable" } }

    /// A directive that it has more than once, which caches read in different ways.
    package var repeatedDirective: String? {
        let names = directives.map(\.name)
        return names.first { name in names.count { $0 == name } > 1 }
    }

    /// For how many seconds a shared cache may answer without having asked the origin, those in which it asks while it
    /// answers (`stale-while-revalidate`, RFC 5861) included; nil when the value does not say.
    package var sharedLifetime: Int? { lifetime { $0 ?? $1 } }

    /// The same for that cache, shared or on a device, which may answer for longest.
    package var longestLifetime: Int? { lifetime { [$0, $1].compactMap(\.self).max() } }

    /// - Parameter chosen: which of `s-maxage` and `max-age` counts.
    private func lifetime(_ chosen: (Int?, Int?) -> Int?) -> Int? {
        let directives = directives
        // Caches read the first, the last or none of several.
        func seconds(_ name: String) -> Int? {
            directives.filter { $0.name == name }.compactMap { Int($0.argument) }.max()
                .map { min(max($0, 0), Self.mostSeconds) }
        }
        // With an argument, no-cache is about that header alone; a cache that understands the status may ignore no-store
        // beside must-understand (RFC 9111 §5.2.2.3).
        let isKept = directives.contains { $0.name == "must-understand" }
        if directives.contains(where: { $0 == ("no-cache", "") || $0 == ("no-store", "") && !isKept }) { return 0 }
        guard let lifetime = chosen(seconds("s-maxage"), seconds("max-age")) else { return nil }
        return lifetime + (seconds("stale-while-revalidate") ?? 0)
    }

    /// The longest time that a cache can express (RFC 9111 §1.2.2).
    private static let mostSeconds = 1 << 31

    private var directives: [(name: String, argument: String)] {
        value.split(separator: ",").map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1)
            func text(_ part: Substring?) -> String { (part ?? "").filter { $0 != " " && $0 != "\"" }.asciiLowercased }
            return (text(parts.first), text(parts.dropFirst().first))
        }
    }
}

extension [HeaderField] {
    package var cacheControl: CacheControl? {
        first { $0.isNamed(HeaderField.cacheControl) }.map { CacheControl(unchecked: $0.value) }
    }
}
