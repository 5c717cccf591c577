import Diagnostics
import ManifestVerifier
import Plan
import Policy
import WebBundles

enum BundleOutput {
    /// Shows every version with its state.
    ///
    /// - Parameter wasEdited: whether the list was changed, so that the next step is a review.
    static func show(_ list: BundleList, file: String, wasEdited: Bool, _ terminal: Terminal) {
        terminal.result(Records.bundles.json((file, list)))
        let say = wasEdited ? terminal.summary : terminal.result
        for entry in list.entries.sorted(by: { $1.version < $0.version }) {
            let state = entry.state.rawValue.padded(to: 9)
            guard let archive = entry.archive else {
                say("\(state)  v\(entry.version)")
                continue
            }
            let audience = entry.state == .offered ? "\(BundleWords.audience(entry.conditions)), " : ""
            say(
                "\(state)  v\(entry.version)  \(audience)\(BundleWords.shells(archive.shells))  "
                    + "\(archive.byteCount) bytes  sha256 \(archive.digest)")
        }
        for shell in Platform.allCases.flatMap(list.shells(of:)) {
            say(
                "recorded   \(shell.platform.displayName) shell \(shell.version)  "
                    + shell.surface.plugins.count.counted("native plugin"))
        }
        let counts = BundleList.State.allCases.map { state in
            "\(list.entries.count { $0.state == state }) \(state.rawValue)"
        }
        terminal.summary(
            "\(file): web bundles: \(counts.joined(separator: ", "))"
                + (wasEdited ? "; when it is reviewed: signet build" : ""))
        if wasEdited, !list.entries.contains(where: { $0.state == .offered }) {
            terminal.note(
                "no bundle is offered: what is retired stays where it is, all others run the one that their app ships")
        }
    }
}

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
