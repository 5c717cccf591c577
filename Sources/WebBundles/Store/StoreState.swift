import ManifestVerifier

/// The state of a store and its transitions; nothing here touches a disk.
package struct StoreState: Equatable, Sendable {
    package typealias Trial = StoreStatus.Trial

    /// The stored bundles that may be used, the lowest version first.
    package private(set) var bundles: [StoredBundle] = []
    /// The bundle that the last start showed.
    package private(set) var current: BundleVersion?
    /// The bundle that was shown before that and still works, or that would replace it.
    package private(set) var previous: BundleVersion?
    /// The version that has not proved yet that it works.
    package private(set) var trial: Trial?
    /// The versions that did not prove in time that they work, and when they were given up, in seconds since 1970.
    package private(set) var failures: [SemanticVersion: Int] = [:]
    /// The versions that may only be used if they are confirmed, the lowest first.
    package private(set) var halted: [SemanticVersion] = []
    /// The versions that must not be used any more, the lowest first.
    package private(set) var withdrawn: [SemanticVersion] = []
    /// What tells this installation from others in roll-outs; it is made once and never sent.
    package var installID: InstallID?
    /// The installed app that has written this.
    package private(set) var app: String?

    package init() {}

    package init(
        bundles: [StoredBundle], current: BundleVersion?, previous: BundleVersion?, trial: Trial?,
        failures: [SemanticVersion: Int], halted: [SemanticVersion] = [], withdrawn: [SemanticVersion],
        installID: InstallID? = nil, app: String? = nil
    ) {
        self.bundles = bundles.sorted { $0.version < $1.version }
        self.current = current
        self.previous = previous
        self.trial = trial
        self.failures = failures
        self.halted = halted.sorted()
        self.withdrawn = withdrawn.sorted()
        self.installID = installID
        self.app = app
    }

    /// The versions that did not prove in time that they work, the lowest first.
    package var failed: [SemanticVersion] { failures.keys.sorted() }

    package func bundle(_ version: SemanticVersion) -> StoredBundle? { bundles.first { $0.version == version } }

    /// Whether a version is neither failed nor withdrawn.
    package func isUsable(_ version: SemanticVersion) -> Bool {
        failures[version] == nil && !withdrawn.contains(version)
    }

    package func isInstallable(_ version: SemanticVersion) -> Bool { isUsable(version) && !halted.contains(version) }

    // MARK: Starting

    /// Decides what a start shows, and counts the start of a version that has not proved yet that it works.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Returns: the versions that failed with this, as their last allowed start is over.
    package mutating func begin(
        _ selection: Selection, health: HealthPolicy, now: Int
    ) -> [SemanticVersion] {
        var failures: [SemanticVersion] = []
        if let trial, trial.starts >= health.starts {
            fail(trial.version, now: now)
            failures = [trial.version]
        }
        let choice = selection.choice(in: self)
        if choice != current {
            previous = current.flatMap { isThere($0, selection) ? $0 : nil }
            current = choice
        }
        if previous == nil || previous == choice {
            let next = selection.choice(in: self, excluding: choice)
            previous = next == choice ? nil : next
        }
        guard case .stored(let version) = choice, bundle(version)?.isConfirmed == false else {
            trial = nil
            return failures
        }
        if trial?.version != version { trial = Trial(version: version, starts: 0, since: now) }
        trial?.starts += 1
        return failures
    }

    /// Counts more or fewer starts of the version on trial.
    mutating func count(_ starts: Int, of version: SemanticVersion) {
        guard let trial, trial.version == version else { return }
        self.trial?.starts = max(0, trial.starts + starts)
    }

    private func isThere(_ version: BundleVersion, _ selection: Selection) -> Bool {
        switch version {
        case .embedded: !withdrawn.contains(selection.embedded)
        case .stored(let version): bundle(version)?.shells.contains(selection.device.shell) == true
        }
    }

    /// A version has proved that it works.
    ///
    /// - Returns: whether it may still be used: it was not given up, withdrawn or halted meanwhile.
    package mutating func confirm(_ version: SemanticVersion) -> Bool {
        guard let index = bundles.firstIndex(where: { $0.version == version }),
            bundles[index].isConfirmed || !halted.contains(version)
        else { return false }
        bundles[index].isConfirmed = true
        if trial?.version == version { trial = nil }
        return true
    }

    /// A version has not proved in time that it works.
    package mutating func fail(_ version: SemanticVersion, now: Int) {
        failures[version] = now
        for lowest in failed.dropLast(Limits.webBundles) { failures[lowest] = nil }
        forget { $0 == version }
    }

    /// Gives versions that were given up another trial: all of them after an update of the app, which may be what they
    /// lacked, and each a day after it failed.
    ///
    /// So two sessions that ended early, by no fault of the bundle, do not lose it for ever. The publisher ends the trials of
    /// a broken one by withdrawing it.
    ///
    /// - Parameters:
    ///   - app: the installed app.
    ///   - now: seconds since 1970.
    package mutating func forgive(_ app: String, now: Int) {
        if let former = self.app, former != app {
            failures = [:]
            trial = nil
        }
        self.app = app
        // A clock that was set back begins the day anew; otherwise it could last for years.
        failures = failures.mapValues { max(0, min($0, now)) }.filter {
            now - $0.value < Limits.bundleForgivenessSeconds
        }
    }

    // MARK: Installing

    /// Adds a new version. Lower ones that were never shown are dropped: after a failure of the new version, the one shown
    /// before is shown again.
    package mutating func install(_ bundle: StoredBundle) {
        let seen = [current, previous, trial.map { .stored($0.version) }]
        bundles.removeAll { other in
            other.version == bundle.version
                || (other.version < bundle.version && !other.isConfirmed && !seen.contains(.stored(other.version)))
        }
        bundles.append(bundle)
        bundles.sort { $0.version < $1.version }
    }

    /// Replaces the halted and withdrawn versions by those of a new index; versions that it no longer lists may be used
    /// again.
    package mutating func obey(_ index: WebBundleIndex) {
        halted = index.halted.sorted()
        withdrawn = index.withdrawn.sorted()
        forget { index.withdrawn.contains($0) }
    }

    /// Obeys an index that could not be kept, beside what is.
    package mutating func obeyUnkept(_ index: WebBundleIndex) {
        halted = Set(halted).union(index.halted).sorted()
        withdrawn = Set(withdrawn).union(index.withdrawn).sorted()
        forget { index.withdrawn.contains($0) }
    }

    /// Forgets all bundles and what came of them; what is halted or withdrawn stays so.
    package mutating func reset() {
        bundles = []
        failures = [:]
        trial = nil
        previous = nil
    }

    /// Drops bundles that are not kept or whose folders are missing.
    package mutating func keep(_ isKept: (StoredBundle) -> Bool) {
        let dropped = bundles.filter { !isKept($0) }.map(\.version)
        forget { dropped.contains($0) }
    }

    private mutating func forget(_ isForgotten: (SemanticVersion) -> Bool) {
        bundles.removeAll { isForgotten($0.version) }
        if let trial, isForgotten(trial.version) { self.trial = nil }
        if case .stored(let version) = previous, isForgotten(version) { previous = nil }
    }
}
