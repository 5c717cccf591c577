import Diagnostics
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

    /// Fails for what no client would accept, and for a prerelease that everybody would be offered unless that is allowed.
    ///
    /// - Parameters:
    ///   - shells: texts like `ios=2.0.0...2.9.9`; without a platform it is for both.
    ///   - surface: where given, the recorded shells say the bounds on the other platforms.
    package init(
        version: String, shells: [String], surface: BundleSurface?, allowsPrerelease: Bool,
        conditions: BundleConditions?
    ) throws(ErrorReport) {
        guard let parsed = SemanticVersion(version), !parsed.hasBuildMetadata else {
            throw Self.usage(
                "--version \(version) is not a semantic version like 1.5.1 or 2.0.0-rc.1, without a v and build metadata"
            )
        }
        self.version = parsed
        (self.conditions, self.surface) = (conditions, surface)
        guard allowsPrerelease || !parsed.isPrerelease || conditions != nil else {
            throw Self.usage(
                "--version \(parsed) is a prerelease, and every compatible app would get it; say --prerelease to offer it"
            )
        }
        var ranges: [Platform: ShellRange] = [:]
        for text in shells {
            let refusal = Self.usage(
                "--shell \(text) is not like ios=2.0.0...2.9.9, ios=2.0.0... or 2.0.0..., once for each platform")
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let platform = parts.count == 1 ? nil : Platform(rawValue: String(parts[0]))
            guard let range = Self.range(parts[parts.count - 1]), parts.count == 1 || platform != nil else {
                throw refusal
            }
            for platform in platform.map({ [$0] }) ?? Platform.allCases {
                guard ranges.updateValue(range, forKey: platform) == nil else { throw refusal }
            }
        }
        self.shells = ranges
    }

    private static func usage(_ message: String) -> ErrorReport {
        ErrorReport(.usage, message, hint: "signet help bundle pack shows what it takes")
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
