import LocalFiles
import ManifestVerifier

extension UpdateRun {
    /// Only what is on offer now is worth going on with.
    func forgetDownloads(but download: Selection.Download) async throws(UpdateFailure) {
        var sha256: String?
        if case .install(let offer) = download { sha256 = offer.bundle.sha256 }
        _ = try await storing { () async throws(BundleStoreError) in
            try await store.folder.locked { (root) throws(BundleStoreError) in
                try translating(StagingFolder.forgetDownloads(but: sha256, in: root), to: BundleStoreError.init)
            }
        }
    }

    /// Fetches, checks and installs a bundle that is not there yet; false when it turns out to be no longer needed.
    func install(
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

    /// Downloads, checks and unpacks a bundle. After a failure of the network or of the store, the next update goes on with what
    /// was downloaded. A version whose signed archive is not a bundle is given up for a day.
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
            // If that cannot be written, the next update finds the same.
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
