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

/// Whom a version of a list is offered to: the member `when`, in which the version stands for the salt of a share.
extension BundleConditions {
    init?(listed value: JSONValue, of version: SemanticVersion, _ findings: FileFindings) {
        guard var object = PolicyObject(value, findings) else { return nil }
        let share = object.value("share").map { value in
            PolicyObject(value, findings).flatMap { object in
                var object = object
                let steps = object.required("steps") { try RolloutShare(salt: version.spelling, steps: $0) }
                object.refuseUnknownMembers()
                return steps
            }
        }
        let channels = object.value("channels").map { value in
            findings.attempt {
                let channels = try value.asChannels()
                guard channels.allSatisfy(Self.isChannel) else {
                    throw value.unacceptable("a channel is a name in printable ASCII without quotes")
                }
                guard Set(channels).count == channels.count else {
                    throw value.unacceptable("a channel is named twice")
                }
                return channels
            }
        }
        object.refuseUnknownMembers()
        if object.members.isEmpty {
            findings.add(
                .invalidValue, "nothing restricts the offer", at: value.position,
                hint: "leave \"when\" out to offer it to everybody")
        }
        // What was there and could not be read has a finding.
        guard share != .some(nil), channels != .some(nil), !object.members.isEmpty else { return nil }
        if let share = share ?? nil, let (former, next) = share.firstShrinking {
            findings.add(
                .invalidValue, "the share shrinks from \(former.percentage) % to \(next.percentage) % at \(next.from)",
                at: value.position, hint: "devices that have it would keep it: halt or withdraw the version instead")
            return nil
        }
        self.init(share: share ?? nil, channels: channels ?? nil)
    }

    /// The member of a list, on one line.
    package var listed: String {
        var members: [String] = []
        if let share {
            let steps = share.steps.map { "[\"\($0.from)\", \($0.percentage)]" }.joined(separator: ", ")
            members.append("\"share\": { \"steps\": [\(steps)] }")
        }
        if let channels {
            members.append("\"channels\": [\(channels.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    /// Whether a text can name a channel: people see what it is, and it ends no quotes.
    package static func isChannel(_ text: String) -> Bool {
        (1...Limits.nameBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}

extension RolloutShare {
    /// A step that is below the one before it, with that one; nil when the share only grows.
    package var firstShrinking: (Step, Step)? {
        zip(steps, steps.dropFirst()).first { $0.1.hundredths < $0.0.hundredths }
    }
}

/// What people read of whom a version is offered to.
package enum BundleWords {
    /// `everybody`, `5 % from 2026-12-01T00:00:00Z, 25 % from …`, `channels beta and qa`
    package static func audience(_ conditions: BundleConditions?) -> String {
        guard let conditions else { return "everybody" }
        let share = conditions.share.map { share in
            share.steps.map { "\($0.percentage) % from \($0.from)" }.joined(separator: ", ")
        }
        let channels = conditions.channels.map { channels in
            "\(channels.count == 1 ? "channel" : "channels") \(list(channels, separator: " or "))"
        }
        guard conditions.unknown.isEmpty else {
            return "nobody, because clients do not know these conditions: \(conditions.unknown.joined(separator: ", "))"
        }
        let words = [share, channels].compactMap(\.self)
        return words.isEmpty ? "nobody" : words.joined(separator: ", in ")
    }

    /// Names of channels; one that could be taken for several is in quotes.
    package static func list(_ channels: [String], separator: String = ", ") -> String {
        channels.map { $0.utf8.allSatisfy(\.isNameByte) ? $0 : $0.quotedName }.joined(separator: separator)
    }

    /// `iOS shells 2.0.0 to 2.9.9, Android shells from 2.0.0 on`
    package static func shells(_ shells: [Platform: ShellRange]) -> String {
        let words = Platform.allCases.compactMap { platform in shells[platform].map { Self.shells($0, platform) } }
        return words.isEmpty ? "no shells" : words.joined(separator: ", ")
    }

    package static func shells(_ range: ShellRange, _ platform: Platform) -> String {
        let name = platform.displayName
        return range.maximum.map { "\(name) shells \(range.minimum) to \($0)" }
            ?? "\(name) shells from \(range.minimum) on"
    }
}
