import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder of a store: who may change it when, and what in it counts.
///
/// `state.json` is the only truth: a folder of a version counts only with its record there, and a record only with its
/// folder. All that changes the root is done under its lock.
struct StoreFolder: Sendable {
    static let stateName = "state.json"

    let url: URL
    /// How long to wait for whoever else works in the store.
    let patience: Duration

    /// Runs something while no other process, and nobody else in this one, changes the store.
    ///
    /// What is run must be short: others wait, but not for long.
    func locked<Result>(
        _ work: (Folder) throws(BundleStoreError) -> Result
    ) async throws(BundleStoreError) -> Result {
        let root = try BundleStoreError.files { () throws(FileError) in try Folder(creating: url.path) }
        // Not by the clock: an app that was suspended has not asked meanwhile.
        var attempts = Int(patience / Self.pause)
        while try !BundleStoreError.files({ () throws(FileError) in try root.tryLock() }) {
            guard attempts > 0 else { throw .busy }
            attempts -= 1
            // In a task of its own: also one that is cancelled has something to write or to clean up.
            await Task { try? await Task.sleep(for: Self.pause) }.value
        }
        return try work(root)
    }

    private static let pause = Duration.milliseconds(10)

    // MARK: The state

    /// What is kept, of which only bundles count whose folders are there; nothing when it is damaged or somebody else's.
    ///
    /// Throws when there is a state that cannot be read now.
    static func state(in root: Folder) throws(BundleStoreError) -> StoreState {
        var state = StoreState()
        do throws(FileError) {
            let bytes = try root.readIfPresent(stateName, limit: Limits.webBundleStateBytes)
            if let kept = bytes.flatMap(StoreState.init(kept:)) { state = kept }
        } catch {
            switch error.reason {
            // Nothing of ours is like this.
            case .symbolicLink, .notAFile, .notAFolder, .tooLarge: break
            default: throw BundleStoreError(error)
            }
        }
        // What cannot be asked now is not gone.
        state.keep { bundle in
            do throws(FileError) {
                _ = try root.folder(bundle.folderName)
                return true
            } catch {
                return !error.meansGone
            }
        }
        return state
    }

    /// Replaces what is kept in one step, unless it is the same.
    static func save(_ state: StoreState, in root: Folder) throws(BundleStoreError) {
        let bytes = state.bytes
        if let kept = try? root.readIfPresent(stateName, limit: Limits.webBundleStateBytes), kept == bytes { return }
        try BundleStoreError.files { () throws(FileError) in
            // What stands in the place of a file and is none cannot be replaced by one.
            if let kind = root.kind(of: stateName), kind != .file { try root.remove(stateName) }
            try root.replace(stateName, bytes)
        }
    }
}

extension FileError {
    /// Whether there is no such folder.
    var meansGone: Bool { [.notFound, .notAFolder, .symbolicLink].contains(reason) }
}

extension StoredBundle {
    /// The name of the bundle's folder.
    var folderName: String { BundleVersion.stored(version).description }
}
