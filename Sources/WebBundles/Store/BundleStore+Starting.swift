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
    /// What was downloaded is checked again: the index that offered it by the keys of the app, the list of its files, and
    /// its page; the other files when they are served. A bundle that is not what was signed steps aside.
    ///
    /// For a version that was not confirmed before, this counts as one of its allowed starts; confirm it with
    /// ``StartedBundle/confirm()``. Its first start needs an index of this session that offers it: it is shown by a start
    /// after ``BundleUpdater/update()``. When the store cannot be written, no unconfirmed version is shown: its starts could not
    /// be counted.
    ///
    /// Throws only ``BundleStoreError/embedded(_:)``, when the embedded bundle would be shown but cannot be used, and nothing
    /// else was confirmed before.
    @concurrent public func start() async throws(BundleStoreError) -> StartedBundle {
        let stopwatch = Stopwatch(on: clock)
        var choice: Choice
        do throws(BundleStoreError) {
            choice = try await recordedChoice()
        } catch {
            choice = await unrecordedChoice(because: error) ?? Choice(version: .embedded, problem: error)
        }
        var url = self.url(of: choice.version)
        // A bundle in a folder of the app is never unpacked, so any unpacked one is a leftover of another app version.
        var seed: String?
        if case .folder = embedded.source { seed = "" }
        var verdicts = choice.verdicts
        if choice.version == .embedded {
            do throws(BundleStoreError) {
                (url, choice.files) = try await openSeed()
                if choice.files != nil { seed = url.lastPathComponent }
            } catch {
                // Better one that was confirmed before than none.
                guard let stored = await unrecordedChoice(excluding: .embedded, because: error) else { throw error }
                choice = stored
                verdicts += stored.verdicts
                url = self.url(of: choice.version)
            }
        }
        await removeLeftovers(seed: seed)
        excludeFromBackups()
        for failure in choice.failures { verdicts.append(.failed(failure, because: "starts")) }
        for verdict in verdicts { tell(verdict) }
        tell(
            BundleEvent("start").with("bundle", choice.version).with("trial", choice.trial)
                .with("code", choice.problem?.code))
        return StartedBundle(choice, at: url, in: self, since: stopwatch)
    }

    /// The embedded bundle's folder, with its files if it was unpacked into the store.
    private func openSeed() async throws(BundleStoreError) -> (URL, CheckedFolder?) {
        switch embedded.source {
        case .folder(let folder):
            try Self.checkSeed(at: folder)
            return (folder, nil)
        case .archive(let archive):
            do throws(BundleStoreError) {
                let known = seed.with { $0 }.flatMap { UnpackedSeed(known: $0, in: folder) }
                let unpacked = if let known { known } else { try await UnpackedSeed(of: archive, in: folder) }
                let contents = unpacked.contents
                seed.with { $0 = contents }
                let files = CheckedFolder(unpacked.folder, contents.list) { [self] refusal in
                    // The next start compares the folder again, and unpacks it anew.
                    seed.with { $0 = nil }
                    tell(.refused(.embedded, refusal))
                }
                return (root.appendingPathComponent(contents.name, isDirectory: true), files)
            } catch {
                if case .embedded = error { throw error }
                throw .embedded(error.message)
            }
        }
    }

    /// The bundle that a start shows, and why.
    struct Choice {
        var version: BundleVersion
        /// Its files, in a folder with a shared lock; nil for an embedded bundle that is served in place.
        var files: CheckedFolder?
        /// Which start of its trial this is; nil when it needs none.
        var trial: Int?
        var failures: [SemanticVersion] = []
        /// Verdicts on bundles that are not shown.
        var verdicts: [BundleEvent] = []
        var problem: BundleStoreError?
    }

    private func url(of version: BundleVersion) -> URL {
        root.appendingPathComponent(version.description, isDirectory: true)
    }

    private func recordedChoice() async throws(BundleStoreError) -> Choice {
        let (fetched, health, seconds) = (await session.fetched, health, seconds)
        return try await update { (state, root) throws(BundleStoreError) in
            let selection = selection(in: state, knowing: fetched)
            var choice = Choice(version: .embedded)
            while true {
                choice.failures += state.begin(selection, health: health, now: seconds)
                // Before anything of it is read: if that ends the process, it would end every start.
                if state.trial != nil { try StoreFolder.save(state, in: root) }
                choice.version = state.current ?? .embedded
                guard case .stored(let version) = choice.version, let bundle = state.bundle(version) else {
                    return choice
                }
                if let files = try open(bundle, in: root, &choice.verdicts) {
                    choice.files = files
                    choice.trial = bundle.isConfirmed ? nil : state.trial?.starts
                    return choice
                }
                // It counts as missing.
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
        if let unkept = await session.unkept { state.obeyUnkept(unkept) }
        let selection = selection(in: state, knowing: nil)
        var verdicts: [BundleEvent] = []
        while case .stored(let version) = selection.choice(in: state, onlyConfirmed: true, excluding: excluded) {
            if let bundle = state.bundle(version), let files = (try? open(bundle, in: root, &verdicts)) ?? nil {
                return Choice(version: .stored(version), files: files, verdicts: verdicts, problem: problem)
            }
            state.keep { $0.version != version }
        }
        return nil
    }

    /// Opens a bundle's folder with a shared lock, so that it is not removed, and checks its proof and its page; nil when it
    /// is missing or not what was signed, which is then among the verdicts.
    ///
    /// Throws when it cannot be opened now, which proves nothing about it.
    private func open(
        _ bundle: StoredBundle, in root: Folder, _ verdicts: inout [BundleEvent]
    ) throws(BundleStoreError) -> CheckedFolder? {
        do throws(FileError) {
            let folder = try root.folder(bundle.folderName)
            guard try folder.tryLock(isShared: true) else { return nil }
            let refusal: BundleRefusal
            switch try BundleProof.list(of: bundle, in: root, by: verifier, for: Self.platform) {
            case .failure(let found): refusal = found
            case .success(let list):
                let identity = folder.identity
                let files = CheckedFolder(folder, list) { [self] in stepAside(bundle, identity, $0) }
                let known = refusals.with { $0[bundle.folderName] }
                if let known, known.folder == identity {
                    refusal = known.reason
                } else if let found = try files.checkStartPage() {
                    refusal = found
                } else {
                    return files
                }
            }
            verdicts.append(.refused(.stored(bundle.version), refusal))
            return nil
        } catch {
            if error.meansGone { return nil }
            throw BundleStoreError(error)
        }
    }

    /// A bundle is not what was signed: from now on it counts as missing, so that it can be installed again.
    ///
    /// - Parameter identity: device and inode of its folder.
    private func stepAside(_ bundle: StoredBundle, _ identity: [UInt64], _ refusal: BundleRefusal) {
        refusals.with { $0[bundle.folderName] = (identity, refusal) }
        tell(.refused(.stored(bundle.version), refusal))
        Task {
            // When it cannot be written, this process does not show it again, and the next one finds the same.
            try? await update { (state, root) throws(BundleStoreError) in
                // What was installed after this is in another folder.
                guard (try? root.folder(bundle.folderName))?.identity == identity else { return }
                state.keep { $0.version != bundle.version || $0.sha256 != bundle.sha256 }
            }
        }
    }

    /// A folder that comes back on another device comes without what is kept elsewhere, and can be downloaded again.
    private func excludeFromBackups() {
        #if canImport(Darwin)
            var (root, values) = (root, URLResourceValues())
            values.isExcludedFromBackup = true
            // A start that showed a bundle does not fail for it; the next one tries again.
            try? root.setResourceValues(values)
        #endif
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
