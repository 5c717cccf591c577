import ManifestVerifier

/// The choice of the bundle that a device shows, and of the one that it downloads.
package struct Selection: Equatable, Sendable {
    package let device: BundleDevice
    /// The version of the bundle that the shell ships.
    package let embedded: SemanticVersion
    /// What an index of this session offers the device now; nothing before one was fetched.
    package let offers: [WebBundleIndex.Entry]
    /// Whether an index of this session is known.
    private let isFetched: Bool

    /// - Parameters:
    ///   - fetched: the index of this session; nil before one was fetched.
    ///   - clock: what the clock of the device shows; nil for no date.
    package init(_ device: BundleDevice, embedded: SemanticVersion, fetched: FetchedIndex?, clock: Instant?) {
        self.device = device
        self.embedded = embedded
        offers = fetched?.offers(to: device, clock: clock) ?? []
        isFetched = fetched != nil
    }

    /// The highest version, by SemVer precedence, that may be started; the embedded one competes by its version and remains
    /// when there is no other.
    ///
    /// - Parameters:
    ///   - onlyConfirmed: whether to skip versions that have not proved yet that they work.
    ///   - excluded: another one to skip.
    package func choice(
        in state: StoreState, onlyConfirmed: Bool = false, excluding excluded: BundleVersion? = nil
    ) -> BundleVersion {
        let best = state.bundles.filter { bundle in
            (bundle.isConfirmed || !onlyConfirmed) && mayStart(bundle, in: state) && .stored(bundle.version) != excluded
        }.max { $0.version < $1.version }
        guard let best else { return .embedded }
        let isEmbeddedUsable = !state.withdrawn.contains(embedded) && excluded != .embedded
        // Of equal versions, the one that cannot be damaged.
        return isEmbeddedUsable && embedded >= best.version ? .embedded : .stored(best.version)
    }

    /// Whether a stored bundle may be started: it fits the shell and has neither failed nor been withdrawn. A halt is for
    /// those who have not confirmed it, and its first start is for those who are offered it now.
    private func mayStart(_ bundle: StoredBundle, in state: StoreState) -> Bool {
        guard bundle.shells.contains(device.shell), state.isUsable(bundle.version) else { return false }
        if bundle.isConfirmed { return true }
        guard !state.halted.contains(bundle.version) else { return false }
        return state.trial?.version == bundle.version
            || offers.contains { $0.bundle.version == bundle.version && $0.fits(device) }
    }

    /// The highest version above the choice that waits for an index of this session to be started for the first time; nil
    /// without one, and where that index is known.
    package func waiting(in state: StoreState, behind choice: BundleVersion) -> SemanticVersion? {
        guard !isFetched else { return nil }
        return state.bundles.filter { bundle in
            !bundle.isConfirmed && bundle.shells.contains(device.shell) && state.isUsable(bundle.version)
                && !state.halted.contains(bundle.version)
        }.map(\.version).filter {
            $0 > version(of: choice) || choice == .embedded && state.withdrawn.contains(embedded)
        }
        .max()
    }

    package func version(of bundle: BundleVersion) -> SemanticVersion {
        switch bundle {
        case .embedded: embedded
        case .stored(let version): version
        }
    }

    // MARK: Downloading

    /// The consequence of all offers.
    package enum Download: Equatable, Sendable {
        /// The store has the best already.
        case nothing
        /// A better one that the shell can run.
        case install(WebBundleIndex.Entry)
        /// The newest bundle needs this shell at least, and there is no other to install.
        case needsShell(NumericVersion, WebBundle)
    }

    /// The newest bundle on offer that fits the shell and is above the one that the store would show.
    ///
    /// Withdrawn, halted and failed versions do not count as shown, which is how a device gets back from them.
    package func download(in state: StoreState) -> Download {
        let shown = choice(in: state)
        let isNothingShown = shown == .embedded && state.withdrawn.contains(embedded)
        let newer = offers.filter { offer in
            state.isInstallable(offer.bundle.version) && !isThere(offer, in: state)
                && (isNothingShown || offer.bundle.version > version(of: shown))
        }
        if let fitting = newer.first(where: { $0.fits(device) }) { return .install(fitting) }
        if let newest = newer.first, let shells = newest.shells[device.platform], shells.minimum > device.shell {
            return .needsShell(shells.minimum, newest.bundle)
        }
        return .nothing
    }

    /// Whether the store has what is offered, for this shell: the bounds of its record are of the day when it was installed,
    /// and a newer index can offer the same bytes to more shells.
    private func isThere(_ offer: WebBundleIndex.Entry, in state: StoreState) -> Bool {
        guard let bundle = state.bundle(offer.bundle.version) else { return false }
        return bundle.shells.contains(device.shell) || !bundle.hasBytes(of: offer)
    }
}

/// The choice of the bundles that a store keeps.
package enum Retention {
    /// The newest ones, at least one, and also the one that is shown, the one before it and the next one: newer ones may
    /// not fit the shell.
    package static func kept(of state: StoreState, keeping count: Int, next: BundleVersion) -> [StoredBundle] {
        let newest = state.bundles.sorted { $0.version > $1.version }.prefix(max(1, count)).map(\.version)
        return state.bundles.filter { bundle in
            newest.contains(bundle.version) || [state.current, state.previous, next].contains(.stored(bundle.version))
        }
    }
}
