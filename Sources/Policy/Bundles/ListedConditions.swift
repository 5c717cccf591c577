import Diagnostics
import ManifestVerifier
import WebBundles

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
            return "nobody, by conditions that clients do not know: \(conditions.unknown.joined(separator: ", "))"
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
