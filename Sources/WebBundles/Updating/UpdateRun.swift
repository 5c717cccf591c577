import AppGate
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One update, from the document to the bundle's folder.
struct UpdateRun: Sendable {
    let configuration: UpdateConfiguration
    let store: BundleStore
    let transport: any DocumentTransport & FileTransport

    /// Runs the update; after any failure the store works as before.
    ///
    /// - Parameter downloads: is called before an archive is asked for.
    @concurrent func outcome(downloads: @escaping @Sendable () async -> Void) async -> UpdateOutcome {
        let stopwatch = Stopwatch(on: store.clock)
        let outcome = await attempt(downloads)
        store.tell(.updated(outcome, after: stopwatch.elapsed()))
        return outcome
    }

    /// What an index of now says beside a download that may take long: that what is shown must be left; nil where it need not
    /// be, and without an answer.
    @concurrent func leaving() async -> UpdateOutcome? {
        guard let response = try? await fetchDocument(), let accepted = try? await accept(response) else { return nil }
        return leftBundle(accepted)
    }

    private func attempt(_ downloads: @Sendable () async -> Void) async -> UpdateOutcome {
        do throws(UpdateFailure) {
            let response = try await fetchDocument()
            let accepted = try await accept(response)
            if let problem = accepted.problem {
                if let left = leftBundle(accepted) { return left }
                throw UpdateFailure.store(problem)
            }
            let download = accepted.selection.download(in: accepted.state)
            try await forgetDownloads(but: download)
            if case .install(let offer) = download {
                do throws(UpdateFailure) {
                    if try await install(offer, of: accepted, downloads) {
                        let mustBeLeft = accepted.state.current.map { mustNotBeShown($0, accepted) } ?? false
                        return mustBeLeft
                            ? .withdrawnCurrent(next: .stored(offer.bundle.version)) : .installed(offer.bundle.version)
                    }
                } catch {
                    if !Task.isCancelled, let left = leftBundle(accepted) { return left }
                    throw error
                }
            }
            return outcome(of: download, accepted)
        } catch {
            return .failed(Task.isCancelled ? .cancelled : error)
        }
    }

    /// The outcome where what is shown must be left, even when there is nothing better yet and nothing can be written; nil
    /// where it need not be.
    private func leftBundle(_ accepted: Accepted) -> UpdateOutcome? {
        let outcome = outcome(of: .nothing, accepted)
        guard case .withdrawnCurrent(let next) = outcome, next != accepted.state.current else { return nil }
        return outcome
    }

    private func outcome(of download: Selection.Download, _ accepted: Accepted) -> UpdateOutcome {
        let (state, selection) = (accepted.state, accepted.selection)
        let next = selection.choice(in: state)
        let current = state.current ?? next
        let isWithdrawn = state.withdrawn.contains(selection.version(of: current))
        if mustNotBeShown(current, accepted), next != current { return .withdrawnCurrent(next: next) }
        if case .needsShell(let minimum, let bundle) = download {
            return .appUpdateNeeded(
                AppUpdateNeed(
                    minimumShell: minimum, bundle: bundle.version, isRequired: isWithdrawn,
                    asOf: accepted.manifest.date))
        }
        // It was downloaded in a former session, or is offered again.
        if case .stored(let version) = next, next != state.current, state.bundle(version)?.isConfirmed == false {
            return .installed(version)
        }
        return isWithdrawn ? .withdrawnCurrent(next: next) : .upToDate
    }

    /// Whether a version is withdrawn, or was halted before it was confirmed.
    private func mustNotBeShown(_ bundle: BundleVersion, _ accepted: Accepted) -> Bool {
        let (state, version) = (accepted.state, accepted.selection.version(of: bundle))
        return state.withdrawn.contains(version)
            || state.halted.contains(version) && state.bundle(version)?.isConfirmed == false
    }

    // MARK: The document

    private func fetchDocument() async throws(UpdateFailure) -> DocumentResponse {
        let response: DocumentResponse
        do throws(TransportError) {
            response = try await transport.response(
                for: configuration.url,
                byteLimit: Envelope.jws.byteLimit(ofBody: store.verifier.bodyLimit),
                timeLimit: configuration.documentTimeLimit)
        } catch {
            throw .document(error)
        }
        guard response.status == 200 else { throw .documentStatus(response.status) }
        return response
    }

    /// A verified index, and the state in which it was accepted.
    private struct Accepted: Sendable {
        let manifest: VerifiedManifest
        let index: FetchedIndex
        let state: StoreState
        /// The choice of this device by that index.
        let selection: Selection
        /// Why it could not be stored; then it counts in this session alone, for what must not be shown.
        var problem: BundleStoreError?
    }

    /// Verifies a document against the stored one, and stores it with its withdrawals; all in one step, so that no process
    /// replaces a newer document by an older one.
    private func accept(_ response: DocumentResponse) async throws(UpdateFailure) -> Accepted {
        let download = Download(jws: response.body)
        let (verifier, path, now) = (store.verifier, DocumentPath.webBundleIndex, store.now())
        let kept = ManifestStore(file: store.root.appendingPathComponent(UpdateConfiguration.keptName))
        let verified = Guarded<Accepted?>(nil)
        let result: Result<Accepted, VerificationError>
        do throws(BundleStoreError) {
            result = try await store.update { (state, root) throws(BundleStoreError) in
                // A document that no longer verifies counts as missing: its key may have been revoked.
                let stored = try kept.loadForStore().flatMap { try? verifier.verify(kept: $0, path: path) }
                let manifest: VerifiedManifest
                do throws(VerificationError) {
                    manifest = try verifier.verify(download, path: path, stored: stored, now: now)
                } catch {
                    return .failure(error)
                }
                guard let index = manifest.content as? WebBundleIndex, let signed = manifest.date?.instant else {
                    preconditionFailure("the verifier was asked for a dated index")
                }
                state.obey(index)
                let fetched = FetchedIndex(index, signed: signed)
                let selection = store.selection(in: state, knowing: fetched)
                let accepted = Accepted(manifest: manifest, index: fetched, state: state, selection: selection)
                verified.with { $0 = accepted }
                try kept.saveForStore(manifest)
                // Before its consequences count: after a power cut, an older one could be accepted again.
                try translating(root.sync(UpdateConfiguration.keptName), to: BundleStoreError.init)
                return .success(accepted)
            }
        } catch {
            guard var accepted = verified.with({ $0 }) else { throw .store(error) }
            accepted.problem = error
            result = .success(accepted)
        }
        switch result {
        case .success(let accepted):
            await store.session.learn(accepted.index, isKept: accepted.problem == nil, on: store.clock)
            return accepted
        case .failure(let error): throw .verification(error)
        }
    }

    // MARK: The archive

    /// Only what is on offer now is worth going on with.
    private func forgetDownloads(but download: Selection.Download) async throws(UpdateFailure) {
        var sha256: String?
        if case .install(let offer) = download { sha256 = offer.bundle.sha256 }
        _ = try await storing { () async throws(BundleStoreError) in
            try await store.folder.locked { (root) throws(BundleStoreError) in
                try translating(StagingFolder.forgetDownloads(but: sha256, in: root), to: BundleStoreError.init)
            }
        }
    }

    /// Fetches, checks and installs a bundle that is not there yet; false when it turns out to be no longer needed.
    private func install(
        _ offer: WebBundleIndex.Entry, of accepted: Accepted, _ downloads: @Sendable () async -> Void
    ) async throws(UpdateFailure) -> Bool {
        guard let shells = offer.shells[accepted.selection.device.platform] else {
            preconditionFailure("what is installed fits the shell")
        }
        let download = accepted.manifest.download
        if try await storing({ () async throws(BundleStoreError) in
            try await store.extend(offer, to: shells, by: download)
        }) {
            return true
        }
        await downloads()
        let (archive, unpacked, list) = try await unpacked(offer, of: accepted)
        do throws(BundleStoreError) {
            let bundle = StoredBundle(
                version: offer.bundle.version, sha256: offer.bundle.sha256, files: offer.files, shells: shells)
            let proof = BundleProof(index: download, list: list)
            let isInstalled = try await store.install(bundle, with: proof, from: unpacked)
            await store.folder.discard(archive)
            if isInstalled {
                // What cannot be removed now is removed later.
                _ = try? await store.collectGarbage()
            } else {
                await store.folder.discard(unpacked)
            }
            return isInstalled
        } catch {
            await store.folder.discard(unpacked)
            if !archive.isDownload { await store.folder.discard(archive) }
            throw .store(error)
        }
    }

    private func storing<Result>(
        _ work: () async throws(BundleStoreError) -> Result
    ) async throws(UpdateFailure) -> Result {
        do throws(BundleStoreError) { return try await work() } catch { throw .store(error) }
    }

    /// Downloads, checks and unpacks a bundle. What came of an archive is kept for the next update where another try may help:
    /// after a failure of the network or of the store. One that is signed and no bundle is given up for a day.
    private func unpacked(
        _ offer: WebBundleIndex.Entry, of accepted: Accepted
    ) async throws(UpdateFailure) -> (archive: StagingFolder, unpacked: StagingFolder, FileList) {
        guard let url = BundleAddress.url(offer.bundle.url, beside: configuration.url) else {
            throw .unacceptableURL(offer.bundle.url)
        }
        guard offer.byteCount <= configuration.byteLimit else {
            throw .archiveTooLarge(limit: configuration.byteLimit)
        }
        let archive = try await makeStaging { (root) throws(BundleStoreError) in
            // What cannot take the place of a former folder need not be fetched. One with a record is another process's.
            let version = offer.bundle.version
            let isInUse = try BundleStoreError.files { () throws(FileError) in
                try Leftovers.isInUse(BundleVersion.stored(version).description, in: root)
            }
            if isInUse, try StoreFolder.state(in: root).bundle(version) == nil { throw .inUse(version) }
            return try StagingFolder(downloading: offer.bundle.sha256, in: root)
        }
        var download: ArchiveDownload?
        do throws(UpdateFailure) {
            let fetch = ArchiveFetch(
                store: store, transport: transport, rules: configuration.download, offer: offer,
                key: accepted.manifest.key, url: url)
            let begun = try translating(
                ArchiveDownload(
                    in: archive.folder, size: offer.byteCount, rules: configuration.download, clock: store.clock),
                to: UpdateFailure.storage)
            download = begun
            let (unpacked, list) = try await unpack(fetch.file(of: begun), listedAs: offer.files)
            return (archive, unpacked, list)
        } catch {
            let isKept = error.allowsContinuing && archive.isDownload && download?.canBeContinued == true
            if !isKept { await store.folder.discard(archive) }
            if error.isOfContent { try? await store.giveUp(offer.bundle.version) }
            throw error
        }
    }

    private func makeStaging(
        _ make: (Folder) throws(BundleStoreError) -> StagingFolder = { (root) throws(BundleStoreError) in
            try StagingFolder(in: root)
        }
    ) async throws(UpdateFailure) -> StagingFolder {
        try await storing { () async throws(BundleStoreError) in try await store.folder.locked(make) }
    }

    private func unpack(_ file: ReadableFile, listedAs files: String) async throws(UpdateFailure) -> (
        StagingFolder, FileList
    ) {
        guard !Task.isCancelled else { throw .cancelled }
        let staging = try await makeStaging()
        do throws(UpdateFailure) {
            let list = try unpack(file, listedAs: files, into: staging.folder)
            guard !Task.isCancelled else { throw .cancelled }
            return (staging, list)
        } catch {
            await store.folder.discard(staging)
            throw error
        }
    }

    private func unpack(
        _ file: ReadableFile, listedAs files: String, into folder: Folder
    ) throws(UpdateFailure) -> FileList {
        let reader = try translating(ArchiveReader(file), to: UpdateFailure.init)
        guard reader.entries.contains(where: { $0.name.spelling.hasSameBytes(as: BundleStore.startPage) }) else {
            throw .malformedArchive("it has no \(BundleStore.startPage)")
        }
        let list = try translating(reader.unpack(into: folder), to: UpdateFailure.init)
        guard list.digest == files else { throw .wrongFiles(expected: files, found: list.digest) }
        return list
    }
}

extension ManifestStore {
    fileprivate func loadForStore() throws(BundleStoreError) -> Download? {
        do { return try load(in: [.jws]) } catch { throw .storage("the last document cannot be read: \(error)") }
    }

    fileprivate func saveForStore(_ manifest: VerifiedManifest) throws(BundleStoreError) {
        do { try save(manifest) } catch { throw .storage("the document cannot be kept: \(error)") }
    }
}
