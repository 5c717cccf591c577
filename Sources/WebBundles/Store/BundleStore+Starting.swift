import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension BundleStore {
    /// Decides which bundle to show, and opens it; to be called when the app starts, and to show another one.
    ///
    /// A version that was not confirmed before counts this as one of the starts that it is allowed; it must be confirmed
    /// with ``StartedBundle/confirm()``. When the store cannot be written, nothing is shown that needs to be confirmed:
    /// nobody could count how often it was tried.
    ///
    /// Throws ``BundleStoreError/embedded(_:)`` and nothing else, when the embedded bundle is to be shown and cannot be
    /// used, and nothing else was confirmed before.
    @concurrent public func start() async throws(BundleStoreError) -> StartedBundle {
        let stopwatch = Stopwatch(on: clock)
        var choice: Choice
        do throws(BundleStoreError) {
            choice = try await recordedChoice()
        } catch {
            choice = unrecordedChoice(because: error) ?? Choice(version: .embedded, problem: error)
        }
        var url = self.url(of: choice.version)
        // Of a bundle in a folder of the app nothing is unpacked, so that whatever is was left by another version of it.
        var seed: String?
        if case .folder = embedded.source { seed = "" }
        if choice.version == .embedded {
            do throws(BundleStoreError) {
                (url, choice.lock) = try await openSeed()
                if choice.lock != nil { seed = url.lastPathComponent }
            } catch {
                // Better one that was shown before than none.
                guard let stored = unrecordedChoice(excluding: .embedded, because: error) else { throw error }
                choice = stored
                url = self.url(of: choice.version)
            }
        }
        await removeLeftovers(seed: seed)
        return StartedBundle(choice, at: url, in: self, since: stopwatch)
    }

    /// The embedded bundle's folder, with a share of its lock if it was unpacked into the store.
    private func openSeed() async throws(BundleStoreError) -> (URL, Folder?) {
        switch embedded.source {
        case .folder(let folder):
            try Self.checkSeed(at: folder)
            return (folder, nil)
        case .archive(let archive):
            do throws(BundleStoreError) {
                let unpacked = try await UnpackedSeed(of: archive, in: folder)
                return (root.appendingPathComponent(unpacked.name, isDirectory: true), unpacked.folder)
            } catch {
                if case .embedded = error { throw error }
                throw .embedded(error.message)
            }
        }
    }

    /// What a start shows, and why.
    struct Choice {
        var version: BundleVersion
        /// The open folder with a share of its lock; nil for a folder of the app.
        var lock: Folder?
        var needsConfirmation = false
        var failures: [SemanticVersion] = []
        var problem: BundleStoreError?
    }

    private func url(of version: BundleVersion) -> URL {
        root.appendingPathComponent(version.description, isDirectory: true)
    }

    private func recordedChoice() async throws(BundleStoreError) -> Choice {
        let (selection, health, seconds) = (selection, health, seconds)
        return try await update { (state, root) throws(BundleStoreError) in
            var choice = Choice(version: .embedded)
            while true {
                choice.failures += state.begin(selection, health: health, now: seconds)
                choice.version = state.current ?? .embedded
                guard case .stored(let version) = choice.version else { return choice }
                if let lock = try Self.share(version, in: root) {
                    choice.lock = lock
                    choice.needsConfirmation = state.bundle(version)?.isConfirmed == false
                    return choice
                }
                // The folder is there and cannot be opened: it counts no more than one that is gone.
                state.keep { $0.version != version }
            }
        }
    }

    /// What was confirmed before and can be shown without being recorded; nil when that is the embedded bundle.
    private func unrecordedChoice(
        excluding excluded: BundleVersion? = nil, because problem: BundleStoreError
    ) -> Choice? {
        // Without the lock: whoever changes the state replaces it in one step.
        guard let root = try? Folder(path: root.path), var state = try? StoreFolder.state(in: root) else { return nil }
        while case .stored(let version) = selection.choice(in: state, onlyConfirmed: true, excluding: excluded) {
            if let lock = (try? Self.share(version, in: root)) ?? nil {
                return Choice(version: .stored(version), lock: lock, problem: problem)
            }
            state.keep { $0.version != version }
        }
        return nil
    }

    /// Opens a bundle's folder so that nobody removes it; nil when it is not there, or is no bundle any more.
    ///
    /// Throws when it cannot be opened now, which says nothing of it.
    private static func share(_ version: SemanticVersion, in root: Folder) throws(BundleStoreError) -> Folder? {
        do throws(FileError) {
            let folder = try root.folder(BundleVersion.stored(version).description)
            return try folder.tryLock(isShared: true) && folder.kind(of: startPage) == .file ? folder : nil
        } catch {
            if error.meansGone { return nil }
            throw BundleStoreError(error)
        }
    }

    private static func checkSeed(at url: URL) throws(BundleStoreError) {
        do throws(FileError) {
            _ = try Folder(path: url.path).file(startPage)
        } catch {
            throw .embedded(error.message)
        }
    }

    /// What cannot be removed now stays for the next start: the bundle is to be shown.
    private func removeLeftovers(seed: String?) async {
        try? await folder.locked { (root) throws(BundleStoreError) in
            let state = try StoreFolder.state(in: root)
            _ = try BundleStoreError.files { () throws(FileError) in
                try Leftovers.clean(root, state: state, embedded: seed)
            }
        }
    }
}
