import ManifestFormat
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks one document at start and on return to the foreground, and says what the app is to do.
///
/// One object is one session. Whatever goes wrong, there is a decision: network, HTTP, signature and decoding failures
/// never decide, they leave what stands (`GateConfiguration.whenUnreachable`). Concurrent calls share one fetch.
public actor Gate {
    private let configuration: GateConfiguration
    private let device: Device
    private let transport: any DocumentTransport
    private let store: ManifestStore?
    private let lookup: StoreLookup?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// The newest manifest that is known; nothing older is accepted.
    private var newest: VerifiedManifest?
    /// What decides; nil while nothing is known.
    private var standing: Standing?
    private var isLoaded = false
    /// A verified answer of the backend that this app is too old; what is fetched after it replaces it.
    private var observed: Standing?
    private var storeVersion: StoreVersion?
    private var refresh: Task<Void, Never>?
    /// Whether the fetch that is under way has got its document.
    private var hasAnswered = false
    /// Since the last document that was fetched and verified.
    private var sinceFetch: Stopwatch?
    /// Whether the last fetch failed, or is taking longer than a check waits.
    private var isUnreachable = false
    private var listeners: [Int: AsyncStream<Decision>.Continuation] = [:]
    private var listenerCount = 0

    /// Why the last check came to nothing; nil when it did not.
    public private(set) var lastFailure: CheckFailure?

    /// A gate for one document.
    ///
    /// - Parameters:
    ///   - configuration: what is checked, and how patiently.
    ///   - device: the device and the app on it.
    ///   - transport: fetches the document.
    ///   - store: where the last verified document is kept; nil to begin each session with the embedded one.
    ///   - lookup: says whether the store has an update; asked only when there is one.
    ///   - clock: measures how long things take.
    ///   - now: the clock of the device.
    public init(
        _ configuration: GateConfiguration, device: Device, transport: any DocumentTransport, store: ManifestStore?,
        lookup: StoreLookup? = nil, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.device = device
        self.transport = transport
        self.store = store
        self.lookup = lookup
        self.clock = clock
        self.now = now
    }

    // MARK: For the app

    /// Fetches the document and says what the app is to do: at start, before anything else is shown.
    ///
    /// Returns within `checkTimeLimit`, or at once when the caller is cancelled, with what is known then.
    public func check() async -> Decision {
        load()
        startRefresh()
        await waitForRefresh()
        return decision
    }

    /// The same on return to the foreground, when the last fetch is `foregroundInterval` ago.
    public func enterForeground() async -> Decision {
        if let sinceFetch, sinceFetch.elapsed() < configuration.foregroundInterval { return decision }
        return await check()
    }

    /// Looks at a response of the backend that refuses a request in the middle of a session.
    ///
    /// A 403 with a signed update-required body becomes the decision. Anything else proves nothing and only leads to a
    /// fetch of the document in the background.
    public func observe(status: Int, headers: [HeaderField], body: [UInt8]) -> Decision {
        load()
        if status == 403, let refusal = updateRequired(Download(body: body, headers: headers)) {
            observed = refusal
            publish()
        } else if isUnreachable || sinceFetch.map({ $0.elapsed() >= configuration.observationInterval }) ?? true {
            startRefresh()
        }
        return decision
    }

    /// What the app is to do as far as is known now, without waiting for anything.
    public var decision: Decision {
        if let observed { return observed.decision(for: device, store: storeVersion) }
        if isUnreachable, configuration.whenUnreachable == .allow { return .unknown }
        return standing?.decision(for: device, store: storeVersion) ?? .unknown
    }

    /// The decision now, and again whenever it changes: a fetch may end after `check` has returned.
    public func decisions() -> AsyncStream<Decision> {
        let (stream, listener) = AsyncStream.makeStream(of: Decision.self, bufferingPolicy: .bufferingNewest(1))
        let id = listenerCount
        listenerCount += 1
        listeners[id] = listener
        listener.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.forget(id) }
        }
        load()
        listener.yield(decision)
        return stream
    }

    /// Ends a fetch that is under way.
    public func cancel() {
        refresh?.cancel()
    }

    // MARK: What is kept

    private func load() {
        guard !isLoaded else { return }
        isLoaded = true
        var embedded: VerifiedManifest?
        if let download = configuration.embedded {
            do throws(VerificationError) {
                embedded = try configuration.verifier.verify(kept: download)
            } catch {
                lastFailure = .embedded(error)
            }
        }
        if let download = store?.load(),
            let stored = try? configuration.verifier.verify(kept: download, notBefore: embedded)
        {
            newest = stored
            standing = try? standing(stored, source: .stored)
        } else if let embedded {
            newest = embedded
            standing = try? standing(embedded, source: .embedded)
            // It was never fresh on this device.
            if isFrozen(embedded), isBlocked(by: standing) { standing = nil }
        }
    }

    private func standing(
        _ manifest: VerifiedManifest, source: Decision.Source
    ) throws(DocumentError) -> Standing {
        try Standing(manifest, source: source, platform: device.platform, selecting: configuration.selection)
    }

    // MARK: Fetching

    private func startRefresh() {
        guard refresh == nil else { return }
        refresh = Task {
            await fetch()
            refresh = nil
        }
    }

    private func waitForRefresh() async {
        guard let refresh else { return }
        let isOver = await clock.first(within: configuration.checkTimeLimit) {
            await refresh.value
            return true
        }
        if isOver == nil, !Task.isCancelled, !hasAnswered {
            isUnreachable = true
            publish()
        }
    }

    private func fetch() async {
        hasAnswered = false
        for attempt in 1...max(1, configuration.retry.attempts) {
            let response = await attemptFetch()
            do throws(CheckFailure) {
                try accept(try response.get())
                await lookUpStore()
                return
            } catch {
                isUnreachable = true
                lastFailure = error
                publish()
                guard error.isTransient, attempt < configuration.retry.attempts else { return }
            }
            do { try await clock.sleep(for: configuration.retry.delay(after: attempt)) } catch { return }
        }
    }

    private func attemptFetch() async -> Result<DocumentResponse, CheckFailure> {
        let (transport, url) = (transport, configuration.url)
        let (byteLimit, timeLimit) = (configuration.verifier.bodyLimit, configuration.requestTimeLimit)
        // The transport has the same limit; one that does not keep it must not block all later fetches.
        let result = await clock.first(within: timeLimit) { () -> Result<DocumentResponse, CheckFailure> in
            do throws(TransportError) {
                return .success(try await transport.response(for: url, byteLimit: byteLimit, timeLimit: timeLimit))
            } catch {
                return .failure(.transport(error))
            }
        }
        return result ?? .failure(.transport(Task.isCancelled ? .cancelled : .timedOut))
    }

    /// Takes a response for the truth, or says why not.
    private func accept(_ response: DocumentResponse) throws(CheckFailure) {
        guard response.status == 200 else { throw .status(response.status) }
        let manifest: VerifiedManifest
        let fetched: Standing
        do throws(VerificationError) {
            manifest = try configuration.verifier.verify(
                Download(body: response.body, headers: response.headers), stored: newest, now: now())
        } catch {
            throw .verification(error)
        }
        do throws(DocumentError) {
            fetched = try standing(manifest, source: .fetched)
        } catch {
            throw .verification(.notADocument(configuration.verifier.format, error))
        }
        if let date = manifest.date, isFrozen(manifest), isBlocked(by: fetched), !isBlocked(by: standing) {
            throw .frozen(date)
        }
        newest = manifest
        standing = fetched
        observed = nil
        hasAnswered = true
        isUnreachable = false
        lastFailure = nil
        sinceFetch = Stopwatch(on: clock)
        do { try store?.save(manifest) } catch { lastFailure = .notStored }
        publish()
    }

    private func isFrozen(_ manifest: VerifiedManifest) -> Bool {
        guard let maximumAge = configuration.maximumAge, let date = manifest.date else { return false }
        return now().timeIntervalSince1970 - Double(date.secondsSince1970) > maximumAge / .seconds(1)
    }

    private func isBlocked(by standing: Standing?) -> Bool {
        standing?.decision(for: device, store: nil).isBlocked ?? false
    }

    private func lookUpStore() async {
        let update = standing?.decision(for: device, store: nil).update
        guard let lookup, case .app = update?.subject, let version = await lookup.newestVersion() else { return }
        storeVersion = version
        publish()
    }

    // MARK: What was observed

    private func updateRequired(_ download: Download) -> Standing? {
        let format: DocumentFormat = device.platform == .ios ? .updateRequiredIOS : .updateRequiredAndroid
        let verifier = configuration.verifier.expecting(format)
        guard let manifest = try? verifier.verify(download, stored: observed?.manifest, now: now()),
            !isFrozen(manifest), let refusal = try? standing(manifest, source: .fetched), isBlocked(by: refusal)
        else { return nil }
        return refusal
    }

    // MARK: Listeners

    private func publish() {
        for listener in listeners.values { listener.yield(decision) }
    }

    private func forget(_ id: Int) {
        listeners[id] = nil
    }
}

extension Decision {
    /// What is decided while nothing is known: the app runs.
    fileprivate static let unknown = Decision(.available, source: .none, asOf: nil)
}

extension CheckFailure {
    /// Whether another attempt may go better.
    fileprivate var isTransient: Bool {
        switch self {
        case .transport(.unreachable), .transport(.timedOut): true
        case .status(let status): [408, 425, 429].contains(status) || status >= 500
        // A body that was cut short, or a host in the middle of an update.
        case .verification(.badSignature): true
        case .transport, .verification, .frozen, .embedded, .notStored: false
        }
    }
}
