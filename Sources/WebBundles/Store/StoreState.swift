import ManifestVerifier

/// All that a store knows of itself, and how that changes; nothing here touches a disk.
package struct StoreState: Equatable, Sendable {
    /// A version that has not proved yet that it works.
    package struct Trial: Equatable, Sendable {
        package let version: SemanticVersion
        /// How often it was started.
        package var starts: Int
        /// When it was started first, in seconds since 1970.
        package let since: Int

        package init(version: SemanticVersion, starts: Int, since: Int) {
            self.version = version
            self.starts = starts
            self.since = since
        }
    }

    /// What is there and may be used, the lowest version first.
    package private(set) var bundles: [StoredBundle] = []
    /// What the last start has shown.
    package private(set) var current: BundleVersion?
    /// What was shown before that and still works, or what would be shown in its place.
    package private(set) var previous: BundleVersion?
    /// The version that has not proved yet that it works.
    package private(set) var trial: Trial?
    /// What did not prove in time that it works, the lowest version first.
    package private(set) var failed: [SemanticVersion] = []
    /// What nobody is to use any more, the lowest version first.
    package private(set) var withdrawn: [SemanticVersion] = []

    /// The state of a store that was never used.
    package init() {}

    /// A state that was kept.
    package init(
        bundles: [StoredBundle], current: BundleVersion?, previous: BundleVersion?, trial: Trial?,
        failed: [SemanticVersion], withdrawn: [SemanticVersion]
    ) {
        self.bundles = bundles.sorted { $0.version < $1.version }
        self.current = current
        self.previous = previous
        self.trial = trial
        self.failed = failed.sorted()
        self.withdrawn = withdrawn.sorted()
    }

    /// What is known of a bundle that is there.
    package func bundle(_ version: SemanticVersion) -> StoredBundle? { bundles.first { $0.version == version } }

    /// Whether a version is neither failed nor withdrawn.
    package func isUsable(_ version: SemanticVersion) -> Bool {
        !failed.contains(version) && !withdrawn.contains(version)
    }

    // MARK: Starting

    /// Decides what a start shows, and counts the start of a version that has not proved yet that it works.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Returns: the versions that failed with this: the last start that they were allowed is over.
    package mutating func begin(_ selection: Selection, health: HealthPolicy, now: Int) -> [SemanticVersion] {
        var failures: [SemanticVersion] = []
        if let trial, trial.starts >= health.starts {
            fail(trial.version)
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

    private func isThere(_ version: BundleVersion, _ selection: Selection) -> Bool {
        switch version {
        case .embedded: !withdrawn.contains(selection.embedded)
        case .stored(let version): bundle(version)?.fits(selection.shell) == true
        }
    }

    /// A version has proved that it works.
    package mutating func confirm(_ version: SemanticVersion) {
        guard let index = bundles.firstIndex(where: { $0.version == version }) else { return }
        bundles[index].isConfirmed = true
        if trial?.version == version { trial = nil }
    }

    /// A version has not proved in time that it works; it is never used again.
    package mutating func fail(_ version: SemanticVersion) {
        failed = Array(Set(failed + [version]).sorted().suffix(Limits.webBundles))
        forget { $0 == version }
    }

    // MARK: Installing

    /// A new version is there. Lower ones that nobody has ever seen go: after a failure of the new version, what was
    /// shown before is shown again.
    package mutating func install(_ bundle: StoredBundle) {
        let seen = [current, previous, trial.map { .stored($0.version) }]
        bundles.removeAll { other in
            other.version == bundle.version
                || (other.version < bundle.version && !other.isConfirmed && !seen.contains(.stored(other.version)))
        }
        bundles.append(bundle)
        bundles.sort { $0.version < $1.version }
    }

    /// An index says which versions nobody is to use any more; those of the index before may be used again.
    package mutating func withdraw(_ versions: [SemanticVersion]) {
        withdrawn = versions.sorted()
        forget { versions.contains($0) }
    }

    /// Drops bundles that are not kept, or whose folders are not there.
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
