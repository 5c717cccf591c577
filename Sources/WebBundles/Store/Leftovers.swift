import LocalFiles

/// What a crash, or a version that is gone, has left in the root of a store.
enum Leftovers {
    /// Removes what does not count and nobody is using; to be called under the lock of the root.
    ///
    /// - Parameter embedded: the name of the unpacked embedded bundle, if that is known; nil keeps all there are.
    /// - Returns: the names of what was removed.
    @discardableResult
    static func clean(_ root: Folder, state: StoreState, embedded: String?) throws(FileError) -> [String] {
        var removed: [String] = []
        var failure: FileError?
        for entry in try root.entries() where isLeftover(entry, state: state, embedded: embedded) {
            do throws(FileError) {
                if try remove(entry.name, in: root) { removed.append(entry.name) }
            } catch {
                // One that cannot be removed does not keep the others.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return removed
    }

    /// Removes a folder that nobody is using, or anything that is no folder; says whether it is gone.
    static func remove(_ name: String, in root: Folder) throws(FileError) -> Bool {
        if root.kind(of: name) == .folder {
            let folder = try root.folder(name)
            guard try folder.tryLock() else { return false }
            // The lock is held until all is gone.
            defer { withExtendedLifetime(folder) {} }
            try removeWhole(name, in: root)
        } else {
            try root.remove(name)
        }
        return true
    }

    /// Removes a folder so that no part of it is ever taken for the whole: under another name, in one step.
    static func removeWhole(_ name: String, in root: Folder) throws(FileError) {
        guard !name.hasPrefix(StagingFolder.prefix) else { return try root.remove(name) }
        let doomed = StagingFolder.newName
        try root.rename(name, to: doomed)
        try root.remove(doomed)
    }

    private static func isLeftover(
        _ entry: FolderEntry, state: StoreState, embedded: String?
    ) -> Bool {
        if entry.name.hasPrefix(StagingFolder.prefix) { return true }
        // Whatever writes a file in one step writes a hidden one first, and does so under the lock.
        if entry.name.hasPrefix(".") { return entry.kind != .folder }
        if entry.name.hasPrefix(UnpackedSeed.prefix) { return embedded != nil && entry.name != embedded }
        guard case .stored(let version) = BundleVersion(entry.name) else { return false }
        return entry.kind != .folder || state.bundle(version) == nil
    }
}
