import ManifestVerifier

/// The choice of the bundle that a shell shows.
package struct Selection: Equatable, Sendable {
    package let shell: NumericVersion
    /// The version of the bundle that the shell ships.
    package let embedded: SemanticVersion

    package init(shell: NumericVersion, embedded: SemanticVersion) {
        self.shell = shell
        self.embedded = embedded
    }

    /// The highest version, by SemVer precedence, that fits the shell and is neither failed nor withdrawn; the embedded
    /// one competes by its version and remains when there is no other.
    ///
    /// - Parameters:
    ///   - onlyConfirmed: whether to skip versions that have not proved yet that they work.
    ///   - excluded: another one to skip.
    package func choice(
        in state: StoreState, onlyConfirmed: Bool = false, excluding excluded: BundleVersion? = nil
    ) -> BundleVersion {
        let best = state.bundles.filter { bundle in
            bundle.fits(shell) && (bundle.isConfirmed || !onlyConfirmed) && state.isUsable(bundle.version)
                && .stored(bundle.version) != excluded
        }.max { $0.version < $1.version }
        guard let best else { return .embedded }
        let isEmbeddedUsable = !state.withdrawn.contains(embedded) && excluded != .embedded
        // Of equal versions, the one that cannot be damaged.
        return isEmbeddedUsable && embedded >= best.version ? .embedded : .stored(best.version)
    }

    func version(of bundle: BundleVersion) -> SemanticVersion {
        switch bundle {
        case .embedded: embedded
        case .stored(let version): version
        }
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
