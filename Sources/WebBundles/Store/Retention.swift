/// Which bundles a store keeps.
package enum Retention {
    /// The newest ones, at least one, and beside them the one that is shown and the one before it.
    package static func kept(of state: StoreState, keeping count: Int) -> [StoredBundle] {
        let newest = state.bundles.sorted { $0.version > $1.version }.prefix(max(1, count)).map(\.version)
        return state.bundles.filter { bundle in
            newest.contains(bundle.version) || [state.current, state.previous].contains(.stored(bundle.version))
        }
    }
}
