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
