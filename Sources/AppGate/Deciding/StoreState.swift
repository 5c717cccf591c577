import ManifestVerifier

extension Update.StoreState {
    /// Whether the store has an app for this device that is not below a version.
    package init(of needed: NumericVersion?, in store: StoreVersion?, for device: Device) {
        guard let store, let needed else {
            self = .unknown
            return
        }
        if store.version < needed {
            self = .missing
        } else if let minimum = store.minimumSystem, device.isBelow(.ios(minimum)) {
            // The store offers this device the last version that it can run, which is not known.
            self = .unknown
        } else {
            self = .available
        }
    }
}
