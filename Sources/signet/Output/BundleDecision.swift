import ManifestVerifier
import Policy
import WebBundles

/// Which web bundle one device gets by an index, and why not another one.
struct BundleDecision {
    let document: SourcedDocument
    /// What it downloads, and starts after that.
    let download: SemanticVersion?
    /// The oldest shell that can run the newest bundle, and that bundle, when there is nothing for this shell.
    let needed: (shell: NumericVersion, bundle: SemanticVersion)?
    /// The versions that the index names, newest first.
    let versions: [(version: SemanticVersion, verdict: String)]

    /// The decision of a device that has just fetched the index, with nothing but the bundle that its app ships.
    init(_ index: WebBundleIndex, _ document: SourcedDocument, for device: BundleDevice, at clock: Instant) {
        self.document = document
        let signed = document.date?.instant ?? clock
        var state = StoreState(bundles: [], current: nil, previous: nil, trial: nil, failures: [:], withdrawn: [])
        state.obey(index)
        let selection = Selection(
            device, embedded: .lowest, fetched: FetchedIndex(index, signed: signed), clock: clock)
        switch selection.download(in: state) {
        case .install(let entry): (download, needed) = (entry.bundle.version, nil)
        case .needsShell(let shell, let bundle): (download, needed) = (nil, (shell, bundle.version))
        case .nothing: (download, needed) = (nil, nil)
        }
        let time = WebBundleIndex.stepTime(signed: signed, clock: clock)
        let ended = [("halted", index.halted), ("withdrawn", index.withdrawn), ("retired", index.retired)]
        versions =
            (index.entries.map { ($0.bundle.version, Self.verdict($0, device, at: time)) }
            + ended.flatMap { state, versions in versions.map { ($0, state) } })
            .sorted { $0.0 > $1.0 }
    }

    private static func verdict(_ entry: WebBundleIndex.Entry, _ device: BundleDevice, at time: Instant) -> String {
        guard let shells = entry.shells[device.platform] else { return "not for \(device.platform.displayName)" }
        guard shells.contains(device.shell) else { return "for \(BundleWords.shells(shells, device.platform))" }
        guard let conditions = entry.conditions else { return "offered to everybody" }
        let isOffered = conditions.hold(channel: device.channel, installID: device.installID, at: time)
        var words = "\(isOffered ? "offered" : "not offered"): it is for \(BundleWords.audience(conditions))"
        if let share = conditions.share {
            if let id = device.installID {
                let place = UInt64(RolloutShare.place(of: id, in: .bundles, salt: share.salt))
                let first = RolloutShare.Step(from: time, hundredths: Int((place * RolloutShare.everyone) >> 32) + 1)
                words += "; this device is in from \(first.percentage) % on"
            } else {
                words += "; a device without an install id is in no share"
            }
        }
        return words
    }

    var lines: [String] {
        var lines = [
            download.map { "v\($0): downloaded, and shown from then on" } ?? "the bundle that the app ships"
        ]
        if let needed {
            lines.append("    v\(needed.bundle) needs shell \(needed.shell) or later: the app should be updated")
        }
        lines += versions.map { "    v\($0.version)  \($0.verdict)" }
        lines.append("    \(document.format.rawValue) \(document.path)")
        return lines + ["    \(document.trust)"]
    }
}

extension SemanticVersion {
    fileprivate static var lowest: SemanticVersion {
        guard let version = SemanticVersion("0.0.0-0") else { preconditionFailure("it is a version") }
        return version
    }
}
