import ManifestVerifier

/// What decides, beside the shell, which bundles a device is offered.
package struct BundleDevice: Equatable, Sendable {
    package let platform: Platform
    /// The version of the native shell.
    package let shell: NumericVersion
    /// The channel of the app; nil when it has none.
    package var channel: String?
    /// What tells this installation from others in roll-outs; nil when there is none yet.
    package var installID: InstallID?

    package init(platform: Platform, shell: NumericVersion, channel: String? = nil, installID: InstallID? = nil) {
        self.platform = platform
        self.shell = shell
        self.channel = channel
        self.installID = installID
    }
}

extension WebBundleIndex {
    /// The time by which the steps of shares are decided: that of the clock while the index is recent, else that of its
    /// signature. So what was halted since is not taken on by a device that learns nothing new.
    ///
    /// - Parameter clock: what the clock of the device shows; nil for no date, which counts as the signed one.
    package static func stepTime(signed: Instant, clock: Instant?) -> Instant {
        let latest = signed.advanced(by: Int64(Limits.bundleStepAge))
        guard let clock, clock <= latest else { return signed }
        return max(signed, clock)
    }

    /// What a device is offered at a time, whatever its shell; the newest version first.
    package func offers(to device: BundleDevice, at time: Instant) -> [Entry] {
        entries.filter { entry in
            guard entry.shells[device.platform] != nil else { return false }
            return entry.conditions?.hold(channel: device.channel, installID: device.installID, at: time) ?? true
        }
    }
}

extension WebBundleIndex.Entry {
    /// Whether a device's shell can run it.
    package func fits(_ device: BundleDevice) -> Bool { shells[device.platform]?.contains(device.shell) ?? false }
}

/// An index that was fetched in this session, and when it was signed.
package struct FetchedIndex: Equatable, Sendable {
    package let index: WebBundleIndex
    package let signed: Instant

    package init(_ index: WebBundleIndex, signed: Instant) {
        self.index = index
        self.signed = signed
    }

    /// What it offers a device now; the newest version first.
    package func offers(to device: BundleDevice, clock: Instant?) -> [WebBundleIndex.Entry] {
        index.offers(to: device, at: WebBundleIndex.stepTime(signed: signed, clock: clock))
    }
}
