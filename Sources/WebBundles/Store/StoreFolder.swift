import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder of a store: its lock, and what in it counts.
///
/// `state.json` is the only truth: the folder of a version counts only with its record there, and a record only with its
/// folder. The root is changed only under its lock.
struct StoreFolder: Sendable {
    static let stateName = "state.json"

    let url: URL
    /// How many seconds to wait for other processes that use the store.
    let patience: TimeInterval

    /// Runs `work` while no other process, and no other task in this one, changes the store.
    ///
    /// It must be short: others do not wait for long.
    func locked<Result>(
        _ work: (Folder) throws(BundleStoreError) -> Result
    ) async throws(BundleStoreError) -> Result {
        let root = try translating(Folder(creating: url.path), to: BundleStoreError.init)
        do throws(FileError) {
            try await root.lock(patience: patience)
        } catch {
            throw error.reason == .locked ? .busy : BundleStoreError(error)
        }
        return try work(root)
    }

    // MARK: The state

    /// The stored state without bundles whose folders are missing; empty when it is damaged or not ours.
    ///
    /// Throws when there is a state that cannot be read now.
    static func state(in root: Folder) throws(BundleStoreError) -> StoreState {
        var state = StoreState()
        do throws(FileError) {
            let bytes = try root.readIfPresent(stateName, limit: Limits.webBundleStateBytes)
            if let kept = bytes.flatMap(StoreState.init(kept:)) { state = kept }
        } catch {
            switch error.reason {
            // Not a file of ours.
            case .symbolicLink, .notAFile, .notAFolder, .tooLarge: break
            default: throw BundleStoreError(error)
            }
        }
        // A folder that cannot be opened now is not gone.
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

    /// Replaces the stored state in one step, unless it is the same.
    static func save(_ state: StoreState, in root: Folder) throws(BundleStoreError) {
        let bytes = state.bytes
        if let kept = try? root.readIfPresent(stateName, limit: Limits.webBundleStateBytes), kept == bytes { return }
        try BundleStoreError.files { () throws(FileError) in
            // A file cannot replace anything but a file.
            if let kind = root.kind(of: stateName), kind != .file { try root.remove(stateName) }
            try root.replace(stateName, bytes)
        }
    }
}

extension FileError {
    var meansGone: Bool { [.notFound, .notAFolder, .symbolicLink].contains(reason) }
}

extension StoredBundle {
    var folderName: String { BundleVersion.stored(version).description }
}
