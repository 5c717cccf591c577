import Diagnostics
import ManifestVerifier
import WebBundles

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

extension Platform {
    package var displayName: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}
