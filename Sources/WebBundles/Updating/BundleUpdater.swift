import AppGate
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks for a new bundle, checks it and puts it into a store, where the next start finds it.
///
/// Nothing is unpacked, and no document parsed, before its signature is checked; a document older than the last one is
/// refused. After any failure the store works as before, and another run starts anew. Concurrent calls share one run; one
/// during a download asks for the index by itself first, and does not wait where what is shown must be left.
public actor BundleUpdater {
    private let run: UpdateRun
    private var running: Task<Void, Never>?
    private var isDownloading = false
    private var waiting: [Int: CheckedContinuation<UpdateOutcome, Never>] = [:]
    private var count = 0
    /// The last caller whose run was cancelled; later ones get another run.
    private var lastCancelled: Int?

    /// An updater of a store.
    ///
    /// - Parameters:
    ///   - configuration: where bundles come from.
    ///   - store: where they are kept; several updaters, even in several processes, may share one.
    ///   - transport: fetches the document and the archive; `SessionTransport` does both.
    public init(
        _ configuration: UpdateConfiguration, store: BundleStore, transport: any DocumentTransport & FileTransport
    ) {
        run = UpdateRun(configuration: configuration, store: store, transport: transport)
    }

    /// Decides which bundle to show, as ``BundleStore/start()`` does, and opens it; call it when the app starts, and to show
    /// another one.
    ///
    /// A version that was never started needs an index of this session, which may say that it was withdrawn. Where such a
    /// version waits, an update begins here, and goes on behind a start that waits no longer.
    ///
    /// - Parameter patience: how many seconds to wait.
    public func start(patience: TimeInterval = 3) async throws(BundleStoreError) -> StartedBundle {
        let store = run.store
        if (try? await store.status().isNextWaiting) == true {
            let update = Task { await self.update() }
            _ = await store.clock.first(within: patience) { await update.value }
        }
        return try await store.start()
    }

    /// Fetches the document, and the archive of a bundle that is better than those in the store.
    ///
    /// A caller that cancels while others wait returns at once; when the last one cancels, the run itself is cancelled and
    /// leaves nothing behind.
    public func update() async -> UpdateOutcome {
        if isDownloading, let outcome = await run.leaving() { return outcome }
        count += 1
        let id = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[id] = continuation
                if running == nil { begin() }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func begin() {
        running = Task { [run, weak self] in
            let outcome = await run.outcome { [weak self] in await self?.beginDownload() }
            await self?.finish(outcome)
        }
    }

    private func beginDownload() { isDownloading = true }

    private func finish(_ outcome: UpdateOutcome) {
        (running, isDownloading) = (nil, false)
        let answered = waiting.filter { $0.key <= lastCancelled ?? .max }
        lastCancelled = nil
        for (id, continuation) in answered {
            waiting[id] = nil
            continuation.resume(returning: outcome)
        }
        if !waiting.isEmpty { begin() }
    }

    private func cancel(_ id: Int) {
        guard waiting[id] != nil else { return }
        if waiting.count > 1 {
            waiting.removeValue(forKey: id)?.resume(returning: .failed(.cancelled))
        } else {
            // The last caller waits until everything is cleaned up.
            running?.cancel()
            lastCancelled = count
        }
    }
}

/// Where bundles come from; the store has the keys that sign them.
public struct UpdateConfiguration: Sendable {
    /// Where the published tree is: the origin of the environment, such as `https://distribution.example.com`.
    public var base: URL
    /// The largest archive to fetch, in bytes.
    public var byteLimit: Int
    /// The time limit for the whole document, in seconds.
    public var documentTimeLimit: TimeInterval
    /// How archives are downloaded.
    public var download: DownloadRules

    /// A configuration with limits.
    ///
    /// - Parameters:
    ///   - base: the origin of the environment; it may have a path.
    ///   - byteLimit: the largest archive to fetch, in bytes; never more than `Limits.webBundleBytes`.
    ///   - documentTimeLimit: for the whole document.
    ///   - download: how archives are downloaded.
    public init(
        base: URL, byteLimit: Int = Limits.webBundleBytes, documentTimeLimit: TimeInterval = 20,
        download: DownloadRules = DownloadRules()
    ) {
        self.base = base
        self.byteLimit = min(byteLimit, Limits.webBundleBytes)
        self.documentTimeLimit = documentTimeLimit
        self.download = download
    }

    /// What is fetched for the document: `builds/index.json.jws`, which names all bundles and whom they are for.
    public var url: URL { base.appendingPathComponent(Envelope.jws.path(of: .webBundleIndex), isDirectory: false) }

    /// The file in the store that keeps the last verified document.
    static let keptName = "index"
}
