import AppGate
import LocalFiles
import ManifestFormat

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
    /// Throws ``BundleStoreError/embedded(_:)`` and nothing else, when there is nothing to show but the embedded bundle
    /// and that cannot be used.
    @concurrent public func start() async throws(BundleStoreError) -> StartedBundle {
        let stopwatch = Stopwatch(on: clock)
        var choice: Choice
        do throws(BundleStoreError) {
            choice = try await recordedChoice()
        } catch {
            choice = unrecordedChoice(because: error)
        }
        let url: URL
        var seed: String?
        switch (choice.version, embedded.source) {
        case (.stored, .archive): url = self.url(of: choice.version)
        case (.stored, .folder):
            url = self.url(of: choice.version)
            seed = ""
        case (.embedded, .folder(let folder)):
            try Self.checkSeed(at: folder)
            url = folder
            seed = ""
        case (.embedded, .archive(let archive)):
            let unpacked: UnpackedSeed
            do throws(BundleStoreError) {
                unpacked = try await UnpackedSeed(of: archive, in: folder)
            } catch {
                if case .embedded = error { throw error }
                throw .embedded(error.message)
            }
            url = root.appendingPathComponent(unpacked.name, isDirectory: true)
            choice.lock = unpacked.folder
            seed = unpacked.name
        }
        await removeLeftovers(seed: seed)
        return StartedBundle(choice, at: url, in: self, since: stopwatch)
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
                if let lock = Self.share(version, in: root) {
                    choice.lock = lock
                    choice.needsConfirmation = state.bundle(version)?.isConfirmed == false
                    return choice
                }
                // The folder is there and cannot be opened: it counts no more than one that is gone.
                state.keep { $0.version != version }
            }
        }
    }

    private func unrecordedChoice(because problem: BundleStoreError) -> Choice {
        var choice = Choice(version: .embedded, problem: problem)
        // Without the lock: whoever changes the state replaces it in one step.
        guard let root = try? Folder(path: root.path), var state = try? StoreFolder.state(in: root) else {
            return choice
        }
        while case .stored(let version) = selection.choice(in: state, onlyConfirmed: true) {
            if let lock = Self.share(version, in: root) {
                choice.version = .stored(version)
                choice.lock = lock
                return choice
            }
            state.keep { $0.version != version }
        }
        return choice
    }

    /// Opens a bundle's folder so that nobody removes it; nil when that cannot be.
    private static func share(_ version: SemanticVersion, in root: Folder) -> Folder? {
        guard let folder = try? root.folder(BundleVersion.stored(version).description),
            (try? folder.tryLock(isShared: true)) == true, folder.kind(of: startPage) == .file
        else { return nil }
        return folder
    }

    private static func checkSeed(at url: URL) throws(BundleStoreError) {
        do throws(FileError) {
            _ = try Folder(path: url.path).file(startPage)
        } catch {
            throw .embedded(error.report.message)
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
