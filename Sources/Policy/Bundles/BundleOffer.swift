import ManifestVerifier
import WebBundles

/// A version to list, the shells that can run it, and whom it is offered to.
package struct BundleOffer: Sendable {
    package let version: SemanticVersion
    /// The bounds that were said by hand.
    package let shells: [Platform: ShellRange]
    /// The native code that it calls; nil when that is not said.
    package let surface: BundleSurface?
    /// Nil for everybody.
    package let conditions: BundleConditions?

    package enum Failure: Error, Equatable, Sendable {
        /// The version is not a semantic version without build metadata.
        case version(String)
        /// The version is a prerelease, which was not allowed.
        case prerelease(SemanticVersion)
        /// It is not like `ios=2.0.0...2.9.9`, `ios=2.0.0...` or `2.0.0...`, or a platform is named twice.
        case shells(String)
    }

    /// Fails for what no client would accept, and for a prerelease that everybody would be offered unless that is allowed.
    ///
    /// - Parameters:
    ///   - shells: texts like `ios=2.0.0...2.9.9`; without a platform it is for both.
    ///   - surface: where given, the recorded shells say the bounds on the other platforms.
    package init(
        version: String, shells: [String], surface: BundleSurface?, allowsPrerelease: Bool,
        conditions: BundleConditions?
    ) throws(Failure) {
        guard let parsed = SemanticVersion(version), !parsed.hasBuildMetadata else { throw .version(version) }
        self.version = parsed
        (self.conditions, self.surface) = (conditions, surface)
        guard allowsPrerelease || !parsed.isPrerelease || conditions != nil else { throw .prerelease(parsed) }
        var ranges: [Platform: ShellRange] = [:]
        for text in shells {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let platform = parts.count == 1 ? nil : Platform(rawValue: String(parts[0]))
            guard let range = Self.range(parts[parts.count - 1]), parts.count == 1 || platform != nil else {
                throw .shells(text)
            }
            for platform in platform.map({ [$0] }) ?? Platform.allCases {
                guard ranges.updateValue(range, forKey: platform) == nil else { throw .shells(text) }
            }
        }
        self.shells = ranges
    }

    private static func range(_ text: Substring) -> ShellRange? {
        guard let dots = text.firstRange(of: "...") else { return nil }
        let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        guard let minimum = NumericVersion(first) else { return nil }
        guard !last.isEmpty else { return ShellRange(minimum) }
        return NumericVersion(last).flatMap { ShellRange(minimum, $0) }
    }

    /// The entry of the list, on one line.
    package func entry(
        _ sha256: String, byteCount: Int, files: String, shells: [Platform: ShellRange]
    ) -> String {
        var members = [
            ("version", "\"\(version)\""), ("sha256", "\"\(sha256)\""), ("size", "\(byteCount)"),
            ("files", "\"\(files)\""), ("shells", shells.listed),
        ]
        if let conditions { members.append(("when", conditions.listed)) }
        if let surface { members.append(("surface", surface.json())) }
        return "{ " + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + " }"
    }
}

extension [Platform: ShellRange] {
    /// The member of a list, on one line.
    package var listed: String {
        let platforms = Platform.allCases.compactMap { platform in
            self[platform].map { range in
                let maximum = range.maximum.map { ", \"max\": \"\($0)\"" } ?? ""
                return "\"\(platform.rawValue)\": { \"min\": \"\(range.minimum)\"\(maximum) }"
            }
        }
        return "{ \(platforms.joined(separator: ", ")) }"
    }
}
