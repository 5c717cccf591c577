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
    struct Accepted: Sendable {
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
            await store.session.learn(accepted.index, isKept: accepted.problem == nil, on: store.wakefulClock)
            return accepted
        case .failure(let error): throw .verification(error)
        }
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
