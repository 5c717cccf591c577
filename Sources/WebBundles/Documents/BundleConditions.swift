import ManifestVerifier

/// What must hold on a device for a restricted offer of a web bundle: everything that is named.
public struct BundleConditions: Equatable, Sendable {
    /// A share of all devices, by the version of the bundle; nil for all.
    public let share: RolloutShare?
    /// The channels of apps; nil for all.
    public let channels: [String]?
    /// The conditions that this client does not know, or cannot read: none of them ever holds.
    package let unknown: [String]

    package init(share: RolloutShare?, channels: [String]?) {
        self.share = share
        self.channels = channels
        unknown = []
    }

    /// Whether everything holds on a device at a time. What the device does not say does not hold, and neither does the
    /// lack of any condition, which is for an offer to everybody.
    package func hold(channel: String?, installID: InstallID?, at time: Instant) -> Bool {
        guard unknown.isEmpty, share != nil || channels != nil else { return false }
        if let channels {
            guard let channel, channels.contains(where: { $0.hasSameBytes(as: channel) }) else { return false }
        }
        guard let share else { return true }
        return installID.map { share.includes($0, in: .bundles, at: time) } ?? false
    }
}

// MARK: JSON

extension BundleConditions {
    init(_ value: JSONValue) throws(JSONShapeError) {
        var share: RolloutShare?
        var channels: [String]?
        var unknown: [String] = []
        for member in try JSONObject(value).members {
            do throws(JSONShapeError) {
                switch member.name {
                case "share": share = try RolloutShare(member.value)
                case "channels": channels = try member.value.asChannels()
                default: unknown.append(member.name)
                }
            } catch {
                unknown.append(member.name)
            }
        }
        self.share = share
        self.channels = channels
        self.unknown = unknown
    }

    var json: JSONValue {
        .object(
            [
                share.map { JSONMember("share", $0.json) },
                channels.map { JSONMember("channels", .array($0.map { .string($0) })) },
            ].compactMap(\.self))
    }
}

extension JSONValue {
    /// The names of channels, at least one.
    package func asChannels() throws(JSONShapeError) -> [String] {
        let channels = try asArray().map { (element) throws(JSONShapeError) in try element.asString() }
        guard !channels.isEmpty else { throw unacceptable("no channel is named") }
        return channels
    }
}
