import AppGate
import BundleArchive
import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One look for a new bundle, from the document to the bundle's folder.
struct UpdateRun: Sendable {
    let configuration: UpdateConfiguration
    let store: BundleStore
    let transport: any DocumentTransport & FileTransport

    /// Does all of it; whatever goes wrong, the store can be used as before.
    @concurrent func outcome() async -> UpdateOutcome {
        do throws(UpdateFailure) {
            let response = try await fetchDocument()
            let accepted = try await accept(response)
            let (manifest, state) = (accepted.manifest, accepted.state)
            let choice = Offer.choice(
                of: Offer.offers(of: manifest.content), state: state, selection: store.selection)
            if case .install(let offer) = choice {
                do throws(UpdateFailure) {
                    if try await install(offer, of: manifest) { return .installed(offer.bundle.version) }
                } catch {
                    // What is withdrawn is to be left, also when there is nothing better yet.
                    let without = outcome(of: .nothing, state: state, asOf: manifest.date)
                    if !Task.isCancelled, case .withdrawnCurrent(let next) = without, next != state.current {
                        return without
                    }
                    throw error
                }
            }
            return outcome(of: choice, state: state, asOf: manifest.date)
        } catch {
            return .failed(Task.isCancelled ? .cancelled : error)
        }
    }

    private func outcome(of choice: Offer.Choice, state: StoreState, asOf date: SignedDate?) -> UpdateOutcome {
        let next = store.selection.choice(in: state)
        let current = state.current ?? next
        let isWithdrawn = state.withdrawn.contains(store.selection.version(of: current))
        if isWithdrawn, next != current { return .withdrawnCurrent(next: next) }
        if case .needsNewerShell(let bundle) = choice {
            return .appUpdateNeeded(
                AppUpdateNeed(
                    minimumShell: bundle.minimumShell, bundle: bundle.version, isRequired: isWithdrawn, asOf: date))
        }
        return isWithdrawn ? .withdrawnCurrent(next: next) : .upToDate
    }

    // MARK: The document

    private func fetchDocument() async throws(UpdateFailure) -> DocumentResponse {
        let response: DocumentResponse
        do throws(TransportError) {
            response = try await transport.response(
                for: configuration.source.url, byteLimit: configuration.verifier.bodyLimit,
                timeLimit: configuration.documentTimeLimit)
        } catch {
            throw .document(error)
        }
        guard response.status == 200 else { throw .documentStatus(response.status) }
        return response
    }

    /// A document that may be believed, and the state that it was accepted in.
    private struct Accepted: Sendable {
        let manifest: VerifiedManifest
        let state: StoreState
    }

    /// Verifies a document against the one that is kept, and keeps it with what it withdraws; all in one step, so that of
    /// two processes none puts an older document in the place of a newer one.
    private func accept(_ response: DocumentResponse) async throws(UpdateFailure) -> Accepted {
        let download = Download(body: response.body, headers: response.headers)
        let (verifier, now) = (configuration.verifier, store.now())
        let kept = ManifestStore(file: store.root.appendingPathComponent(configuration.keptName))
        let result: Result<Accepted, VerificationError>
        do throws(BundleStoreError) {
            result = try await store.update { (state, root) throws(BundleStoreError) in
                // One that does not verify any more counts as none: its key may be revoked since.
                let stored = try kept.loadForStore().flatMap { try? verifier.verify(kept: $0) }
                let manifest: VerifiedManifest
                do throws(VerificationError) {
                    manifest = try verifier.verify(download, stored: stored, now: now)
                } catch {
                    return .failure(error)
                }
                switch manifest.content {
                case .webBundleIndex(let index): state.withdraw(index.withdrawn)
                case .webBundleManifest(let manifest): state.withdraw(manifest.withdrawn)
                default: break
                }
                try kept.saveForStore(manifest)
                // Before anything counts that follows from it: after a power cut, an older one could be accepted again.
                try BundleStoreError.files { () throws(FileError) in try root.sync(configuration.keptName) }
                return .success(Accepted(manifest: manifest, state: state))
            }
        } catch {
            throw .store(error)
        }
        switch result {
        case .success(let accepted): return accepted
        case .failure(let error): throw .verification(error)
        }
    }

    // MARK: The archive

    /// Fetches, checks and installs a bundle; false when it turns out not to be needed any more.
    private func install(_ offer: Offer, of manifest: VerifiedManifest) async throws(UpdateFailure) -> Bool {
        let archive = try await makeStaging()
        let unpacked: StagingFolder
        do throws(UpdateFailure) {
            let file = try await fetch(offer, into: archive.folder)
            try check(file, offer: offer, key: manifest.key)
            unpacked = try await unpack(file)
        } catch {
            await store.folder.discard(archive)
            throw error
        }
        await store.folder.discard(archive)
        do throws(BundleStoreError) {
            let isInstalled = try await store.install(StoredBundle(offer.bundle), from: unpacked)
            if isInstalled {
                // What cannot be removed now is removed another time.
                _ = try? await store.collectGarbage()
            } else {
                await store.folder.discard(unpacked)
            }
            return isInstalled
        } catch {
            await store.folder.discard(unpacked)
            throw .store(error)
        }
    }

    private func makeStaging() async throws(UpdateFailure) -> StagingFolder {
        do throws(BundleStoreError) {
            return try await store.folder.locked { (root) throws(BundleStoreError) in try StagingFolder(in: root) }
        } catch {
            throw .store(error)
        }
    }

    private func fetch(_ offer: Offer, into folder: Folder) async throws(UpdateFailure) -> ReadableFile {
        guard let url = BundleAddress.url(offer.bundle.url, beside: configuration.source.url) else {
            throw .unacceptableURL(offer.bundle.url)
        }
        let accepted = min(configuration.byteLimit, Limits.webBundleBytes)
        let limit = min(offer.byteCount ?? accepted, accepted)
        guard offer.byteCount ?? 0 <= limit else { throw .archiveTooLarge(limit: limit) }
        let download: ArchiveDownload
        do throws(FileError) {
            download = try ArchiveDownload(in: folder)
        } catch {
            throw .store(BundleStoreError(error))
        }
        let status: Int
        do throws(TransportError) {
            status = try await transport.download(
                url, byteLimit: limit, timeLimit: configuration.archiveTimeLimit,
                receive: { try download.receive($0) })
        } catch {
            if let failure = download.failure { throw .store(BundleStoreError(failure)) }
            if case .bodyTooLarge(let limit) = error { throw .archiveTooLarge(limit: limit) }
            throw .archive(error)
        }
        guard status == 200 else { throw .archiveStatus(status) }
        guard !Task.isCancelled else { throw .cancelled }
        // A transport has the same limit; one that does not keep it has no say in this.
        guard download.byteCount <= limit else { throw .archiveTooLarge(limit: limit) }
        if let expected = offer.byteCount, download.byteCount != expected {
            throw .wrongSize(expected: expected, found: download.byteCount)
        }
        do throws(FileError) {
            return try download.finished()
        } catch {
            throw .store(BundleStoreError(error))
        }
    }

    /// Checks hash and signature of the open file that is unpacked afterwards.
    private func check(_ file: ReadableFile, offer: Offer, key: TrustedKey) throws(UpdateFailure) {
        let digest: SHA256Digest
        do throws(FileError) {
            digest = try file.digest()
        } catch {
            throw .store(BundleStoreError(error))
        }
        guard digest.hexadecimal == offer.bundle.sha256 else {
            throw .wrongHash(expected: offer.bundle.sha256, found: digest.hexadecimal)
        }
        guard let signature = try? ECDSASignature(derRepresentation: offer.bundle.signature),
            key.publicKey.isValidSignature(signature, for: digest)
        else { throw .badSignature(key.id) }
    }

    private func unpack(_ file: ReadableFile) async throws(UpdateFailure) -> StagingFolder {
        guard !Task.isCancelled else { throw .cancelled }
        let staging = try await makeStaging()
        do throws(UpdateFailure) {
            try unpack(file, into: staging.folder)
            guard !Task.isCancelled else { throw .cancelled }
        } catch {
            await store.folder.discard(staging)
            throw error
        }
        return staging
    }

    private func unpack(_ file: ReadableFile, into folder: Folder) throws(UpdateFailure) {
        let reader: ArchiveReader
        do throws(ArchiveError) {
            reader = try ArchiveReader(file)
        } catch {
            throw UpdateFailure(error)
        }
        guard reader.entries.contains(where: { $0.name.spelling.hasSameBytes(as: BundleStore.startPage) }) else {
            throw .malformedArchive("it has no \(BundleStore.startPage)")
        }
        do throws(ArchiveError) {
            try reader.unpack(into: folder)
        } catch {
            throw UpdateFailure(error)
        }
    }
}

extension UpdateFailure {
    /// What an archive's error means for an update: the disk's faults are not the archive's.
    fileprivate init(_ error: ArchiveError) {
        if case .file(let error) = error {
            self = .store(BundleStoreError(error))
        } else {
            self = .malformedArchive(error.message)
        }
    }
}

extension ManifestStore {
    fileprivate func loadForStore() throws(BundleStoreError) -> Download? {
        do { return try load() } catch { throw .storage("the last document cannot be read: \(error)") }
    }

    fileprivate func saveForStore(_ manifest: VerifiedManifest) throws(BundleStoreError) {
        do { try save(manifest) } catch { throw .storage("the document cannot be kept: \(error)") }
    }
}
