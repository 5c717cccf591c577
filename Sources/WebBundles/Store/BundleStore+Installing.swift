import LocalFiles

extension BundleStore {
    /// Makes a bundle that was checked and unpacked one that can be started.
    ///
    /// - Returns: whether it was needed: another process may have been faster.
    func install(_ bundle: StoredBundle, from staging: StagingFolder) async throws(BundleStoreError) -> Bool {
        let name = bundle.folderName
        return try await folder.locked { (root) throws(BundleStoreError) in
            var state = try StoreFolder.state(in: root)
            // It may have been withdrawn, or installed by another process, while it was on its way. Some file systems take
            // names for one that differ only by case.
            let isTaken = state.bundles.contains { $0.folderName.lowercased() == name.lowercased() }
            guard state.isUsable(bundle.version), !isTaken else { return false }
            let isFree = try BundleStoreError.files { () throws(FileError) in
                guard root.kind(of: name) != nil else { return true }
                return try Leftovers.remove(name, in: root)
            }
            guard isFree else { throw .inUse(bundle.version) }
            try BundleStoreError.files { () throws(FileError) in
                try staging.share()
                try root.rename(staging.name, to: name)
                try root.sync()
            }
            state.install(bundle)
            do throws(BundleStoreError) {
                try StoreFolder.save(state, in: root)
            } catch {
                // Without its record the folder does not count; what cannot be removed is a leftover.
                try? Leftovers.removeWhole(name, in: root)
                throw error
            }
            return true
        }
    }
}
