import ManifestVerifier

/// Which bundle a shell is to show.
package struct Selection: Equatable, Sendable {
    /// The version of the native shell.
    package let shell: NumericVersion
    /// The version of the bundle that the shell ships.
    package let embedded: SemanticVersion

    package init(shell: NumericVersion, embedded: SemanticVersion) {
        self.shell = shell
        self.embedded = embedded
    }

    /// The highest version, by SemVer precedence, that fits the shell and is neither failed nor withdrawn; the embedded
    /// one competes by its version, and is what remains when there is no other.
    ///
    /// - Parameters:
    ///   - onlyConfirmed: whether to pass over versions that have not proved yet that they work.
    ///   - excluded: what to pass over as well.
    package func choice(
        in state: StoreState, onlyConfirmed: Bool = false, excluding excluded: BundleVersion? = nil
    ) -> BundleVersion {
        let best = state.bundles.filter { bundle in
            bundle.fits(shell) && (bundle.isConfirmed || !onlyConfirmed) && state.isUsable(bundle.version)
                && .stored(bundle.version) != excluded
        }.max { $0.version < $1.version }
        guard let best else { return .embedded }
        let isEmbeddedUsable = !state.withdrawn.contains(embedded) && excluded != .embedded
        // Of two that are equal, the one that cannot be damaged.
        return isEmbeddedUsable && embedded >= best.version ? .embedded : .stored(best.version)
    }

    /// The version that a bundle has.
    func version(of bundle: BundleVersion) -> SemanticVersion {
        switch bundle {
        case .embedded: embedded
        case .stored(let version): version
        }
    }
}
