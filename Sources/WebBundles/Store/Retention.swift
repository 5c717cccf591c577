/// Which bundles a store keeps.
package enum Retention {
    /// The newest ones, at least one, and beside them the one that is shown, the one before it, and the next one: what is
    /// newer may not fit the shell.
    package static func kept(of state: StoreState, keeping count: Int, next: BundleVersion) -> [StoredBundle] {
        let newest = state.bundles.sorted { $0.version > $1.version }.prefix(max(1, count)).map(\.version)
        return state.bundles.filter { bundle in
            newest.contains(bundle.version) || [state.current, state.previous, next].contains(.stored(bundle.version))
        }
    }
}
