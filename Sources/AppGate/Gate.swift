import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks one document at start and on return to the foreground, and decides what the app should do.
///
/// One object is one session. There is always a decision: network, HTTP, signature and decoding failures never decide
/// and leave the current one (`GateConfiguration.whenUnreachable`). Concurrent calls share one fetch.
public actor Gate {
    private let configuration: GateConfiguration
    private let transport: any DocumentTransport
    private let lookup: StoreLookup?
    private let clock: any SteadyClock
    private let now: @Sendable () -> Date

    private var knowledge: Knowledge
    private var store: StoreAccess
    private var hasAdoptedEmbedded = false
    private var storeVersion: StoreVersion?

    private var refresh: Task<Void, Never>?
    private var lookingUp: Task<Void, Never>?
    /// Whether the store was not asked yet about what was fetched last.
    private var awaitsStore: Bool
    /// Counts the fetches; only the latest changes anything.
    private var generation = 0
    /// Whether the current fetch has its document.
    private var hasAnswered = false
    private var refusals = RefusalMemory()
    /// Runs since a document was last fetched and verified.
    private var sinceDocument: Stopwatch?
    /// Runs since the end of the last fetch, successful or not.
    private var sinceFetch: Stopwatch?
    /// Whether the last fetch failed, or is taking longer than a check waits.
    private var isUnreachable = false

    private var listeners = Listeners()

    /// Why the last check failed, or its document was not stored.
    private var failure: CheckFailure?
    /// Why the embedded document does not decide, for the whole session.
    private var embeddedFailure: CheckFailure?

    /// A gate for one document.
    ///
    /// - Parameters:
    ///   - configuration: what is checked, and how long to wait.
    ///   - device: the device and the app on it; with channel, region and model where rules go by them.
    ///   - transport: fetches the document.
    ///   - store: where the last verified document is kept; nil to begin each session with the embedded one, as
    ///     a new installation.
    ///   - lookup: finds out whether the store has an update; asked only when one is required or recommended.
    ///   - clock: measures how long things take.
    ///   - now: the clock of the device.
    public init(
        _ configuration: GateConfiguration, device: Device, transport: any DocumentTransport, store: ManifestStore?,
        lookup: StoreLookup? = nil, clock: any SteadyClock = SystemClock.continuous,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            configuration, device: device, transport: transport, keeper: store, lookup: lookup, clock: clock, now: now)
    }

    /// A gate with any store of documents.
    package init(
        _ configuration: GateConfiguration, device: Device, transport: any DocumentTransport,
        keeper: (any DocumentKeeper)?, lookup: StoreLookup?, clock: any SteadyClock,
        now: @escaping @Sendable () -> Date
    ) {
        self.configuration = configuration
        knowledge = Knowledge(configuration, device: device)
        self.transport = transport
        store = StoreAccess(keeper, configuration: configuration, needsInstallID: device.installID == nil)
        self.lookup = lookup
        awaitsStore = lookup != nil
        self.clock = clock
        self.now = now
    }

    deinit { listeners.finish() }

    // MARK: For the app

    /// Fetches the document and decides what the app should do: at start, before anything else is shown.
    ///
    /// Returns within `checkTimeLimit`, or at once when the caller is cancelled, with what is known then.
    ///
    /// - Parameter scope: the part of the app that is asked for: the rules of a gate document for that part count as well.
    public func check(scope: String? = nil) async -> Decision {
        let stopwatch = Stopwatch(on: clock)
        load()
        startRefresh()
        let generation = generation
        // The time that the store took counts as well.
        let rest = max(0, configuration.checkTimeLimit - stopwatch.elapsed())
        let isSettled = await clock.first(within: rest) { await self.settle() }
        if isSettled == nil, !Task.isCancelled, generation == self.generation, !hasAnswered {
            isUnreachable = true
        }
        publish()
        return decision(scope: scope)
    }

    /// The same on return to the foreground, once the last document was fetched `foregroundInterval` ago; before that the
    /// rules that are known are decided again, since they may go by the time.
    ///
    /// - Parameter scope: the part of the app that is asked for.
    public func enterForeground(scope: String? = nil) async -> Decision {
        guard !isUnreachable, let sinceDocument, sinceDocument.elapsed() < configuration.foregroundInterval else {
            return await check(scope: scope)
        }
        publish()
        return decision(scope: scope)
    }

    /// Examines a response of the backend that refuses a request in mid-session.
    ///
    /// A 403 of one of the ``GateConfiguration/backends`` whose body is the `.jws` of the document itself is one more way for
    /// it to arrive: it is checked and kept like one that was fetched, but maintenance in it counts only once a fetch confirms
    /// it. Unless that blocks the app, a response proves nothing and only starts a fetch in the background. The same body is
    /// looked at, and starts a fetch, at most once a minute. Responses of other hosts are ignored.
    ///
    /// - Parameters:
    ///   - host: the host that answered.
    ///   - status: the status of its answer.
    ///   - body: the body of its answer.
    public func observe(host: String, status: Int, body: [UInt8]) -> Decision {
        load()
        if configuration.isBackend(host) { look(at: body, of: status) }
        return decision
    }

    /// What the app should do by what is known now, without waiting.
    public var decision: Decision { decision(scope: nil) }

    /// What a part of the app should do by what is known now, without waiting.
    ///
    /// Rules of a gate document for a part, such as maintenance of payments, count only for those who ask for that part by
    /// name. Ask before it is opened.
    public func decision(scope: String?) -> Decision {
        load()
        let told = knowledge.decide(store: storeVersion, scope: scope, isAllowed: isAllowed, now: now())
        // A rule with a period of grace counts as told from now on.
        if let seen = told.seen, !mayBeTakenBack(told.decision) { knowledge.memory.see(seen.rule, at: seen.time) }
        store.saveMemory(of: &knowledge)
        return told.decision
    }

    /// What is wrong: why the last check failed, what is wrong with the embedded document, or why the app cannot be
    /// compared with the current document; nil when all went well.
    public var lastFailure: CheckFailure? {
        .worst(
            of: failure ?? (store.isKept ? nil : .notStored), embedded: embeddedFailure,
            unreadable: knowledge.unreadableApp(isAllowed: isAllowed))
    }

    /// The current decision, and every change of it that a check or a fetch finds: one may end after `check` has returned.
    ///
    /// A recommendation that the store may lack comes once the store has said that it has it, or nothing can be fetched.
    public func decisions() -> AsyncStream<Decision> {
        // The other listeners first: from here on the decision counts as published.
        publish()
        return listeners.add { [weak self] number in
            Task { [weak self] in await self?.forget(number) }
        }
    }

    /// Ends the current fetch; what is known stays.
    public func cancel() {
        generation += 1
        for task in [refresh, lookingUp] { task?.cancel() }
        // From here on it is as if there were no lookup.
        (refresh, lookingUp, awaitsStore) = (nil, nil, false)
    }

    // MARK: What is kept

    private func load() {
        // Whether a document blocks more than another one depends on what was seen.
        store.loadMemory(into: &knowledge)
        if !hasAdoptedEmbedded, let embedded = configuration.embedded {
            hasAdoptedEmbedded = true
            do throws(VerificationError) {
                try knowledge.adopt(embedded: embedded, now: now())
            } catch {
                embeddedFailure = .embedded(error)
            }
        }
        store.loadDocument(into: &knowledge, now: now())
    }

    // MARK: Fetching

    private func startRefresh() {
        guard refresh == nil else { return }
        generation += 1
        hasAnswered = false
        let generation = generation
        refresh = Task {
            await fetch(generation)
            guard generation == self.generation else { return }
            refresh = nil
            sinceFetch = Stopwatch(on: clock)
        }
    }

    /// Waits for what a check needs: the document, and for a recommendation also the store, which may lack the version.
    private func settle() async -> Bool {
        await refresh?.value
        // An earlier answer of the store may hide the recommendation; and of two lookups the later one counts.
        while let lookingUp, mayBeTakenBack(knowledge.decision(store: nil, isAllowed: isAllowed, now: now())) {
            await lookingUp.value
        }
        return true
    }

    private func fetch(_ generation: Int) async {
        for attempt in 1...max(1, configuration.retry.attempts) {
            let response = await transport.response(for: configuration, on: clock)
            guard generation == self.generation else { return }
            do throws(CheckFailure) {
                try accept(try response.get())
                return
            } catch {
                isUnreachable = true
                failure = error
                publish()
                guard error.isTransient, attempt < configuration.retry.attempts else { return }
            }
            do { try await clock.sleep(for: configuration.retry.delay(after: attempt)) } catch { return }
        }
    }

    /// Accepts a response and stores its document, or throws why not.
    private func accept(_ response: DocumentResponse) throws(CheckFailure) {
        store.reload(into: &knowledge, now: now())
        guard response.status == 200 else { throw .status(response.status) }
        let download = Download(body: response.body, headers: response.headers, in: configuration.envelope)
        try knowledge.accept(download, source: .fetched, now: now())
        hasAnswered = true
        failure = nil
        sinceDocument = Stopwatch(on: clock)
        keepDocument()
    }

    private func keepDocument() {
        isUnreachable = false
        store.keepDocument(of: &knowledge, now: now())
        startLookUp()
        publish()
    }

    private func look(at body: [UInt8], of status: Int) {
        if status == 403, configuration.envelope == .jws, body.count <= configuration.byteLimit {
            if refusals.isNew(body, on: clock) {
                store.reload(into: &knowledge, now: now())
                // One that cannot be accepted proves nothing, like any other response.
                if (try? knowledge.accept(Download(jws: body), source: .stored, now: now())) != nil {
                    keepDocument()
                    refusals.isAnswered = decision.isBlocked
                }
            }
            if refusals.isAnswered { return }
        }
        guard sinceFetch.map({ $0.elapsed() >= configuration.observationInterval }) ?? true else { return }
        startRefresh()
        refusals.isAnswered = true
    }

    private func startLookUp() {
        lookingUp?.cancel()
        lookingUp = nil
        let update = knowledge.decision(store: nil, isAllowed: false, now: now()).update
        awaitsStore = lookup != nil && update?.isInStore == true
        guard let lookup, awaitsStore else { return }
        lookingUp = Task {
            let version = await clock.first(within: configuration.requestTimeLimit) { await lookup.newestVersion() }
            guard !Task.isCancelled else { return }
            (lookingUp, awaitsStore) = (nil, false)
            storeVersion = version ?? nil
            publish()
        }
    }

    /// Whether the store, which may lack what is recommended, has still to be asked.
    private func mayBeTakenBack(_ decision: Decision) -> Bool {
        guard case .recommended(let update) = decision.outcome, update.isInStore else { return false }
        return lookingUp != nil || (awaitsStore && !isUnreachable)
    }

    /// Whether the app runs regardless of what was verified before a failure.
    private var isAllowed: Bool { isUnreachable && configuration.whenUnreachable == .allow }

    // MARK: Listeners

    /// Tells of a change, of a recommendation only when the store cannot take it back any more. That the app may run again is
    /// told at once.
    private func publish() {
        let decision = decision
        if !mayBeTakenBack(decision) {
            listeners.publish(decision)
        } else if listeners.areBlocked {
            listeners.publish(Decision(.available, source: decision.source, asOf: decision.asOf))
        }
    }

    private func forget(_ number: Int) { listeners.remove(number) }
}
