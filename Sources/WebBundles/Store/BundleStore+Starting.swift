import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension BundleStore {
    /// Decides which bundle to show, and opens it; call it when the app starts, and to show another one.
    ///
    /// For a version that was not confirmed before, this counts as one of its allowed starts; confirm it with
    /// ``StartedBundle/confirm()``. Its first start needs an index of this session that offers it: it is shown by a start
    /// after ``BundleUpdater/update()``. When the store cannot be written, no unconfirmed version is shown: its starts could not
    /// be counted.
    ///
    /// Throws only ``BundleStoreError/embedded(_:)``, when the embedded bundle would be shown but cannot be used, and nothing
    /// else was confirmed before.
    ///
    /// - Parameter untried: whether a version may be started that never was. Without, the best confirmed one is: an index of
    ///   this session could say that the new one is withdrawn.
    @concurrent public func start(untried: Bool = true) async throws(BundleStoreError) -> StartedBundle {
        let stopwatch = Stopwatch(on: clock)
        var choice: Choice
        do throws(BundleStoreError) {
            choice = try await recordedChoice(untried)
        } catch {
            choice = await unrecordedChoice(because: error) ?? Choice(version: .embedded, problem: error)
        }
        var url = self.url(of: choice.version)
        // A bundle in a folder of the app is never unpacked, so any unpacked one is a leftover of another app version.
        var seed: String?
        if case .folder = embedded.source { seed = "" }
        if choice.version == .embedded {
            do throws(BundleStoreError) {
                (url, choice.lock) = try await openSeed()
                if choice.lock != nil { seed = url.lastPathComponent }
            } catch {
                // Better one that was confirmed before than none.
                guard let stored = await unrecordedChoice(excluding: .embedded, because: error) else { throw error }
                choice = stored
                url = self.url(of: choice.version)
            }
        }
        await removeLeftovers(seed: seed)
        return StartedBundle(choice, at: url, in: self, since: stopwatch)
    }

    /// The embedded bundle's folder, with a shared lock of it if it was unpacked into the store.
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

    /// The bundle that a start shows, and why.
    struct Choice {
        var version: BundleVersion
        /// The open folder with a shared lock; nil for a folder of the app.
        var lock: Folder?
        var needsConfirmation = false
        var failures: [SemanticVersion] = []
        var problem: BundleStoreError?
    }

    private func url(of version: BundleVersion) -> URL {
        root.appendingPathComponent(version.description, isDirectory: true)
    }

    private func recordedChoice(_ untried: Bool) async throws(BundleStoreError) -> Choice {
        let (fetched, health, seconds) = (await session.fetched, health, seconds)
        return try await update { (state, root) throws(BundleStoreError) in
            let selection = selection(in: state, knowing: fetched)
            var choice = Choice(version: .embedded)
            while true {
                choice.failures += state.begin(selection, untried: untried, health: health, now: seconds)
                choice.version = state.current ?? .embedded
                guard case .stored(let version) = choice.version else { return choice }
                if let lock = try Self.share(version, in: root) {
                    choice.lock = lock
                    choice.needsConfirmation = state.bundle(version)?.isConfirmed == false
                    return choice
                }
                // The folder exists but cannot be opened: it counts as missing.
                state.keep { $0.version != version }
            }
        }
    }

    /// A bundle that was confirmed before and can be shown without a record; nil when that is the embedded one.
    private func unrecordedChoice(
        excluding excluded: BundleVersion? = nil, because problem: BundleStoreError
    ) async -> Choice? {
        // Without the lock: the state is always replaced in one step.
        guard let root = try? Folder(path: root.path), var state = try? StoreFolder.state(in: root) else { return nil }
        let selection = selection(in: state, knowing: nil)
        while case .stored(let version) = selection.choice(in: state, onlyConfirmed: true, excluding: excluded) {
            if let lock = (try? Self.share(version, in: root)) ?? nil {
                return Choice(version: .stored(version), lock: lock, problem: problem)
            }
            state.keep { $0.version != version }
        }
        return nil
    }

    /// Opens a bundle's folder with a shared lock, so that it is not removed; nil when it is missing or no longer a bundle.
    ///
    /// Throws when it cannot be opened now, which proves nothing about it.
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
        _ = try translating(Folder(path: url.path).file(startPage)) { (error: FileError) in
            BundleStoreError.embedded(error.message)
        }
    }

    /// What cannot be removed now stays for the next start: showing the bundle comes first.
    func removeLeftovers(seed: String?) async {
        try? await folder.locked { (root) throws(BundleStoreError) in
            let state = try StoreFolder.state(in: root)
            _ = try BundleStoreError.files { () throws(FileError) in
                try Leftovers.clean(root, state: state, embedded: seed)
            }
        }
    }
}
